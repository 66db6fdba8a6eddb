/** Xero's webhooks: of contacts, of invoices and bills, and of credit notes; the organisation is named by its tenant. */
import type { Models } from "@svc/core"
import * as Inbound from "@svc/core/Inbound"
import * as Wire from "@svc/core/Wire"

const Body = Wire.struct({
  events: Wire.list(
    Wire.struct({
      resourceId: Wire.id,
      eventCategory: Wire.text,
      tenantId: Wire.id,
      data: Wire.struct({ Type: Wire.text })
    })
  )
})

const creditNotes: Readonly<Record<string, Models.ModelId>> = {
  ACCPAYCREDIT: "BILL_CREDIT_NOTES",
  ACCRECCREDIT: "INVOICE_CREDIT_NOTES"
}
/** The models a record may belong to; where the event does not say, the record itself does when it is fetched. */
const modelsOf = (category: string, type: string): ReadonlyArray<Models.ModelId> => {
  if (category === "CONTACT") return ["CONTACTS"]
  if (category === "INVOICE") return ["INVOICES", "BILLS"]
  if (category !== "CREDITNOTE") return []
  const known = creditNotes[type]
  return known === undefined ? Object.values(creditNotes) : [known]
}

export const inbound = Inbound.make({
  // Quirk: before a webhook is switched on, Xero sends right and wrong signatures and wants 200 and 401 with empty
  // bodies: the answers that core gives anyway.
  proof: ({ body, headers }) => {
    const given = headers["x-xero-signature"]
    return given === undefined ? null : { algorithm: "SHA-256", encoding: "base64", message: body, signatures: [given] }
  },
  events: (body) =>
    (Wire.decode(Body, body).events ?? []).flatMap(({ data, eventCategory, resourceId, tenantId }) =>
      resourceId && tenantId
        ? modelsOf(eventCategory ?? "", data?.Type ?? "").map((model) => ({
            model,
            platform_id: resourceId,
            settings: { tenantId }
          }))
        : []
    )
})
