/** How Stripe is written to: forms, with a key that makes a repeat harmless, and the record read again as lists show it. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import type * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { digitsOf } from "./wire.ts"

interface Own {
  readonly path: string
  /** The call that takes a record back, below its own address. */
  readonly undo?: string
}
type Body = Readonly<Record<string, unknown>>

/** `a[b][0]`, as forms name what is within. Quirk: what is made empty is sent as an empty text. */
const flat = (value: unknown, name: string): ReadonlyArray<readonly [string, string]> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([own, inner]) => flat(inner, name === "" ? own : `${name}[${own}]`))
    : value === undefined
      ? []
      : [[name, String(value ?? "")]]
export const form = (body: Body): Call.EncodedBody => Call.form(Object.fromEntries(flat(body, "")))
export const post = (path: string, body: Body = {}): Call.Call => ({ method: "POST", path, body: form(body) })

export const key = Write.key("idempotency-key")
/** An amount in whole minor units, of the item's currency. */
export const minorOf = (value: number, currency: unknown, place: string): number | null =>
  Normalize.toMinorUnits(value, digitsOf(typeof currency === "string" ? currency : ""), place)
export const minor = (to: string): Take.Named<number> => ({
  to,
  by: (value, { place, refuse, root }) =>
    root["currency_id"] == null ? refuse("needs currency_id beside it") : minorOf(value, root["currency_id"], place)
})
/** A price that is made for a line: of a product, or of what is said of one. */
export const priceOf = (unit: number, code: unknown, place: string, product: object): object => ({
  currency: String(code).toLowerCase(),
  ...product,
  unit_amount: minorOf(unit, code, place)
})
export const currency: Take.Named<string> = { to: "currency", by: (code) => code.toLowerCase() }
export const isActive = (status: string): object => ({ active: status === "ACTIVE" })

export const writing = Writer.make(({ path, undo = "cancel" }: Own) => {
  const address = ({ id }: Writer.Sent) => `${path}/${Call.segment(id)}`
  return {
    idempotency: key,
    answers: (answer) => [Write.acceptedId(String(Call.at(answer, "id")))],
    create: { call: ({ body }) => post(path, body) },
    update: { call: (sent) => post(address(sent), sent.body) },
    delete: { call: (sent) => ({ method: "DELETE", path: address(sent) }), idempotency: Write.natural },
    void: { call: (sent) => post(`${address(sent)}/${undo}`) }
  }
})
