/**
 * How records are written: an entity is posted, changed with its newest SyncToken, deleted or voided, all at one address. What
 * is often written under the same name is here too.
 */
import type { Write } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Writer from "@svc/core/Writer"
import { answered, idempotency, post, stepIdempotency } from "./posting.ts"

const Current = Wire.struct({ SyncToken: Wire.required(Wire.id) })

interface Own {
  /** The entity behind an item. */
  readonly entity: string | ((sent: Writer.Sent) => string)
  /** Its id there, where that is not the `platform_id`. */
  readonly idOf?: (id: string) => string
  /** QuickBooks describes how some members alone are changed. Where it does not, the whole record is sent back. */
  readonly sparse?: true
  /** What says that a record is voided. */
  readonly voids?: { readonly query: Call.Query; readonly body?: object }
  /** What is sent in place of a change. */
  readonly instead?: (sent: Writer.Sent) => Call.Call | null
  /** How a new record is made where that takes several calls. */
  readonly steps?: (
    body: Take.Item,
    sent: Writer.Sent & { readonly answered: Write.Answered }
  ) => Write.Step | Write.Answer
}

export const writing = Writer.make(({ entity, idOf = (id) => id, instead, sparse, steps, voids }: Own) => {
  const entityOf = (sent: Writer.Sent) => (typeof entity === "string" ? entity : entity(sent))
  const identity = ({ current, id }: Writer.Sent) => ({ Id: idOf(id), SyncToken: current?.item.SyncToken })
  const change = (sent: Writer.Sent) => {
    const { body, raw = {} } = sent
    // What is not there need not be emptied.
    const changes = Object.fromEntries(
      Object.entries(body).filter(([name, value]) => value !== null || raw[name] !== undefined)
    )
    return sparse && !Object.values(changes).includes(null)
      ? post(entityOf(sent), { ...identity(sent), sparse: true, ...changes })
      : post(entityOf(sent), Call.present({ ...raw, ...changes }))
  }
  return {
    idempotency,
    empty: "",
    answers: (body, [sent]) => [answered(body, entityOf(sent!))],
    create:
      steps === undefined
        ? { call: (sent) => post(entityOf(sent), Call.present(sent.body)) }
        : { idempotency: stepIdempotency, steps: (sent) => steps(Call.present(sent.body), sent) },
    update: { current: Current, call: (sent) => instead?.(sent) ?? change(sent) },
    delete: { current: Current, call: (sent) => post(entityOf(sent), identity(sent), { operation: "delete" }) },
    void: {
      current: Current,
      call: (sent) => post(entityOf(sent), { ...identity(sent), ...voids?.body }, voids?.query)
    }
  }
})

export const ref = (id: string | null | undefined) => (id ? { value: id } : null)
export const refTo = (to: string): Take.Named<string> => ({ to, by: ref })
export const active = Take.words("Active", { ACTIVE: true, ARCHIVED: false })

/** The id of a customer or vendor; null for one of another kind. One without a kind in front is taken as it is. */
export const partyId = (kind: "customer" | "vendor", id: string): string | null =>
  Normalize.unprefixed(kind.toLowerCase(), id) ?? (/^(customer|vendor|employee)-/.test(id) ? null : id)
export const party = (to: string, kind: "customer" | "vendor"): Take.Named<string> => ({
  to,
  by: (id, { refuse }) => ref(partyId(kind, id) ?? refuse(`is no ${kind}`))
})
/** A contact of any kind, where QuickBooks has to be told which. */
export const entityOf = (id: string, refuse: Take.At["refuse"], below?: string) => {
  const [, kind = "", value = ""] =
    /^(customer|vendor|employee)-(.+)$/.exec(id) ?? refuse("must say its kind: vendor-1", below)
  return { type: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, value }
}
/** A document's state follows from what is paid of it: it can only be said as it is. */
export const status =
  (now: (raw: any) => unknown) =>
  (value: string, { raw, refuse }: Take.At<unknown>) =>
    value === (raw === undefined ? "SUBMITTED" : now(raw))
      ? {}
      : refuse(`${value} follows from payments and cannot be set`)
