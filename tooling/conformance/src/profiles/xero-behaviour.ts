/**
 * What makes the stand-in behave like Xero: the tenant header, `where` clauses, pages, and what Xero adds to a document
 * that was sent: line ids, totals, its old form of dates. The seed is a small invented company whose records refer to each
 * other, because the examples of the description do not.
 */
import { isObject, type Json } from "../JsonSchemas.ts"
import type { Behaviour, WrittenItem } from "../Profile.ts"

const id = (kind: number, position: number): string =>
  `5eed${String(kind).padStart(4, "0")}-0000-4000-8000-${String(position).padStart(12, "0")}`

/** Ids of the seed, for sample writes to name. */
export const seeded = {
  contact: id(1, 1),
  bank: id(2, 1),
  stationery: id(2, 2),
  sales: id(2, 3),
  item: id(3, 1),
  expense: id(4, 1),
  invoice: id(5, 1),
  bill: id(5, 2),
  invoiceLine: id(6, 1),
  taxType: "INPUT20",
  spareTaxType: "INPUT5",
  category: id(7, 1),
  spareCategory: id(7, 3),
  spareOption: id(7, 4),
  option: id(7, 2),
  savings: id(2, 4),
  spareAccount: id(2, 5),
  spareItem: id(3, 2),
  spareExpense: id(4, 2),
  spareInvoice: id(5, 3),
  spareBill: id(5, 4),
  billCreditNote: id(8, 1),
  invoiceCreditNote: id(8, 2),
  billPayment: id(9, 1),
  invoicePayment: id(9, 2),
  purchaseOrder: id(10, 1),
  journal: id(11, 1)
}

const changed = "/Date(1767225600000+0000)/"
const contact = { ContactID: seeded.contact, Name: "Harbour Paper Ltd" }
const dates = { Date: "/Date(1767225600000+0000)/", DateString: "2026-01-01T00:00:00", UpdatedDateUTC: changed }
const line = {
  LineItemID: seeded.invoiceLine,
  Description: "Reams of paper",
  Quantity: 10,
  UnitAmount: 4.5,
  LineAmount: 45,
  TaxAmount: 9,
  TaxType: seeded.taxType,
  ItemCode: "REAM",
  AccountID: seeded.sales,
  AccountCode: "S200",
  Item: { ItemID: seeded.item, Code: "REAM", Name: "Ream of paper" },
  Tracking: []
}
const totals = {
  LineAmountTypes: "Exclusive",
  SubTotal: 45,
  TotalTax: 9,
  Total: 54,
  CurrencyCode: "NZD",
  CurrencyRate: 1
}
const due = { DueDate: "/Date(1769904000000+0000)/", DueDateString: "2026-02-01T00:00:00" }
const open = { AmountDue: 54, AmountPaid: 0, AmountCredited: 0, Payments: [], CreditNotes: [] }
const account = (AccountID: string, Code: string, Name: string, Type: string, Class: string, TaxType: string) => ({
  AccountID,
  Code,
  Name,
  Type,
  Class,
  TaxType,
  Status: "ACTIVE",
  UpdatedDateUTC: changed
})

const expense = (BankTransactionID: string) => ({
  BankTransactionID,
  Type: "SPEND",
  Status: "AUTHORISED",
  Contact: contact,
  BankAccount: { AccountID: seeded.bank, Code: "B090", Name: "Current account" },
  Reference: "Card 4411",
  IsReconciled: false,
  HasAttachments: false,
  ...dates,
  ...totals,
  LineItems: [{ ...line, AccountID: seeded.stationery, AccountCode: "E400" }]
})
const document = (InvoiceID: string, Type: string, InvoiceNumber: string, Reference?: string) => ({
  InvoiceID,
  Type,
  Status: "AUTHORISED",
  InvoiceNumber,
  ...(Reference === undefined ? {} : { Reference }),
  Contact: contact,
  HasAttachments: false,
  ...dates,
  ...due,
  ...totals,
  ...open,
  LineItems: [Type === "ACCREC" ? line : { ...line, LineItemID: id(6, 2), AccountID: seeded.stationery }]
})
const creditNote = (CreditNoteID: string, Type: string, of: string) => ({
  CreditNoteID,
  Type,
  Status: "AUTHORISED",
  CreditNoteNumber: `CN-${Type}`,
  Contact: contact,
  ...dates,
  ...totals,
  RemainingCredit: 50,
  Allocations: [{ AllocationID: id(12, 1), Amount: 4, Date: changed, Invoice: { InvoiceID: of } }],
  LineItems: [line]
})
const payment = (PaymentID: string, PaymentType: string, InvoiceID: string) => ({
  PaymentID,
  PaymentType,
  Status: "AUTHORISED",
  Amount: 4,
  CurrencyRate: 1,
  Account: { AccountID: seeded.bank },
  Invoice: { InvoiceID, Contact: contact, CurrencyCode: "NZD" },
  ...dates
})

