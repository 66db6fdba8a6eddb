/** Payment links, with all their lines. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changesOf } from "./events.ts"
import { LinkLine, linkLine } from "./lines.ts"
import { amountIn, currency, pages, resource } from "./wire.ts"

const statuses = Normalize.word({ true: "ACTIVE", false: "INACTIVE" })
const Lines = Wire.list(LinkLine)
const path = "/v1/payment_links"

export const paymentPaymentLinks = Connector.read("PAYMENT_PAYMENT_LINKS", {
  ...resource(path, ["line_items"]),
  // Quirk: a payment link does not say when it was made and is not listed by it; only events tell of new ones.
  changes: changesOf("PAYMENT_PAYMENT_LINKS", pages, false),
  mapping: 2,
  deletes: Read.never("Stripe deactivates payment links and deletes none"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    url: Wire.text,
    active: Wire.boolean,
    currency,
    line_items: Wire.struct({ data: Lines, has_more: Wire.boolean })
  }),
  follow: ({ id, line_items }) =>
    line_items == null || line_items.has_more
      ? [Read.pages({ call: { path: `${path}/${Call.segment(id)}/line_items` }, page: pages, items: "data" })]
      : [],
  map: (raw, { followed }) => {
    const amount = amountIn(raw.currency)
    const lines = followed[0] == null ? raw.line_items?.data : Wire.decode(Lines, followed[0])
    return {
      platform_id: raw.id,
      // What is paid by a price that the customer chooses is not known.
      amount: lines?.some(({ price }) => price?.custom_unit_amount != null)
        ? null
        : amount(Normalize.sum((lines ?? []).map((line) => line.amount_total))),
      currency_id: raw.currency,
      link: raw.url,
      status: statuses(raw.active),
      line_items: (lines ?? []).map(linkLine(amount))
    }
  }
})
