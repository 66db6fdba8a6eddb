/** What editors show on hover of a record's members: types alone, made of `descriptions.ts` by `test/Hover.test.ts`. */
export interface Members {
  /** An account of the ledger, to which documents and their lines are booked. */
  ACCOUNTS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** Number of the account in the company's chart of accounts, such as `4000`. */
    nominal_code: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** ASSET, EXPENSE, LIABILITY, EQUITY or INCOME; BANK for bank, cash and card accounts. UNKNOWN: the platform says something else. */
    category: unknown
    /** Finer kind of account, in the platform's own word, such as `Cost of Sales`. */
    sub_category: unknown
    /** Balance when it was last read, signed as the platform signs it; null where it does not tell. */
    current_balance: unknown
    /** Currency that the account is kept in; null where the platform keeps all in the base currency. */
    currency_id: unknown
    /** The account above it in the chart of accounts: its `platform_id`; null when there is none. */
    parent_account_id: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A postal address of a contact or of the company. */
  ADDRESSES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Street and house number; several lines are joined. */
    street: unknown
    /** Part of the city, or a second line of the street. */
    locality: unknown
    /** City or town. */
    city: unknown
    /** State, province or region. */
    state: unknown
    /** Postal code. */
    pincode: unknown
    /** Country, as the platform writes it: mostly an ISO 3166 code such as `DE`, else its name. */
    country: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** What the company owns and owes at the end of a period: one record for each period. */
  BALANCE_SHEET: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** First day of the period, inclusive. */
    period_start: unknown
    /** The day whose evening the balance sheet shows. */
    period_end: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** What the company owns, as rows that may hold rows. Empty where the statement has none. */
    assets: unknown
    /** What the company owes, as rows that may hold rows. Empty where the statement has none. */
    liabilities: unknown
    /** What is the owners', as rows that may hold rows. Empty where the statement has none. */
    equity: unknown
    /** Assets less liabilities, in the statement's currency. */
    net_assets: unknown
    /** ACCRUAL: counted when earned or owed. CASH: counted when paid. Null where the platform does not say which. */
    report_basis: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** An account at a bank, a card or cash, as the books know it. */
  BANK_ACCOUNTS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Bank or card company that keeps it. */
    institution_name: unknown
    /** What people call the account. */
    account_name: unknown
    /** Number of the account at its bank; often masked by the platform. */
    account_number: unknown
    /** Currency that the account is kept in. */
    currency_id: unknown
    /** Kind of account, in the platform's own word, such as `CHECKING` or `CREDIT_CARD`. */
    category: unknown
    /** What stands on it in the books, in its own currency, when it was last read. */
    balance: unknown
    /** What can be spent or paid out now, in the account's currency; null where the platform does not tell. */
    available_balance: unknown
    /** The ledger account behind the bank account: its `platform_id`; null when there is none. */
    account_id: unknown
    /** International bank account number. */
    iban: unknown
    /** Number of the bank where payments are sent to, such as an ABA number or a sort code. */
    routing_number: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A movement of money on a bank account: money out, money in, or a transfer between two of them. */
  BANK_TRANSACTIONS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The ledger account of the other side: its `platform_id`; null when there is none. */
    account_id: unknown
    /** The bank account that the money left, for money out and transfers: its `platform_id`; null when there is none. */
    from_account_id: unknown
    /** The bank account that the money reached, for money in and transfers: its `platform_id`; null when there is none. */
    to_account_id: unknown
    /** The contact it is with: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** How much moved, always positive: `debit_or_credit` carries the direction. */
    amount: unknown
    /** What kind of movement, in the platform's own word, such as `SPEND`, `RECEIVE` or `TRANSFER`. */
    type: unknown
    /** DEBIT is money out, CREDIT is money in. */
    debit_or_credit: unknown
    /** How far the platform is with it, in its own word, such as `RECONCILED`. */
    status: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0. */
    currency_rate: unknown
    /** When the money moved. A platform that knows only the day says midnight UTC of it. */
    transaction_date: unknown
    /** Text of the movement, as the bank or a person wrote it. */
    description: unknown
    /** A reference of the other side or of the company's own, such as an order number; free text. */
    reference: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A bill that the company got from a vendor, and has to pay. */
  BILLS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The vendor who sent it: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** The payable account that what is owed stands on: its `platform_id`; null when there is none. */
    account_id: unknown
    /** The vendor's number of the bill. */
    document_number: unknown
    /** The date on the document, under which it stands in the books; midnight UTC of that day where the platform knows only the day. */
    posted_date: unknown
    /** When it is to be paid at the latest. A platform that knows only the day says midnight UTC of it. */
    due_date: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0. */
    currency_rate: unknown
    /** What the whole comes to with tax and after discounts, in the document's currency; the platform works it out. */
    total_amount: unknown
    /** Sum of the lines before tax, in the document's currency; the platform works it out. */
    sub_total: unknown
    /** Tax in it, in the document's currency; the platform works it out. */
    tax_amount: unknown
    /** What is taken off before tax, as an amount and not in percent; 0 where there is no discount. */
    total_discount: unknown
    /** What is still to be paid, in the document's currency; the platform works it out. */
    amount_due: unknown
    /** Whether the prices of the lines hold the tax already. */
    tax_inclusive: unknown
    /** Note on the document: what the other side reads where the platform prints one, else the internal one. */
    memo: unknown
    /** DRAFT: not final yet. SUBMITTED: final and open. PARTIALLY_PAID and PAID: by what was paid. OVERDUE: only where the platform says so itself. VOID: taken back, but still in the books. UNKNOWN: something else, readable in `raw_data`. */
    status: unknown
    /** The purchase orders it was made of: their `platform_id`s. Empty for none. */
    purchase_order_ids: unknown
    /** The lines, in the platform's order. A list, never null. */
    line_items: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A credit that a vendor gave the company, to be used against bills. */
  BILL_CREDIT_NOTES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The vendor who gave it: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** Number that people know the document by, such as `INV-0042`; given by the company or the platform. */
    document_number: unknown
    /** The date on the document, under which it stands in the books; midnight UTC of that day where the platform knows only the day. */
    posted_date: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0. */
    currency_rate: unknown
    /** What the credit comes to with tax, in the document's currency; positive, though it lowers what is owed. */
    total_amount: unknown
    /** Sum of the lines before tax, in the document's currency; the platform works it out. */
    sub_total: unknown
    /** Tax in it, in the document's currency; the platform works it out. */
    tax_amount: unknown
    /** What is taken off before tax, as an amount and not in percent; 0 where there is no discount. */
    total_discount: unknown
    /** What is left to be used against other documents or paid back, in the document's currency. */
    remaining_credit: unknown
    /** Note on the document: what the other side reads where the platform prints one, else the internal one. */
    memo: unknown
    /** DRAFT: not final yet. SUBMITTED: final and open. PARTIALLY_PAID and PAID: by what was paid. OVERDUE: only where the platform says so itself. VOID: taken back, but still in the books. UNKNOWN: something else, readable in `raw_data`. */
    status: unknown
    /** The bills it was used against: their `platform_id`s. Empty for none. */
    bill_ids: unknown
    /** The lines, in the platform's order. A list, never null. */
    line_items: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** What of a payment went to one bill: a payment of three bills is three records with the same `payment_id`. */
  BILL_PAYMENTS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The payment it belongs to: its `platform_id`; null when there is none. */
    payment_id: unknown
    /** The bill that was paid: its `platform_id`; null when there is none. */
    bill_id: unknown
    /** The vendor's credit that was used in place of money: its `platform_id`; null when there is none. */
    credit_note_id: unknown
    /** The account that was paid from: its `platform_id`; null when there is none. */
    account_id: unknown
    /** The vendor who was paid: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** What of the payment goes to this one document, in the payment's currency. */
    amount: unknown
    /** How it was paid, in the platform's own word, such as `Cash` or `CREDIT_CARD`. */
    payment_mode: unknown
    /** Currency of the payment, as the currencies of this connection name it in their `platform_id`. */
    currency_id: unknown
    /** Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0. */
    currency_rate: unknown
    /** Number or reference of the payment, not of the document that it pays. */
    document_number: unknown
    /** Note on the payment. */
    memo: unknown
    /** When the money moved. A platform that knows only the day says midnight UTC of it. */
    payment_date: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** Where money came from and went to in a period: one record for each period. */
  CASH_FLOW_STATEMENT: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** First day of the period, inclusive. */
    period_start: unknown
    /** Last day of the period, inclusive. */
    period_end: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** Cash when the period began, in the statement's currency. */
    cash_at_beginning_of_period: unknown
    /** Money from and for the business itself, as rows that may hold rows. Empty where the statement has none. */
    operating_activities: unknown
    /** Money for and from what the company owns for long, as rows that may hold rows. Empty where the statement has none. */
    investing_activities: unknown
    /** Money from and to owners and lenders, as rows that may hold rows. Empty where the statement has none. */
    financing_activities: unknown
    /** Cash at the end less cash at the beginning; negative where it became less. */
    net_change_in_cash: unknown
    /** Cash when the period ended, in the statement's currency. */
    cash_at_end_of_period: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** The company itself, as its accounting platform knows it. One record for each connection. */
  COMPANY_INFO: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Name that the company trades under. */
    name: unknown
    /** Name in the register of companies. */
    legal_name: unknown
    /** Number the tax office knows it by, such as a VAT identification number. */
    tax_number: unknown
    /** Number in the register of companies, or another number of the state that is not for taxes. */
    registration_number: unknown
    /** ISO 4217 code of the currency that the books are kept in, such as `EUR`. */
    base_currency: unknown
    /** When the fiscal year starts: `MM-DD`, or a date. */
    fiscal_start_at: unknown
    /** When the company was set up at the platform. */
    org_created_at: unknown
    /** Country, as the platform writes it: mostly an ISO 3166 code such as `DE`, else its name. */
    country: unknown
    /** E-mail addresses and web sites, each a sub-record with an identifier of its own. */
    external_links: unknown
    /** Telephone numbers, each a sub-record with an identifier of its own. */
    phone_numbers: unknown
    /** Postal addresses, in the platform's order. */
    addresses: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A customer or a vendor of the company. */
  CONTACTS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Name of the business, or of the person where there is none. */
    name: unknown
    /** The person to write to there. */
    contact_name: unknown
    /** Currency that documents with the contact are in unless they say otherwise; null for the base currency. */
    currency_id: unknown
    /** Number the tax office knows it by, such as a VAT identification number. */
    tax_number: unknown
    /** Number in the register of companies, or another number of the state that is not for taxes. */
    registration_number: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** CUSTOMER or VENDOR; who is both is a CUSTOMER, and `raw_data` tells. UNKNOWN: the platform does not say. */
    contact_type: unknown
    /** E-mail addresses and web sites, each a sub-record with an identifier of its own. */
    external_links: unknown
    /** Telephone numbers, each a sub-record with an identifier of its own. */
    phone_numbers: unknown
    /** Postal addresses, in the platform's order. */
    addresses: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A person who works at a customer or vendor. */
  CONTACT_PERSONS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The customer or vendor where the person works: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** Full name of the person. */
    name: unknown
    /** Given name; null where the platform keeps one name for all. */
    first_name: unknown
    /** Family name; null where the platform keeps one name for all. */
    last_name: unknown
    /** Position at work, such as `Head of Purchasing`. */
    title: unknown
    /** Whether it is the first of its kind, whom the platform writes to. */
    is_primary: unknown
    /** E-mail addresses and web sites, each a sub-record with an identifier of its own. */
    external_links: unknown
    /** Telephone numbers, each a sub-record with an identifier of its own. */
    phone_numbers: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** Something that was done or is planned with a customer: a call, a meeting, an e-mail. */
  CRM_ACTIVITIES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Subject or title. */
    name: unknown
    /** OPEN: still to come or under way. COMPLETED, CANCELLED. UNKNOWN: the platform says something else. */
    status: unknown
    /** CALL, MEETING, EMAIL, TASK or NOTE; OTHER for all else. */
    type: unknown
    /** Body of the e-mail, or notes on the call or meeting; it may hold HTML. */
    description: unknown
    /** INBOUND: the customer began it. OUTBOUND: the company did. Null where that means nothing. */
    direction: unknown
    /** When it began, or is to begin. */
    start_date: unknown
    /** When it ended, or is to end. */
    end_date: unknown
    /** How long it lasted, in seconds. */
    duration_seconds: unknown
    /** Where people meet: an address, a room or a link. */
    location: unknown
    /** The company it was with; of several the first: its `platform_id`; null when there is none. */
    company_id: unknown
    /** The person it was with; of several the first: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** The deal it was about; of several the first: its `platform_id`; null when there is none. */
    deal_id: unknown
    /** The lead it was with; of several the first: its `platform_id`; null when there is none. */
    lead_id: unknown
    /** Who at the company made it or looks after it, a CRM user: its `platform_id`; null when there is none. */
    user_id: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A postal address of a person, company or lead in the CRM. */
  CRM_ADDRESSES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Street and house number; several lines are joined. */
    street: unknown
    /** Part of the city, or a second line of the street. */
    locality: unknown
    /** City or town. */
    city: unknown
    /** State, province or region. */
    state: unknown
    /** Postal code. */
    pincode: unknown
    /** Country, as the platform writes it: mostly an ISO 3166 code such as `DE`, else its name. */
    country: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A company that the CRM keeps: a customer, a prospect, a partner. */
  CRM_COMPANIES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** Line of business, in the platform's own word. */
    industry: unknown
    /** How many people work there. */
    people_count: unknown
    /** Revenue of a year, in `currency`. */
    annual_revenue: unknown
    /** ISO 4217 code of the currency that the amounts are in, such as `EUR`; null where the platform keeps it without one. */
    currency: unknown
    /** Who at the company looks after it, a CRM user: its `platform_id`; null when there is none. */
    owner_id: unknown
    /** The company that owns it: its `platform_id`; null when there is none. */
    parent_company_id: unknown
    /** E-mail addresses and web sites, each a sub-record with an identifier of its own. */
    external_links: unknown
    /** Telephone numbers, each a sub-record with an identifier of its own. */
    phone_numbers: unknown
    /** Postal addresses, in the platform's order. */
    addresses: unknown
    /** When somebody last called, wrote or met there, as the platform works it out. */
    last_activity_at: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A person that the CRM keeps. */
  CRM_CONTACTS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Full name; where the platform has none, the e-mail address. */
    name: unknown
    /** Given name; null where the platform keeps one name for all. */
    first_name: unknown
    /** Family name; null where the platform keeps one name for all. */
    last_name: unknown
    /** Position at work, such as `Head of Purchasing`. */
    title: unknown
    /** The company where the person works first of all: its `platform_id`; null when there is none. */
    company_id: unknown
    /** Who at the company looks after it, a CRM user: its `platform_id`; null when there is none. */
    owner_id: unknown
    /** Where the person came from, in the platform's own word. */
    lead_source: unknown
    /** E-mail addresses and web sites, each a sub-record with an identifier of its own. */
    external_links: unknown
    /** Telephone numbers, each a sub-record with an identifier of its own. */
    phone_numbers: unknown
    /** Postal addresses, in the platform's order. */
    addresses: unknown
    /** When somebody last called, wrote or met there, as the platform works it out. */
    last_activity_at: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A sale that is hoped for, under way, won or lost. */
  CRM_DEALS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** What the deal is worth, in `currency`. */
    amount: unknown
    /** The company that would buy: its `platform_id`; null when there is none. */
    company_id: unknown
    /** The person who is spoken to; of several the first: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** How far it has come in its pipeline, a stage: its `platform_id`; null when there is none. */
    stage_id: unknown
    /** ISO 4217 code of the currency that the amounts are in, such as `EUR`; null where the platform keeps it without one. */
    currency: unknown
    /** Open, Won or Lost. */
    status: unknown
    /** When it is expected to be closed; once it is closed, when it was. */
    close_date: unknown
    /** The pipeline it goes through: its `platform_id`; null when there is none. */
    pipeline_id: unknown
    /** Who at the company looks after it, a CRM user: its `platform_id`; null when there is none. */
    owner_id: unknown
    /** How likely it is to be won, in percent from 0 to 100; null where the platform does not estimate. */
    probability: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** Why it was lost, in the platform's own words; null while it is not. */
    lost_reason: unknown
    /** Where it came from, such as a campaign or a web form; the platform's own word. */
    source_name: unknown
    /** When somebody last called, wrote or met there, as the platform works it out. */
    last_activity_at: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** An e-mail address or a web site of a person, company or lead. */
  CRM_EXTERNAL_LINKS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The address itself: an e-mail address, or a web address. */
    link: unknown
    /** EMAIL for an e-mail address, WEBSITE for a web address; null where the platform does not say. */
    type: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** Somebody who may become a customer, before a person, company or deal is made of it. */
  CRM_LEADS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Title of the lead; where it has none, the name of the person. */
    name: unknown
    /** Given name; null where the platform keeps one name for all. */
    first_name: unknown
    /** Family name; null where the platform keeps one name for all. */
    last_name: unknown
    /** Position at work, such as `Head of Purchasing`. */
    title: unknown
    /** Name of the company as it was typed on the lead, before it is converted. */
    company_name: unknown
    /** What might be sold, in `currency`. */
    amount: unknown
    /** ISO 4217 code of the currency that the amounts are in, such as `EUR`; null where the platform keeps it without one. */
    currency: unknown
    /** The company that is known already: its `platform_id`; null when there is none. */
    company_id: unknown
    /** The person who is known already: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** Who at the company looks after it, a CRM user: its `platform_id`; null when there is none. */
    owner_id: unknown
    /** Where it came from, such as a campaign or a web form; the platform's own word. */
    source_name: unknown
    /** How far the lead is, in the platform's own word. */
    status: unknown
    /** When it was converted; null while it is not. */
    converted_at: unknown
    /** The person that was made of the lead when it was converted: its `platform_id`; null when there is none. */
    converted_contact_id: unknown
    /** The company that was made of the lead when it was converted: its `platform_id`; null when there is none. */
    converted_company_id: unknown
    /** The deal that was made of the lead when it was converted: its `platform_id`; null when there is none. */
    converted_deal_id: unknown
    /** E-mail addresses and web sites, each a sub-record with an identifier of its own. */
    external_links: unknown
    /** Telephone numbers, each a sub-record with an identifier of its own. */
    phone_numbers: unknown
    /** Postal addresses, in the platform's order. */
    addresses: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A note that somebody wrote on a deal, company, person or lead. */
  CRM_NOTES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Heading of the note. */
    title: unknown
    /** The body as the platform stores it; it may hold HTML. */
    note: unknown
    /** The deal it is on; of several the first: its `platform_id`; null when there is none. */
    deal_id: unknown
    /** The company it is on; of several the first: its `platform_id`; null when there is none. */
    company_id: unknown
    /** The person it is on; of several the first: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** The lead it is on; of several the first: its `platform_id`; null when there is none. */
    lead_id: unknown
    /** Who wrote it, a CRM user: its `platform_id`; null when there is none. */
    user_id: unknown
    /** When it was made at the platform, not the date that somebody gave it. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A telephone number of a person, company or lead. */
  CRM_PHONE_NUMBERS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The number as the platform keeps it; in no fixed form. */
    number: unknown
    /** MOBILE, TELEPHONE (a fixed line) or FAX; null where the platform does not say. */
    type: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A way that deals go, from stage to stage. */
  CRM_PIPELINES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** How likely its deals are to be won, in percent from 0 to 100; null where each stage says its own. */
    deal_probability: unknown
    /** ISO 4217 code of the currency of its deals; null where each deal says its own. */
    currency: unknown
    /** Place among its neighbours when shown as a list, the smallest first. */
    display_order: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A step of a pipeline, in which deals stand. */
  CRM_STAGES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** How likely a deal in this stage is to be won, in percent from 0 to 100. */
    deal_probability: unknown
    /** The pipeline it is a step of: its `platform_id`; null when there is none. */
    pipeline_id: unknown
    /** Place in its pipeline, the smallest first. */
    display_order: unknown
    /** Whether a deal in this stage is done with, won or lost. */
    is_closed: unknown
    /** Whether a deal in this stage is won. */
    is_won: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** Something that somebody at the company is to do. */
  CRM_TASKS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Subject of the task. */
    name: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** OPEN: not begun. IN_PROGRESS, COMPLETED. DEFERRED: put off. UNKNOWN: the platform says something else. */
    status: unknown
    /** HIGH, NORMAL or LOW; null where the platform has none. */
    priority: unknown
    /** Until when it is to be done. */
    due_date: unknown
    /** When it was done; null while it is not. */
    completed_at: unknown
    /** The task that it is a part of: its `platform_id`; null when there is none. */
    parent_task_id: unknown
    /** The company it is about: its `platform_id`; null when there is none. */
    company_id: unknown
    /** The person it is about: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** The deal it is about: its `platform_id`; null when there is none. */
    deal_id: unknown
    /** Who is to do it, a CRM user: its `platform_id`; null when there is none. */
    user_id: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** Somebody at the company who works with the CRM. */
  CRM_USERS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Full name of the user. */
    name: unknown
    /** E-mail address that the user signs in with or is written to. */
    email: unknown
    /** ISO 4217 code of the currency that the user sees amounts in. */
    currency: unknown
    /** ACTIVE: can sign in. ARCHIVED: no longer. UNKNOWN: the platform says something else. */
    status: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A currency that the company uses. */
  CURRENCIES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Name of the currency in words, such as `Euro`. */
    name: unknown
    /** ISO 4217 code, such as `EUR`. */
    code: unknown
    /** Sign that stands before or after amounts, such as `€`. */
    symbol: unknown
    /** Whether the books are kept in it: exactly one currency of a connection. */
    is_base_currency: unknown
    /** Units of the company's base currency for one unit of this one, as the platform last knew it; null where it knows none. */
    exchange_rate: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A file that is attached to a bill, an invoice or another document. */
  DOCUMENTS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Name of the file, with its ending. */
    file_name: unknown
    /** Media type such as `application/pdf`, or the ending where the platform knows no more. */
    file_type: unknown
    /** Size in bytes, as a text. */
    file_size: unknown
    /** The record that the file is attached to: its `platform_id`. */
    document_type_id: unknown
    /** Data model of the record that the file is attached to. */
    document_type: unknown
    /** Whether the file itself is there, and not its entry alone. */
    document_uploaded: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A customer of the shop. */
  ECOMMERCE_CUSTOMERS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Full name, as the shop shows it. */
    name: unknown
    /** Given name; null where the platform keeps one name for all. */
    first_name: unknown
    /** Family name; null where the platform keeps one name for all. */
    last_name: unknown
    /** The business that the customer buys for. */
    company_name: unknown
    /** E-mail address the shop writes to. */
    email: unknown
    /** Telephone number; in no fixed form. */
    phone: unknown
    /** Currency that the customer pays in; null where the shop does not say. */
    currency_id: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** What the shop's people wrote about the customer. */
    note: unknown
    /** The address that is used when none is said; null where the shop keeps none. */
    address: unknown
    /** Postal addresses, in the platform's order. */
    addresses: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A line of an order. */
  ECOMMERCE_LINE_ITEMS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Data model of the record that holds the line. */
    line_item_type: unknown
    /** The record that holds the line: its `platform_id`. */
    line_item_type_id: unknown
    /** The product, or the variant where only that is known: its `platform_id`; null when there is none. */
    item_id: unknown
    /** The variant of the product, such as a size or colour: its id at the platform; null where there are none. */
    variant_id: unknown
    /** Stock keeping unit of what was sold, as it was when it was ordered. */
    sku: unknown
    /** The tax that is charged on the line: its id at the shop; null where there is none. */
    tax_id: unknown
    /** What the line is for, in words. */
    description: unknown
    /** How many units; in the unit of the item. */
    quantity: unknown
    /** Price of one unit before tax and discount, in the document's currency. */
    unit_amount: unknown
    /** Quantity times unit amount less the discount, before tax. */
    sub_total: unknown
    /** Tax on this line alone; the platform works it out. */
    tax_amount: unknown
    /** The line with tax and after its discount. */
    total_amount: unknown
    /** What is taken off this line before tax, as an amount and not in percent. */
    total_discount: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** An order of a customer in the shop. */
  ECOMMERCE_ORDERS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The order as people see it, such as `#1001`. */
    order_name: unknown
    /** Number of the order, given by the shop. */
    order_number: unknown
    /** A reference from outside, such as the customer's own order number. */
    reference: unknown
    /** Note on the order. */
    description: unknown
    /** Who ordered, a customer of the shop; null for a guest: its `platform_id`; null when there is none. */
    customer_id: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** What is taken off before tax, as an amount and not in percent; 0 where there is no discount. */
    total_discount: unknown
    /** Sum of the lines before tax, in the document's currency; the platform works it out. */
    sub_total: unknown
    /** Tax in it, in the document's currency; the platform works it out. */
    tax_amount: unknown
    /** What sending costs the customer, in the order's currency. */
    shipping_amount: unknown
    /** What the whole comes to with tax and after discounts, in the document's currency; the platform works it out. */
    total_amount: unknown
    /** What the customer has still to pay, in the order's currency. */
    amount_due: unknown
    /** What was paid back, in the order's currency. */
    refunded_amount: unknown
    /** OPEN: still something to do. CLOSED: done. CANCELLED. UNKNOWN: the shop says something else. */
    order_status: unknown
    /** How far it is paid. AUTHORIZED: promised by the card, not taken yet. VOIDED: taken back before it was taken. UNKNOWN: the shop says something else. */
    payment_status: unknown
    /** PENDING: nothing sent. PARTIAL: some of it sent. SHIPPED, DELIVERED, CANCELLED, RETURNED. UNKNOWN: the shop says something else. */
    fulfillment_status: unknown
    /** Where the invoice goes; null where the order has no address of its own for it. */
    billing_address: unknown
    /** Where the goods go; null for what is not sent. */
    shipping_address: unknown
    /** The lines, in the platform's order. A list, never null. */
    line_items: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** Something the shop sells, with its variants. */
  ECOMMERCE_PRODUCTS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** Text that the shop shows; it may hold HTML. */
    description: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** Stock keeping unit; null where only its variants have one. */
    sku: unknown
    /** Price of one unit in the shop's currency; of several variants that of the first. */
    unit_price: unknown
    /** Units in stock when it was last read; null where stock is not kept. */
    quantity_on_hand: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** What it can be had as, such as sizes and colours. A list, never null. */
    variants: unknown
    /** Words that the shop sorts its products by. Empty for none. */
    tags: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** Money that the company spent at once, without a bill to be paid later. */
  EXPENSES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The vendor who was paid: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** The account that was paid from: its `platform_id`; null when there is none. */
    account_id: unknown
    /** Number or reference of the receipt. */
    document_number: unknown
    /** The date on the document, under which it stands in the books; midnight UTC of that day where the platform knows only the day. */
    posted_date: unknown
    /** How it was paid, in the platform's own word, such as `Cash` or `CREDIT_CARD`. */
    payment_mode: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0. */
    currency_rate: unknown
    /** What the whole comes to with tax and after discounts, in the document's currency; the platform works it out. */
    total_amount: unknown
    /** Sum of the lines before tax, in the document's currency; the platform works it out. */
    sub_total: unknown
    /** Tax in it, in the document's currency; the platform works it out. */
    tax_amount: unknown
    /** What is taken off before tax, as an amount and not in percent; 0 where there is no discount. */
    total_discount: unknown
    /** Note on the document: what the other side reads where the platform prints one, else the internal one. */
    memo: unknown
    /** The lines, in the platform's order. A list, never null. */
    line_items: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** An e-mail address or a web site of a contact or of the company. */
  EXTERNAL_LINKS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The address itself: an e-mail address, or a web address. */
    link: unknown
    /** EMAIL for an e-mail address, WEBSITE for a web address; null where the platform does not say. */
    type: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** What the company earned and spent in a period: one record for each period. */
  INCOME_STATEMENT: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** First day of the period, inclusive. */
    period_start: unknown
    /** Last day of the period, inclusive. */
    period_end: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** What was earned by selling, as rows that may hold rows. Empty where the statement has none. */
    revenue: unknown
    /** What it cost to make or buy what was sold, as rows that may hold rows. Empty where the statement has none. */
    cost_of_goods_sold: unknown
    /** Revenue less the cost of goods sold, in the statement's currency. */
    gross_profit: unknown
    /** What it cost to run the business, as rows that may hold rows. Empty where the statement has none. */
    operating_expenses: unknown
    /** Gross profit less operating expenses, in the statement's currency. */
    operating_profit: unknown
    /** What was earned beside the business, such as interest, as rows that may hold rows. Empty where the statement has none. */
    non_operating_revenue: unknown
    /** What was spent beside the business, such as interest, as rows that may hold rows. Empty where the statement has none. */
    non_operating_expenses: unknown
    /** Profit before taxes, in the statement's currency. */
    earnings_before_taxes: unknown
    /** Taxes on what was earned, as rows that may hold rows. Empty where the statement has none. */
    taxes: unknown
    /** What is left after everything, in the statement's currency; negative for a loss. */
    net_profit: unknown
    /** ACCRUAL: counted when earned or owed. CASH: counted when paid. Null where the platform does not say which. */
    report_basis: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** An invoice that the company sent to a customer, who has to pay it. */
  INVOICES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** The customer who gets it: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** What is taken off before tax, as an amount and not in percent; 0 where there is no discount. */
    total_discount: unknown
    /** Sum of the lines before tax, in the document's currency; the platform works it out. */
    sub_total: unknown
    /** Tax in it, in the document's currency; the platform works it out. */
    tax_amount: unknown
    /** What the whole comes to with tax and after discounts, in the document's currency; the platform works it out. */
    total_amount: unknown
    /** What is still to be paid, in the document's currency; the platform works it out. */
    amount_due: unknown
    /** Number that people know the document by, such as `INV-0042`; given by the company or the platform. */
    document_number: unknown
    /** The date on the document, under which it stands in the books; midnight UTC of that day where the platform knows only the day. */
    posted_date: unknown
    /** When it is to be paid at the latest. A platform that knows only the day says midnight UTC of it. */
    due_date: unknown
    /** Note on the document: what the other side reads where the platform prints one, else the internal one. */
    memo: unknown
    /** DRAFT: not final yet. SUBMITTED: final and open. PARTIALLY_PAID and PAID: by what was paid. OVERDUE: only where the platform says so itself. VOID: taken back, but still in the books. UNKNOWN: something else, readable in `raw_data`. */
    status: unknown
    /** Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0. */
    currency_rate: unknown
    /** The sales orders it was made of: their `platform_id`s. Empty for none. */
    sales_order_ids: unknown
    /** The lines, in the platform's order. A list, never null. */
    line_items: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A credit that the company gave a customer, to be used against invoices. */
  INVOICE_CREDIT_NOTES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The customer who got it: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** Number that people know the document by, such as `INV-0042`; given by the company or the platform. */
    document_number: unknown
    /** The date on the document, under which it stands in the books; midnight UTC of that day where the platform knows only the day. */
    posted_date: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0. */
    currency_rate: unknown
    /** What the credit comes to with tax, in the document's currency; positive, though it lowers what is owed. */
    total_amount: unknown
    /** Sum of the lines before tax, in the document's currency; the platform works it out. */
    sub_total: unknown
    /** Tax in it, in the document's currency; the platform works it out. */
    tax_amount: unknown
    /** What is taken off before tax, as an amount and not in percent; 0 where there is no discount. */
    total_discount: unknown
    /** What is left to be used against other documents or paid back, in the document's currency. */
    remaining_credit: unknown
    /** Note on the document: what the other side reads where the platform prints one, else the internal one. */
    memo: unknown
    /** DRAFT: not final yet. SUBMITTED: final and open. PARTIALLY_PAID and PAID: by what was paid. OVERDUE: only where the platform says so itself. VOID: taken back, but still in the books. UNKNOWN: something else, readable in `raw_data`. */
    status: unknown
    /** The invoices it was used against: their `platform_id`s. Empty for none. */
    invoice_ids: unknown
    /** The lines, in the platform's order. A list, never null. */
    line_items: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** What of a customer's payment went to one invoice: a payment of three invoices is three records with the same `payment_id`. */
  INVOICE_PAYMENTS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The payment it belongs to: its `platform_id`; null when there is none. */
    payment_id: unknown
    /** The invoice that was paid: its `platform_id`; null when there is none. */
    invoice_id: unknown
    /** The credit of the customer that was used in place of money: its `platform_id`; null when there is none. */
    credit_note_id: unknown
    /** The account that was paid into: its `platform_id`; null when there is none. */
    account_id: unknown
    /** The customer who paid: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** What of the payment goes to this one document, in the payment's currency. */
    amount: unknown
    /** How it was paid, in the platform's own word, such as `Cash` or `CREDIT_CARD`. */
    payment_mode: unknown
    /** Currency of the payment, as the currencies of this connection name it in their `platform_id`. */
    currency_id: unknown
    /** Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0. */
    currency_rate: unknown
    /** Number or reference of the payment, not of the document that it pays. */
    document_number: unknown
    /** Note on the payment. */
    memo: unknown
    /** When the money moved. A platform that knows only the day says midnight UTC of it. */
    payment_date: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** Something the company buys or sells. */
  ITEMS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** INVENTORY: its stock is kept. NON_INVENTORY: goods without stock. SERVICE. UNKNOWN: the platform says something else. */
    type: unknown
    /** Short code that people at the platform know it by; unique there as a rule. */
    code: unknown
    /** Units in stock when it was last read; null where stock is not kept. */
    quantity_on_hand: unknown
    /** Whether it can be bought: then lines of bills may name it. */
    is_bill_item: unknown
    /** What a new line gets when it is bought; null where it is not. */
    bill_item: unknown
    /** Whether it can be sold: then lines of invoices may name it. */
    is_invoice_item: unknown
    /** What a new line gets when it is sold; null where it is not. */
    invoice_item: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** An entry in the ledger: lines that balance. */
  JOURNAL_ENTRIES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Number that people know the document by, such as `INV-0042`; given by the company or the platform. */
    document_number: unknown
    /** The date on the document, under which it stands in the books; midnight UTC of that day where the platform knows only the day. */
    posted_date: unknown
    /** What kind of entry: `MANUAL`, or the kind of document that made it, in the platform's own word. */
    journal_entry_type: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** Sum of the debit lines, in the entry's currency; worked out of the lines. */
    amount: unknown
    /** The account of the entry as a whole, where the platform books one: its `platform_id`; null when there is none. */
    account_id: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0. */
    currency_rate: unknown
    /** DRAFT: not posted yet. SUBMITTED: posted. VOID: taken back. UNKNOWN: the platform says something else. */
    status: unknown
    /** The lines: their debits and credits are the same sum. A list, never null. */
    journal_lines: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A line of a journal entry: so much to the debit or credit of one account. */
  JOURNAL_LINES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The entry that holds the line: its `platform_id`. */
    journal_entry_id: unknown
    /** The account that is debited or credited: its `platform_id`; null when there is none. */
    account_id: unknown
    /** The contact it is with: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** The tax rate that is charged: its `platform_id`; null when there is none. */
    tax_id: unknown
    /** Classes, departments, projects or the like that it is counted to: the `platform_id`s of tracking categories. Empty for none. */
    tracking_category_ids: unknown
    /** DEBIT or CREDIT. */
    type: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** How much, without tax and always positive: `type` carries the sign. */
    net_amount: unknown
    /** Tax in it, in the document's currency; the platform works it out. */
    tax_amount: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A line of a bill, an invoice, an expense, an order or a credit note. */
  LINE_ITEMS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Data model of the record that holds the line. */
    line_item_type: unknown
    /** The record that holds the line: its `platform_id`. */
    line_item_type_id: unknown
    /** Classes, departments, projects or the like that it is counted to: the `platform_id`s of tracking categories. Empty for none. */
    tracking_category_ids: unknown
    /** The project or job that it is counted to: its id at the platform; null where there is none. */
    project_id: unknown
    /** What is bought or sold in the line, an item: its `platform_id`; null when there is none. */
    item_id: unknown
    /** The tax rate that is charged on the line: its `platform_id`; null when there is none. */
    tax_id: unknown
    /** The ledger account that the line is booked to: its `platform_id`; null when there is none. */
    account_id: unknown
    /** What the line is for, in words. */
    description: unknown
    /** How many units; in the unit of the item. */
    quantity: unknown
    /** Price of one unit before tax and discount, in the document's currency. */
    unit_amount: unknown
    /** The line with tax and after its discount. */
    total_amount: unknown
    /** Quantity times unit amount less the discount, before tax. */
    sub_total: unknown
    /** Tax on this line alone; the platform works it out. */
    tax_amount: unknown
    /** What is taken off this line before tax, as an amount and not in percent. */
    total_discount: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A postal address of a customer who pays. */
  PAYMENT_ADDRESSES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Street and house number; several lines are joined. */
    street: unknown
    /** Part of the city, or a second line of the street. */
    locality: unknown
    /** City or town. */
    city: unknown
    /** State, province or region. */
    state: unknown
    /** Postal code. */
    pincode: unknown
    /** Country, as the platform writes it: mostly an ISO 3166 code such as `DE`, else its name. */
    country: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** What the payments platform holds for the company: one record for each currency. */
  PAYMENT_BALANCES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Available and pending together. */
    total_balance: unknown
    /** What can be paid out now. */
    available_balance: unknown
    /** What was paid, and cannot be paid out yet. */
    pending_balance: unknown
    /** Currency of the three amounts, as an ISO 4217 code. */
    currency_id: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A customer of the company, as the payments platform knows it. */
  PAYMENT_CUSTOMERS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** Number the tax office knows it by, such as a VAT identification number. */
    tax_number: unknown
    /** Currency that the customer is charged in unless something else is said. */
    currency_id: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** E-mail addresses and web sites, each a sub-record with an identifier of its own. */
    external_links: unknown
    /** Telephone numbers, each a sub-record with an identifier of its own. */
    phone_numbers: unknown
    /** Postal addresses, in the platform's order. */
    addresses: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A payment that the payer asks back through the bank. */
  PAYMENT_DISPUTES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** How much is asked back, in the dispute's currency. */
    amount: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** OPEN: an answer is needed. PENDING: it is being looked at. WON: the company keeps the money. LOST: it does not. CLOSED: ended without either. UNKNOWN: the platform says something else. */
    status: unknown
    /** Why, as a code of the platform or of the card scheme. */
    reason_code: unknown
    /** Why, in words. */
    reason_description: unknown
    /** The payment that is disputed: its `platform_id`; null when there is none. */
    payment_id: unknown
    /** Until when evidence can be given; null where there is no such day. */
    due_date: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** An e-mail address or a web site of a customer who pays. */
  PAYMENT_EXTERNAL_LINKS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The address itself: an e-mail address, or a web address. */
    link: unknown
    /** EMAIL for an e-mail address, WEBSITE for a web address; null where the platform does not say. */
    type: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** An invoice that the payments platform sends and collects. */
  PAYMENT_INVOICES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The customer who is to pay, a payment customer: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** Number that people know the document by, such as `INV-0042`; given by the company or the platform. */
    document_number: unknown
    /** The date on the document, under which it stands in the books; midnight UTC of that day where the platform knows only the day. */
    posted_date: unknown
    /** When it is to be paid at the latest. A platform that knows only the day says midnight UTC of it. */
    due_date: unknown
    /** DRAFT: not final yet. SUBMITTED: final and open. PARTIALLY_PAID and PAID: by what was paid. OVERDUE: only where the platform says so itself. VOID: taken back, but still in the books. UNKNOWN: something else, readable in `raw_data`. */
    status: unknown
    /** What is taken off before tax, as an amount and not in percent; 0 where there is no discount. */
    total_discount: unknown
    /** Sum of the lines before tax, in the document's currency; the platform works it out. */
    sub_total: unknown
    /** Tax in it, in the document's currency; the platform works it out. */
    tax_amount: unknown
    /** What the whole comes to with tax and after discounts, in the document's currency; the platform works it out. */
    total_amount: unknown
    /** What is still to be paid, in the document's currency; the platform works it out. */
    amount_due: unknown
    /** Note on the document: what the other side reads where the platform prints one, else the internal one. */
    memo: unknown
    /** Address of the page where it can be paid; made by the platform. */
    payment_link: unknown
    /** The lines, in the platform's order. A list, never null. */
    line_items: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** Something that is sold through the payments platform. */
  PAYMENT_ITEMS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** Short code that people at the platform know it by; unique there as a rule. */
    code: unknown
    /** Usual price of one unit before tax, in the record's currency. */
    unit_price: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A line of an invoice or payment link of the payments platform. */
  PAYMENT_LINE_ITEMS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Data model of the record that holds the line. */
    line_item_type: unknown
    /** The record that holds the line: its `platform_id`. */
    line_item_type_id: unknown
    /** What is sold in the line, a payment item: its `platform_id`; null when there is none. */
    item_id: unknown
    /** The tax rate that is charged on the line, a payment tax rate: its `platform_id`; null when there is none. */
    tax_id: unknown
    /** What the line is for, in words. */
    description: unknown
    /** How many units; in the unit of the item. */
    quantity: unknown
    /** Price of one unit before tax and discount, in the document's currency. */
    unit_amount: unknown
    /** Quantity times unit amount less the discount, before tax. */
    sub_total: unknown
    /** Tax on this line alone; the platform works it out. */
    tax_amount: unknown
    /** The line with tax and after its discount. */
    total_amount: unknown
    /** What is taken off this line before tax, as an amount and not in percent. */
    total_discount: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** An order to pay: what a customer is to pay, before and until it is paid. */
  PAYMENT_ORDERS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** The company's own reference of the order, such as a receipt number. */
    reference: unknown
    /** What is to be paid, in the order's currency. */
    amount: unknown
    /** What of it is still to be paid, in the order's currency. */
    amount_due: unknown
    /** CREATED: nobody has tried to pay. ATTEMPTED: somebody has. PAID. CANCELLED. */
    status: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A payment that a customer made or tried to make. */
  PAYMENT_PAYMENTS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What was to be paid, in the payment's currency. */
    amount: unknown
    /** What of it was paid back so far. */
    amount_refunded: unknown
    /** What the platform keeps for it, in the payment's currency. */
    fee_amount: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** CREATED: begun. ATTEMPTED: authorised or under way. PAID: the money is there. FAILED. UNKNOWN: the platform says something else. */
    status: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** A reference of the other side or of the company's own, such as an order number; free text. */
    reference: unknown
    /** Who paid, a payment customer: its `platform_id`; null when there is none. */
    customer_id: unknown
    /** The invoice it pays, a payment invoice: its `platform_id`; null when there is none. */
    invoice_id: unknown
    /** The order it pays, a payment order: its `platform_id`; null when there is none. */
    order_id: unknown
    /** How it was paid: UPI, EMI, NET_BANKING, WALLET, CARD, or the platform's own word in upper case. */
    payment_method: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** An address that can be sent to somebody, who pays there. */
  PAYMENT_PAYMENT_LINKS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** What is paid there, in the link's currency; null where the payer says how much. */
    amount: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** The address of the page; made by the platform. */
    link: unknown
    /** ACTIVE: it can be paid. INACTIVE: paid, expired or closed. UNKNOWN: the platform says something else. */
    status: unknown
    /** Who is to pay, a payment customer: its `platform_id`; null when there is none. */
    customer_id: unknown
    /** The payment that was made there: its `platform_id`; null when there is none. */
    payment_id: unknown
    /** The lines, in the platform's order. A list, never null. */
    line_items: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** Money that the platform sent from the company's balance to its bank. */
  PAYMENT_PAYOUTS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What was sent, in the payout's currency. */
    amount: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** Text that stands with it on the bank statement or at the platform. */
    description: unknown
    /** CREATED: on its way. SUCCESS: arrived. FAILED: came back. UNKNOWN: the platform says something else. */
    status: unknown
    /** When it reaches the bank account, as far as the platform knows. */
    arrival_date: unknown
    /** The bank account it goes to: its id at the platform; null where it does not say. */
    bank_account_id: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A telephone number of a customer who pays. */
  PAYMENT_PHONE_NUMBERS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The number as the platform keeps it; in no fixed form. */
    number: unknown
    /** MOBILE, TELEPHONE (a fixed line) or FAX; null where the platform does not say. */
    type: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** Money of a payment that was paid back. */
  PAYMENT_REFUNDS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What was paid back, in the refund's currency. */
    amount: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** The payment that it is of: its `platform_id`; null when there is none. */
    payment_id: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** Why it was paid back, in the platform's own word. */
    reason: unknown
    /** A reference of the other side or of the company's own, such as an order number; free text. */
    reference: unknown
    /** PENDING: under way. SUCCESS: paid back. FAILED: it was not. UNKNOWN: the platform says something else. */
    status: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A tax rate of the payments platform. */
  PAYMENT_TAX_RATES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** In percent: 18 is 18 %. */
    rate: unknown
    /** Country where it holds, as an ISO 3166 code. */
    country: unknown
    /** Whether prices hold the tax already. */
    is_inclusive: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A movement on the company's balance at the payments platform. */
  PAYMENT_TRANSACTIONS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** How much moved before fees, in the balance's currency; negative for what went out. */
    amount: unknown
    /** What the platform kept of it. */
    fee_amount: unknown
    /** What the balance changed by: the amount less the fee. */
    net_amount: unknown
    /** What kind of movement, in the platform's own word, such as `charge` or `refund`. */
    type: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** How far it is, in the platform's own word, such as `available`. */
    status: unknown
    /** The record behind the movement, such as a payment or a refund: its `platform_id`. */
    source: unknown
    /** The payout that it left with: its `platform_id`; null when there is none. */
    payout_id: unknown
    /** When it was made at the platform; set by the platform alone. */
    created_at: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A telephone number of a contact or of the company. */
  PHONE_NUMBERS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The number as the platform keeps it; in no fixed form. */
    number: unknown
    /** MOBILE, TELEPHONE (a fixed line) or FAX; null where the platform does not say. */
    type: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** What the company ordered from a vendor. */
  PURCHASE_ORDERS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The vendor who is to deliver: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** Number that people know the document by, such as `INV-0042`; given by the company or the platform. */
    document_number: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** The date on the document, under which it stands in the books; midnight UTC of that day where the platform knows only the day. */
    posted_date: unknown
    /** When it is to be delivered; midnight UTC of the day. */
    delivery_date: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0. */
    currency_rate: unknown
    /** Sum of the lines before tax, in the document's currency; the platform works it out. */
    sub_total: unknown
    /** Tax in it, in the document's currency; the platform works it out. */
    tax_amount: unknown
    /** What is taken off before tax, as an amount and not in percent; 0 where there is no discount. */
    total_discount: unknown
    /** What the whole comes to with tax and after discounts, in the document's currency; the platform works it out. */
    total_amount: unknown
    /** DRAFT: not sent yet. SUBMITTED: sent or approved, and open. PARTIALLY_PAID and PAID: by what was billed or paid of it. OVERDUE: late, where the platform says so itself. VOID: cancelled. UNKNOWN: something else, readable in `raw_data`. */
    status: unknown
    /** The bills that were made of it: their `platform_id`s. Empty for none. */
    bill_ids: unknown
    /** The lines, in the platform's order. A list, never null. */
    line_items: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** What a customer ordered from the company. */
  SALES_ORDERS: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** The customer who ordered: its `platform_id`; null when there is none. */
    contact_id: unknown
    /** Number that people know the document by, such as `INV-0042`; given by the company or the platform. */
    document_number: unknown
    /** Free text that describes it, as people typed it at the platform. */
    description: unknown
    /** The date on the document, under which it stands in the books; midnight UTC of that day where the platform knows only the day. */
    posted_date: unknown
    /** When it is to be delivered; midnight UTC of the day. */
    delivery_date: unknown
    /** Currency of every amount here, as the currencies of this connection name it in their `platform_id`: mostly the ISO 4217 code, such as `EUR`. */
    currency_id: unknown
    /** Units of the company's base currency for one unit of this currency: 1.08 where 1 EUR is 1.08 USD and the books are in USD. Null where the platform knows no rate, never 0. */
    currency_rate: unknown
    /** Sum of the lines before tax, in the document's currency; the platform works it out. */
    sub_total: unknown
    /** Tax in it, in the document's currency; the platform works it out. */
    tax_amount: unknown
    /** What is taken off before tax, as an amount and not in percent; 0 where there is no discount. */
    total_discount: unknown
    /** What the whole comes to with tax and after discounts, in the document's currency; the platform works it out. */
    total_amount: unknown
    /** DRAFT: not sent yet. SUBMITTED: sent or approved, and open. PARTIALLY_PAID and PAID: by what was billed or paid of it. OVERDUE: late, where the platform says so itself. VOID: cancelled. UNKNOWN: something else, readable in `raw_data`. */
    status: unknown
    /** The invoices that were made of it: their `platform_id`s. Empty for none. */
    invoice_ids: unknown
    /** The lines, in the platform's order. A list, never null. */
    line_items: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A rate of tax, or several that are charged together. */
  TAX_RATES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** Short code that people at the platform know it by; unique there as a rule. */
    code: unknown
    /** Kind of tax, in the platform's own word, such as `OUTPUT` or `VAT`. */
    tax_type: unknown
    /** In percent: 18 is 18 %. What is charged in effect, when taxes on taxes are counted. */
    effective_tax_rate: unknown
    /** In percent: 18 is 18 %. The sum of its components. */
    total_tax_rate: unknown
    /** The taxes that it is made of, where they are several. A list, never null. */
    components: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
  /** A class, department, location or the like by which amounts are counted. */
  TRACKING_CATEGORIES: {
    /** Identifier at the platform, which references of other records hold, such as `contact_id`. What the platform gives none has one made of its parent's. */
    platform_id: unknown
    /** The platform's natural key where it has one beside its id, such as a document number or a code; else the same as `platform_id`. */
    platform_unique_id: unknown
    /** What people at the platform call it. */
    name: unknown
    /** ACTIVE: in use. ARCHIVED: put away, not to be used in new documents. UNKNOWN: the platform says something else. */
    status: unknown
    /** The tracking category above it: its `platform_id`; null when there is none. */
    parent_id: unknown
    /** Whether there are some below it. */
    has_children: unknown
    /** CLASS, DEPARTMENT or LOCATION; OTHER for all else. */
    type: unknown
    /** When the record last changed at the platform, as the platform says; null where it does not. */
    updated_at: unknown
  }
}