const seed = {
  "/CreditNotes": [
    creditNote(seeded.billCreditNote, "ACCPAYCREDIT", seeded.spareBill),
    creditNote(seeded.invoiceCreditNote, "ACCRECCREDIT", seeded.spareInvoice)
  ],
  "/Payments": [
    payment(seeded.billPayment, "ACCPAYPAYMENT", seeded.bill),
    payment(seeded.invoicePayment, "ACCRECPAYMENT", seeded.invoice)
  ],
  "/PurchaseOrders": [
    {
      PurchaseOrderID: seeded.purchaseOrder,
      PurchaseOrderNumber: "PO-7",
      Status: "DRAFT",
      Contact: contact,
      ...dates,
      ...totals,
      LineItems: [line]
    }
  ],
  "/ManualJournals": [
    {
      ManualJournalID: seeded.journal,
      Narration: "Wear of the press",
      Status: "DRAFT",
      LineAmountTypes: "NoTax",
      ...dates,
      JournalLines: [
        { AccountID: seeded.stationery, LineAmount: 9 },
        { AccountID: seeded.sales, LineAmount: -9 }
      ]
    }
  ],
  "/Contacts": [
    {
      ...contact,
      ContactStatus: "ACTIVE",
      EmailAddress: "books@harbour-paper.example",
      IsSupplier: true,
      IsCustomer: true,
      Addresses: [
        { AddressType: "STREET", AddressLine1: "1 Quay", City: "Port", Region: "", PostalCode: "1", Country: "NZ" }
      ],
      Phones: [{ PhoneType: "MOBILE", PhoneNumber: "555", PhoneAreaCode: "21", PhoneCountryCode: "64" }],
      ContactPersons: [],
      UpdatedDateUTC: changed
    }
  ],
  "/Accounts": [
    {
      ...account(seeded.bank, "B090", "Current account", "BANK", "ASSET", "NONE"),
      BankAccountNumber: "0101010101010101",
      BankAccountType: "BANK",
      CurrencyCode: "NZD"
    },
    { ...account(seeded.savings, "B091", "Savings", "BANK", "ASSET", "NONE"), BankAccountNumber: "02" },
    account(seeded.spareAccount, "E499", "Sundry", "EXPENSE", "EXPENSE", seeded.taxType),
    account(seeded.stationery, "E400", "Stationery", "EXPENSE", "EXPENSE", seeded.taxType),
    account(seeded.sales, "S200", "Paper sales", "REVENUE", "REVENUE", "OUTPUT20")
  ],
  "/Items": [
    { ItemID: seeded.spareItem, Code: "INK", Name: "Ink", IsSold: true, IsPurchased: true, UpdatedDateUTC: changed },
    {
      ItemID: seeded.item,
      Code: "REAM",
      Name: "Ream of paper",
      Description: "500 sheets",
      IsSold: true,
      IsPurchased: true,
      IsTrackedAsInventory: false,
      PurchaseDetails: { UnitPrice: 3, AccountCode: "E400", TaxType: seeded.taxType },
      SalesDetails: { UnitPrice: 4.5, AccountCode: "S200", TaxType: "OUTPUT20" },
      UpdatedDateUTC: changed
    }
  ],
  "/TaxRates": [
    {
      Name: "5% on expenses",
      TaxType: seeded.spareTaxType,
      ReportTaxType: "INPUT",
      Status: "ACTIVE",
      TaxComponents: [{ Name: "VAT", Rate: 5, IsCompound: false }]
    },
    {
      Name: "20% on expenses",
      TaxType: seeded.taxType,
      ReportTaxType: "INPUT",
      Status: "ACTIVE",
      DisplayTaxRate: 20,
      EffectiveRate: 20,
      TaxComponents: [{ Name: "VAT", Rate: 20, IsCompound: false }]
    }
  ],
  "/TrackingCategories": [
    {
      TrackingCategoryID: seeded.spareCategory,
      Name: "Season",
      Status: "ACTIVE",
      Options: [{ TrackingOptionID: seeded.spareOption, Name: "Spring", Status: "ACTIVE" }]
    },
    {
      TrackingCategoryID: id(7, 1),
      Name: "Branch",
      Status: "ACTIVE",
      Options: [{ TrackingOptionID: seeded.option, Name: "North", Status: "ACTIVE" }]
    }
  ],
  "/BankTransactions": [expense(seeded.expense), expense(seeded.spareExpense)],
  "/Invoices": [
    document(seeded.invoice, "ACCREC", "INV-7001", "Order 12"),
    document(seeded.bill, "ACCPAY", "HP-31"),
    document(seeded.spareInvoice, "ACCREC", "INV-7002"),
    document(seeded.spareBill, "ACCPAY", "HP-32")
  ]
}

