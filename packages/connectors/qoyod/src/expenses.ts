/** Simple bills: expenses by account, without products. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { contactId } from "./contacts.ts"
import { dated, listing, missing } from "./listing.ts"
import { taxed } from "./lines.ts"
import { contactOf, contactsOf, currencyOf } from "./references.ts"
import { taxes } from "./tax-rates.ts"

const Row = Wire.struct({
  ...Wire.all(Wire.id, "id", "expense_category_id", "account_id", "tax_id"),
  total_amount: Wire.number,
  tax_percent: Wire.number,
  description: Wire.text,
  is_inclusive: Wire.decisive(Wire.boolean)
})
const rows = Wire.list(Wire.required(Row))

export const expenses = Connector.read("EXPENSES", {
  ...listing("/simple_bills", ["simple_bills"], ["simple_bill"]),
  lookups: { taxes },
  companions: { contacts: contactsOf("vendor") },
  // Quirk: what the rows are called in answers is not documented.
  item: Wire.struct({
    id: Wire.required(Wire.id),
    reference: Wire.text,
    contact_id: Wire.id,
    contact: Wire.struct({ id: Wire.id }),
    issue_date: Wire.day,
    total: Wire.number,
    ...Wire.all(rows, "simple_bill_items", "simple_bill_items_attributes", "line_items"),
    updated_at: Wire.instant
  }),
  from: dated("issue_date"),
  deletes: missing("/simple_bills", "simple_bills"),
  map: (raw, { companions, lookups, settings }) => {
    const contact = contactOf(raw)
    const line_items = (raw.simple_bill_items ?? raw.simple_bill_items_attributes ?? raw.line_items ?? []).map(
      (row, index) => {
        const percent = row.tax_percent ?? Normalize.lookUp(lookups.taxes.percents, row.tax_id) ?? null
        return {
          platform_id: row.id ?? `${raw.id}:${index}`,
          tracking_category_ids: [],
          tax_id: row.tax_id ?? null,
          account_id: row.expense_category_id ?? row.account_id ?? null,
          description: row.description ?? null,
          ...taxed(row.total_amount, percent, row.is_inclusive === true)
        }
      }
    )
    const whole = (values: ReadonlyArray<number | null>) => (values.includes(null) ? null : Normalize.sum(values))
    const total = raw.total ?? whole(line_items.map((own) => own.total_amount))
    const tax_amount = whole(line_items.map((own) => own.tax_amount))
    return {
      platform_id: raw.id,
      contact_id: contactId("vendor", contact),
      document_number: raw.reference,
      posted_date: raw.issue_date,
      currency_id: currencyOf(companions.contacts, contact, settings),
      total_amount: total,
      sub_total: Normalize.difference(total, tax_amount),
      tax_amount,
      memo: line_items[0]?.description ?? null,
      line_items,
      updated_at: raw.updated_at
    }
  }
})
