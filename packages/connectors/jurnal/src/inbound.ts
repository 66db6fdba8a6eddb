/**
 * Jurnal's webhooks, which Mekari sets up for a company and which tell of what was made: the body is the record itself
 * (https://developers.mekari.com/docs/kb/webhooks/jurnal). Quirk: nothing is signed, so the address holds a secret.
 */
import type { Models } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

const Told = Wire.struct({
  id: Wire.required(Wire.id),
  kind: Wire.decisive(Wire.text),
  transaction_no: Wire.text,
  display_name: Wire.text
})
/** Quotes are no orders, and no model has them. */
const kinds: Readonly<Record<string, Models.ModelId | undefined>> = {
  "sales invoice": "INVOICES",
  "sales order": "SALES_ORDERS"
}
const event = (model: Models.ModelId, platform_id: string) => ({ model, platform_id, settings: {} })

export const inbound = Inbound.make({
  proof: ({ url }) => {
    const given = url.searchParams.get("token")
    return given === null ? null : { equals: given }
  },
  events: (body) => {
    const { display_name, id, kind, transaction_no } = Wire.decode(Told, body)
    if (kind) {
      const model = kinds[kind.trim().toLowerCase()]
      return model === undefined ? [] : [event(model, id)]
    }
    // A payment says no kind, and has a record for each document that it is on.
    const records = Read.arrayAt(body, "records")
    if (records.length > 0)
      return records.map((own) => event("INVOICE_PAYMENTS", `${id}:${Normalize.id(Call.at(own, "id"))}`))
    return transaction_no == null && display_name ? [event("CONTACTS", id)] : []
  }
})