/** A `where` clause as far as connectors use it: comparisons and `StartsWith`, joined by AND and OR; else it fits. */
const holds = (item: Json, where: string): boolean =>
  where.split(/\s+OR\s+|\|\|/i).some((either) =>
    either.split(/\s+AND\s+|&&/i).every((clause) => {
      const compared = /^[(\s]*([\w.]+)\s*(==|!=)\s*(?:GUID\()?"([^"]*)"/i.exec(clause)
      if (compared !== null) return (at(item, compared[1]!) === compared[3]) === (compared[2] === "==")
      const started = /^[(\s]*([\w.]+)\.StartsWith\("([^"]*)"\)/i.exec(clause)
      return started === null || String(at(item, started[1]!)).startsWith(started[2]!)
    })
  )
const at = (item: Json, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), item)

const listParam = (params: URLSearchParams, name: string): ReadonlyArray<string> | null =>
  params.get(name)?.split(",") ?? null

const idOf: Readonly<Record<string, string>> = { "/Invoices": "InvoiceID", "/Contacts": "ContactID" }

const fits: NonNullable<Behaviour["fits"]> = (item, request, path) => {
  const params = request.url.searchParams
  const ids = listParam(params, "IDs")
  const statuses = listParam(params, "Statuses") ?? listParam(params, "Status") ?? listParam(params, "status")
  const offset = params.get("offset")
  if (ids !== null && idOf[path] !== undefined && !ids.includes(String(item[idOf[path]]))) return false
  if (statuses !== null && !statuses.includes(String(item["Status"]))) return false
  if (path === "/Journals" && offset !== null && Number(item["JournalNumber"]) <= Number(offset)) return false
  if (path === "/Contacts" && params.get("includeArchived") !== "true" && item["ContactStatus"] === "ARCHIVED")
    return false
  return holds(item, params.get("where") ?? "")
}

const millis = (date: unknown): number | undefined => {
  const old = /^\/Date\((-?\d+)/.exec(String(date))
  if (old !== null) return Number(old[1])
  const parsed = Date.parse(String(date))
  return Number.isNaN(parsed) ? undefined : parsed
}
const old = (at: number): string => `/Date(${at}+0000)/`
const cents = (amount: number): number => Math.round(amount * 100) / 100

const dateMembers = ["Date", "DueDate", "DeliveryDate", "ExpectedArrivalDate", "FullyPaidOnDate"]

/** Dates as Xero answers them: `Date` in the old form and `DateString` beside it. */
const dated = (item: Json): Json =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => {
      const moment = dateMembers.includes(name) && typeof value === "string" ? millis(value) : undefined
      if (moment === undefined) return [[name, value]]
      return [
        [name, old(moment)],
        [`${name}String`, new Date(moment).toISOString().slice(0, 19)]
      ]
    })
  )

const lined = (lines: ReadonlyArray<Json>, { items, newId }: WrittenItem): ReadonlyArray<Json> =>
  lines.map((own) => {
    const gross = Number(own["Quantity"] ?? 1) * Number(own["UnitAmount"] ?? 0)
    const rate = Number(own["DiscountRate"] ?? 0)
    const amount = cents(gross * (1 - rate / 100) - Number(own["DiscountAmount"] ?? 0))
    const tax = items("/TaxRates").find(({ TaxType }) => TaxType === own["TaxType"])
    const item = items("/Items").find(({ Code }) => Code === own["ItemCode"])
    const ledger = items("/Accounts").find(
      ({ AccountID, Code }) => AccountID === own["AccountID"] || Code === own["AccountCode"]
    )
    return {
      Tracking: [],
      ...own,
      ...(ledger === undefined ? {} : { AccountID: ledger["AccountID"], AccountCode: ledger["Code"] }),
      ...(item === undefined ? {} : { Item: { ItemID: item["ItemID"], Code: item["Code"], Name: item["Name"] } }),
      LineItemID: own["LineItemID"] ?? newId(),
      LineAmount: amount,
      TaxAmount: cents((amount * Number(tax?.["EffectiveRate"] ?? 0)) / 100)
    }
  })

const numberOf: Readonly<Record<string, readonly [member: string, prefix: string]>> = {
  "/PurchaseOrders": ["PurchaseOrderNumber", "PO-"],
  "/Invoices": ["InvoiceNumber", "INV-"],
  "/CreditNotes": ["CreditNoteNumber", "CN-"]
}

const sum = (lines: ReadonlyArray<Json>, name: string): number =>
  cents(lines.reduce((total, own) => total + Number(own[name] ?? 0), 0))

