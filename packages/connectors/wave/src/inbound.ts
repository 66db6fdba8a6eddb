/**
 * Wave's webhooks, which the operator sets up in the developer portal: they tell of invoices alone
 * (https://developer.waveapps.com/hc/en-us/articles/47778664499220-Webhooks-Setup-Guide).
 */
import * as Inbound from "@svc/core/Inbound"
import * as Wire from "@svc/core/Wire"

const Event = Wire.struct({
  event_type: Wire.text,
  business_id: Wire.id,
  data: Wire.struct({ invoice_id: Wire.id })
})

/** Quirk: nothing says whether ids are those of the interface, base64 of `Business:<uuid>`, or the bare ones. */
const decoded = (id: string): string | null => {
  try {
    return atob(id)
  } catch {
    return null
  }
}
const isGlobal = (id: string, kind: string): boolean => decoded(id)?.includes(`${kind}:`) === true
const businessOf = (id: string): string => (/^[0-9a-f-]{36}$/i.test(id) ? btoa(`Business:${id.toLowerCase()}`) : id)

export const inbound = Inbound.make({
  proof: (request) => Inbound.timed(request.headers["x-wave-signature"], request),
  events: (body) => {
    const { business_id: business, data, event_type: type } = Wire.decode(Event, body)
    if (!business || !type?.startsWith("invoice.")) return []
    const settings = { business: businessOf(business) }
    const id = data?.invoice_id ?? null
    return [
      { model: "INVOICES", platform_id: id !== null && isGlobal(id, "Invoice") ? id : null, settings },
      // A payment has no event of its own: the invoice is paid, in parts or by too much.
      ...(type.endsWith("paid") ? [{ model: "INVOICE_PAYMENTS" as const, platform_id: null, settings }] : [])
    ]
  }
})
