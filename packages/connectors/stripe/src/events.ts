/**
 * Stripe's events: what tells of changes, since lists know only when a record was made. They come as a feed, which Stripe
 * keeps for 30 days, and as webhooks. The record in an event has the shape of an older version and is never believed.
 */
import type { Models, Page, Read } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { type Told, types } from "./event-types.ts"

export const Event = Wire.struct({
  type: Wire.required(Wire.text),
  account: Wire.id,
  data: Wire.required(
    Wire.struct({
      object: Wire.required(
        Wire.struct({
          id: Wire.id,
          object: Wire.text,
          created: Wire.number,
          customer: Wire.unknown,
          product: Wire.unknown
        })
      )
    })
  )
})
type Event = (typeof Event)["Type"]

/** Records of their own at Stripe that are a part of another here. */
const parts: Readonly<Record<string, "customer" | "product">> = { tax_id: "customer", price: "product" }
const partOf = ({ data: { object } }: Event) => parts[object.object ?? ""]

/** The models an event tells of. */
export const modelsOf = ({ type }: Event): ReadonlyArray<Models.ModelId> =>
  (Object.keys(types) as ReadonlyArray<Told>).filter((model) => types[model].includes(type))
/** The id of the record an event tells of. */
export const idOf = (event: Event): string | null => {
  const { object } = event.data
  const whole = partOf(event)
  const named = whole === undefined ? object.id : object[whole]
  return Normalize.id(typeof named === "object" && named !== null ? Call.at(named, "id") : named)
}
export const isDeletion = (event: Event): boolean => event.type.endsWith(".deleted") && partOf(event) === undefined

/** A moment in whole seconds since 1970, as queries take it. */
export const seconds = (moment: string): number => Math.floor(Date.parse(moment) / 1000)

/**
 * The feed of a model's changes. `isListed` says that a run lists what was made since the same moment too: then events of
 * those records tell nothing more.
 */
export const changesOf = (model: Told, page: Page.Page, isListed = true): Read.Changes => ({
  call: ({ since }) => ({
    path: "/v1/events",
    query: {
      "created[gte]": seconds(since),
      ...Object.fromEntries(types[model].map((type, index) => [`types[${index}]`, type]))
    }
  }),
  page,
  items: "data",
  id: (entry, { since }) => {
    const event = Wire.decode(Event, entry)
    const made = partOf(event) === undefined ? event.data.object.created : null
    return isListed && !isDeletion(event) && typeof made === "number" && made >= seconds(since) ? null : idOf(event)
  },
  // Stripe keeps 30 days; one is left for runs that take their time.
  keeps: 29 * 86_400
})
