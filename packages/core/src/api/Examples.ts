/** Examples for the OpenAPI document: one record, item and answer of each data model, with something sensible in each member. */
import { type Field, type Fields, isListKind } from "../contract/Field.ts"
import * as Models from "../contract/Models.ts"
import { isStatement } from "../models/descriptions.ts"

type Example = Readonly<Record<string, unknown>>

/** The platform's identifier of whatever record an example shows. */
export const platformId = "7d1c2f5e"
const moment = "2026-01-31T08:00:00.000Z"

/** Sensible texts by the names of members; an identifier that is not here is made of its name. */
const texts: Readonly<Record<string, string>> = {
  account_name: "Current account",
  account_number: "12345678",
  base_currency: "EUR",
  city: "Berlin",
  code: "PAPER-A4",
  company_name: "Acme Ltd",
  contact_name: "Ada Lovelace",
  country: "DE",
  currency: "EUR",
  currency_id: "EUR",
  customer_id: "cus_81",
  description: "Paper, A4, 500 sheets",
  document_number: "2026-0042",
  email: "ada@example.com",
  file_name: "invoice.pdf",
  file_size: "48211",
  file_type: "application/pdf",
  first_name: "Ada",
  fiscal_start_at: "01-01",
  iban: "DE89370400440532013000",
  industry: "Manufacturing",
  institution_name: "Example Bank",
  journal_entry_type: "MANUAL",
  last_name: "Lovelace",
  lead_source: "Website",
  legal_name: "Acme Limited",
  link: "ada@example.com",
  locality: "Mitte",
  location: "Berlin office",
  lost_reason: "Price",
  memo: "Thank you for your order",
  name: "Acme Ltd",
  nominal_code: "4000",
  note: "Called about the renewal.",
  number: "+49 30 1234567",
  order_name: "#1001",
  order_number: "1001",
  payment_link: "https://pay.example.com/in_81",
  payment_method: "CARD",
  payment_mode: "BANK_TRANSFER",
  phone: "+49 30 1234567",
  pincode: "10115",
  reason: "requested_by_customer",
  reason_code: "fraudulent",
  reason_description: "The cardholder does not recognise the payment.",
  reference: "PO-4711",
  registration_number: "HRB 12345",
  routing_number: "110000000",
  sku: "PAPER-A4",
  source: "pay_81",
  source_name: "Website",
  state: "Berlin",
  status: "OPEN",
  street: "1 Main Street",
  sub_category: "Revenue",
  symbol: "€",
  tax_agency: "Bundeszentralamt für Steuern",
  tax_number: "DE123456789",
  tax_type: "VAT",
  title: "Head of Purchasing",
  type: "STANDARD"
}
const numbers: Readonly<Record<string, number>> = {
  currency_rate: 1.08,
  exchange_rate: 1.08,
  effective_tax_rate: 19,
  total_tax_rate: 19,
  rate: 19,
  probability: 60,
  deal_probability: 60,
  display_order: 1,
  duration_seconds: 1800,
  people_count: 120,
  quantity: 4,
  quantity_on_hand: 250,
  unit_amount: 12.5,
  unit_price: 12.5,
  sub_total: 50,
  tax_amount: 9.5,
  total_discount: 0,
  total_amount: 59.5,
  amount_due: 59.5
}

const valueOf = (name: string, field: Field, depth: number): unknown => {
  if (field.of !== undefined) {
    const { fields, hasUpdatedAt } = field.of
    return [
      {
        svc_id: 1043,
        platform_id: `${platformId}:1`,
        ...membersOf(fields, depth + 1),
        ...(hasUpdatedAt ? { updated_at: moment } : {})
      }
    ]
  }
  if (field.members !== undefined) {
    // A row of a statement holds rows.
    if (isStatement(field)) {
      return [{ name: "Sales", value: 59.5, account_id: "200", line_items: [] }]
    }
    const own = membersOf(field.members, depth + 1)
    return isListKind(field.kind) ? [own] : own
  }
  switch (field.kind) {
    case "number":
      return numbers[name] ?? 59.5
    case "boolean":
      return true
    case "dateTime":
      return moment
    case "date":
      return "2026-01-31"
    case "texts":
      return [`${name.replace(/_ids$|s$/, "").replaceAll("_", "-")}-1`]
    default:
      return (
        field.values?.[0] ?? texts[name] ?? (name.endsWith("_id") ? `${name.slice(0, -3).replaceAll("_", "-")}-1` : "…")
      )
  }
}
const membersOf = (fields: Fields, depth = 0): Example =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(name, field, depth)]))

const common: Example = {
  svc_id: 1042,
  svc_created_at: moment,
  svc_updated_at: moment,
  svc_company_id: 7,
  svc_deleted_at: null,
  platform_id: platformId,
  platform_unique_id: platformId
}

/** A record as a list shows it. */
export const record = (id: Models.ModelId): Example => ({
  ...common,
  ...membersOf(Models.get(id).fields),
  updated_at: moment
})

const isLine = (field: Field): boolean => field.kind === "rows" && field.members?.["quantity"] !== undefined

/** An item of a write with its first members, and its lines. */
export const item = (fields: Fields, needs: ReadonlyArray<string> = [], most = 4): Example => {
  const rankOf = ([name, field]: readonly [string, Fields[string]]) =>
    2 * Number(needs.includes(name)) + Number(isLine(field))
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== "platform_id")
      .toSorted((a, b) => rankOf(b) - rankOf(a))
      .slice(0, most)
      .map(([name, field]) => {
        if (field.members === undefined) return [name, valueOf(name, field, 0)]
        const own = item(field.members, [], 5)
        return [name, field.kind === "object" ? own : [own]]
      })
  )
}

/** What a write of one item is answered. */
export const upload = (id: Models.ModelId, names: ReadonlyArray<string>): Example => {
  const all = record(id)
  return {
    data: {
      status: "SUCCESS",
      upload_job_id: "upl_0190a5f2",
      data: [
        {
          job_id: "job_0190a5f2",
          status: "success",
          response: {
            ...Object.fromEntries(names.map((name) => [name, all[name] ?? null])),
            raw_data: { id: platformId }
          },
          error: null
        }
      ]
    },
    request_timestamp: moment,
    response_timestamp: "2026-01-31T08:00:01.250Z",
    request_id: "0190a5f2-7c1e-4d0e-9a57-1f0a3c2b4d5e"
  }
}
