/** Enumerations and sub-record shapes that several data models share. */
import * as Field from "../contract/Field.ts"
import * as Model from "../contract/Model.ts"

/** Contacts, items, accounts, products: records that are in use or put away. */
export const baseStatus = Field.oneOf(["ACTIVE", "ARCHIVED", "UNKNOWN"])
/** Accounting documents. A platform's own word never appears here; it stays readable in raw_data. */
export const artifactStatus = Field.oneOf([
  "DRAFT",
  "SUBMITTED",
  "PARTIALLY_PAID",
  "PAID",
  "OVERDUE",
  "VOID",
  "UNKNOWN"
])
/** The accounting data models that have line items and documents. */
export const accountingDocuments = [
  "BILLS",
  "INVOICES",
  "BILL_CREDIT_NOTES",
  "INVOICE_CREDIT_NOTES",
  "EXPENSES",
  "PURCHASE_ORDERS",
  "SALES_ORDERS"
] as const
/** Units of the company's base currency for one unit of the document's currency. */
export const currencyRate = Field.rate
/** How much a document, one of its lines, a payment or a movement is of. */
export const amount = Field.essential(Field.number)
/** What the platform works out of a document's lines. */
export const total = Field.computed(amount)
/** What the platform knows of master data, such as a balance. */
export const known = Field.computed(Field.number)
/** The currency that the amounts of a record are in. */
export const currencyOfAmounts = Field.essential(Field.text)
/** When the platform made the record. */
export const createdAt = Field.computed(Field.dateTime)
export const debitOrCredit = Field.essential(Field.oneOf(["DEBIT", "CREDIT"]))
export const reportBasis = Field.oneOf(["ACCRUAL", "CASH"])

const linkFields = { link: Field.text, type: Field.oneOf(["EMAIL", "WEBSITE"]) }
const phoneFields = { number: Field.text, type: Field.oneOf(["MOBILE", "TELEPHONE", "FAX"]) }
export const addressFields = {
  street: Field.text,
  locality: Field.text,
  city: Field.text,
  state: Field.text,
  pincode: Field.text,
  country: Field.text
}

/** Platforms take several e-mail addresses in one member: each is a link, and the first keeps the id. */
const addressesOf = (row: Readonly<Record<string, unknown>>): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const { link, platform_id: id, type } = row
  const all = type === "EMAIL" && typeof link === "string" ? link.split(/[\s,;]+/).filter((one) => one !== "") : []
  if (all.length < 2 || !all.every((one) => /^[^@<>]+@[^@<>]+$/.test(one))) return [row]
  return all.map((one, at) => ({
    ...row,
    link: one,
    platform_id: typeof id === "string" && at > 0 ? `${id}:${at}` : id
  }))
}

/** The three ways to reach somebody, once for each category that has them. */
export const links = <const Id extends string>(id: Id, category: Model.ModelCategory) =>
  Model.subModel(id, { category, title: "External link", fields: linkFields, split: addressesOf })
export const phones = <const Id extends string>(id: Id, category: Model.ModelCategory) =>
  Model.subModel(id, { category, title: "Phone number", fields: phoneFields })
export const addresses = <const Id extends string>(id: Id, category: Model.ModelCategory) =>
  Model.subModel(id, { category, title: "Address", fields: addressFields })