const complete: NonNullable<Behaviour["complete"]> = (merged, written) => {
  const { before, input, items, now, path } = written
  const key = idMembers[path] ?? `${singular(path)}ID`
  // What the example of the answer holds besides is not this item's.
  const own: Json = before === null ? { ...input, [key]: merged[key] } : merged
  const common = { ...dated(own), UpdatedDateUTC: old(now), HasErrors: false, StatusAttributeString: "OK" }
  if (path === "/Contacts") {
    return { ContactStatus: "ACTIVE", IsSupplier: false, IsCustomer: false, Addresses: [], Phones: [], ...common }
  }
  if (path === "/Payments" && before === null && isObject(own["Invoice"])) {
    const { InvoiceID } = own["Invoice"]
    const paid = items("/Invoices").find((one) => one["InvoiceID"] === InvoiceID)
    const PaymentType = paid?.["Type"] === "ACCPAY" ? "ACCPAYPAYMENT" : "ACCRECPAYMENT"
    return { Status: "AUTHORISED", ...common, PaymentType, Invoice: { InvoiceID, Contact: paid?.["Contact"] } }
  }
  if (!Array.isArray(own["LineItems"])) return common
  const [number, prefix] = numberOf[path] ?? ["Number", ""]
  const lines = lined(own["LineItems"] as ReadonlyArray<Json>, written)
  const contactId = isObject(own["Contact"]) ? own["Contact"]["ContactID"] : undefined
  const subTotal = sum(lines, "LineAmount")
  const tax = sum(lines, "TaxAmount")
  const total = own["LineAmountTypes"] === "Inclusive" ? subTotal : cents(subTotal + tax)
  const paid = Number(own["AmountPaid"] ?? 0) + Number(own["AmountCredited"] ?? 0)
  return {
    [number]: `${prefix}${items(path).length + 1}`,
    Status: "DRAFT",
    LineAmountTypes: "Exclusive",
    CurrencyCode: "NZD",
    CurrencyRate: 1,
    HasAttachments: false,
    ...(path === "/Invoices" ? { AmountPaid: 0, AmountCredited: 0 } : {}),
    ...(path === "/CreditNotes" ? { Allocations: [], RemainingCredit: total } : {}),
    ...common,
    Contact: items("/Contacts").find(({ ContactID }) => ContactID === contactId) ?? own["Contact"],
    LineItems: lines,
    SubTotal: own["LineAmountTypes"] === "Inclusive" ? cents(subTotal - tax) : subTotal,
    TotalTax: tax,
    Total: total,
    TotalDiscount: sum(lines, "DiscountAmount"),
    ...(path === "/Invoices" ? { AmountDue: cents(total - paid) } : {})
  }
}
const idMembers: Readonly<Record<string, string>> = {
  "/TaxRates": "TaxType",
  "/TrackingCategories": "TrackingCategoryID"
}
const singular = (path: string): string => path.slice(1).replace(/s$/, "")

/** An allocation lowers what is left of a credit note. */
const apply: NonNullable<Behaviour["apply"]> = (item, path, body) => {
  const sent = body["Allocations"]
  if (!path.endsWith("/Allocations") || !Array.isArray(sent)) return item
  const before = (item["Allocations"] as ReadonlyArray<Json> | undefined) ?? []
  const made = sent.map((own, index) => ({ AllocationID: id(13, before.length + index), ...dated(own) }))
  const allocations = [...before, ...made]
  return {
    ...item,
    Allocations: allocations,
    RemainingCredit: cents(Number(item["RemainingCredit"] ?? item["Total"] ?? 0) - sum(sent, "Amount"))
  }
}

const refuse: NonNullable<Behaviour["refuse"]> = (request, items) => {
  if (!request.url.pathname.includes(".xro/")) return null
  const tenant = request.headers["xero-tenant-id"]
  if (items("/connections").some(({ tenantId }) => tenantId === tenant)) return null
  return {
    status: 403,
    body: { Type: null, Title: "Forbidden", Status: 403, Detail: "AuthenticationUnsuccessful", Instance: null }
  }
}

export const behaviour: Behaviour = {
  elementId: "LineItemID",
  refuse,
  fits,
  complete,
  apply,
  collections: {
    "/Currencies": { id: "Code" },
    "/TaxRates": { id: "TaxType" },
    "/TrackingCategories": { id: "TrackingCategoryID" },
    "/connections": { at: "" }
  },
  changedAt: (item) => millis(item["UpdatedDateUTC"]),
  paging: {
    page: "page",
    size: "pageSize",
    defaultSize: 100,
    describe: ({ page, size, total }) => ({
      pagination: { page, pageSize: size, pageCount: Math.ceil(total / size), itemCount: total }
    })
  },
  seed
}
