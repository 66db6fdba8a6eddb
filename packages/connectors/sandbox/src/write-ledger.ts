/** How the books' own lists are written: accounts, contacts, and what goes through the bank. */
import { Normalize } from "@svc/core"
import { accounts } from "./accounts.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { bankTransactions } from "./bank-transactions.ts"
import { contacts } from "./contacts.ts"
import { as, beside, day, refuse, rows, type Taken, words } from "./taking.ts"
import { linksOf, phonesOf } from "./write-reach.ts"
import { writing } from "./writing.ts"

const active = words("state", { ACTIVE: "active", ARCHIVED: "archived" })
const open = words("state", { ACTIVE: "open", ARCHIVED: "closed" })

const kinds = {
  BANK: "bank",
  ASSET: "currentAsset",
  LIABILITY: "currentLiability",
  EQUITY: "equity",
  INCOME: "revenue",
  EXPENSE: "operatingExpense"
}
export const writeAccounts = writing("ACCOUNTS", "accounts", accounts, {
  requires: ["name", "nominal_code", "category", "currency_id"],
  takes: {
    name: "title",
    description: "about",
    nominal_code: "code",
    status: open,
    category: words("kind", kinds),
    // Quirk: what is a sub-category here says the category as well.
    sub_category: "kind",
    currency_id: "currency",
    parent_account_id: "parent"
  }
})

export const writeBankAccounts = writing("BANK_ACCOUNTS", "bankAccounts", bankAccounts, {
  requires: ["account_name", "category", "currency_id", "account_id"],
  takes: {
    institution_name: "bankName",
    account_name: "label",
    account_number: "maskedNumber",
    currency_id: "currency",
    category: "kind",
    account_id: "ledgerAccount",
    iban: "iban",
    routing_number: "sortCode",
    status: open
  }
})

/** The bank account behind a ledger account. */
export const bank = (name: string): Taken =>
  as(name, (value, { banks, place }) => banks.get(value) ?? refuse("the account of a bank account", value, place))
const isOut = (item: { readonly debit_or_credit?: string }) => item.debit_or_credit === "DEBIT"
/** Quirk: the sign of the amount says the direction, and with it which of the two accounts is the bank's own. */
const side =
  (out: boolean): Taken =>
  (value, at) =>
    value === null || !at.item["debit_or_credit"]
      ? refuse("a debit_or_credit beside it", value, at.place)
      : {
          [isOut(at.item) === out ? "bankAccount" : "counterBankAccount"]:
            at.banks.get(value) ?? refuse("the account of a bank account", value, at.place)
        }
export const writeBankTransactions = writing("BANK_TRANSACTIONS", "bankTransactions", bankTransactions, {
  requires: ["account_id", "amount", "type", "debit_or_credit", "transaction_date"],
  banks: true,
  offers: ["create", "update", "delete"],
  takes: {
    account_id: "counterAccount",
    from_account_id: side(true),
    to_account_id: side(false),
    contact_id: "contact",
    amount: as("amount", (value, { item, place }) =>
      item["debit_or_credit"] ? (isOut(item) ? -value : value) : refuse("a debit_or_credit beside it", value, place)
    ),
    debit_or_credit: beside,
    type: as("kind", (value: string) => value.toLowerCase()),
    transaction_date: day("bookedOn"),
    description: "text",
    reference: "reference"
  }
})

export const writeContacts = writing("CONTACTS", "contacts", contacts, {
  requires: ["name", "contact_type"],
  takes: {
    name: "name",
    contact_type: words("kind", { CUSTOMER: "customer", VENDOR: "vendor" }),
    currency_id: "currency",
    tax_number: "vatId",
    registration_number: "registryNo",
    status: active,
    external_links: linksOf((link) => ({ address: link }), true),
    phone_numbers: phonesOf("number", { MOBILE: "mobile", TELEPHONE: "office", FAX: "fax" }),
    addresses: rows("addresses", {
      street: "line1",
      locality: "district",
      city: "town",
      state: "region",
      pincode: "postcode",
      country: "countryCode"
    }),
    email: (value, { item }) => (item["external_links"] ? {} : { emails: value === null ? [] : [{ address: value }] })
  },
  // Quirk: a contact has many persons, and a change would have to name them all.
  creates: { contact_name: as("people", (name: string) => person(name)) }
})
const person = (name: string) => {
  const [given, ...family] = Normalize.text(name)?.split(/\s+/) ?? []
  return given === undefined ? null : [{ given, family: family.join(" ") || null, primary: true }]
}
