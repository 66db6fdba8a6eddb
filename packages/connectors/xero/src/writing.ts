/**
 * How records are written. Xero has one way for all: PUT makes some in one call, POST changes one, and a status takes one
 * back.
 */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { elements, idempotency } from "./answered.ts"

interface Own {
  /** Where the records are, and the member that names one. */
  readonly collection: string
  readonly id: string
  /** What a new record says besides. */
  readonly made?: object
  /** What a change says besides: members of the record as it is that Xero cannot do without. */
  readonly kept?: ReadonlyArray<string>
  readonly query?: Call.Query
  /** New records in one call; 50, as Xero recommends, where it is not said. One is sent without asking for its errors apart. */
  readonly batch?: number
  /** Quirk: a new record of some kinds is sent bare, outside of a list. */
  readonly bare?: true
  /** Quirk: a change of some kinds names its record in the body alone. */
  readonly unaddressed?: true
  /** The types of Xero's that are records of the model, where others are in the same place. */
  readonly types?: ReadonlyArray<string>
  /** The status of what is voided, or of what is deleted where `DELETE` does not do it. */
  readonly ended?: (raw: Take.Item) => string
}

export const writing = Writer.make((own: Own) => {
  const { bare, batch = 50, collection, ended, id, kept = [], made, query, types, unaddressed } = own
  const path = `/${collection}`
  const change = (sent: Writer.Sent, body: object): Call.Call => {
    const { raw = {}, refuse } = sent
    if (types?.includes(raw["PaymentType"] ?? raw["Type"]) === false)
      refuse("is of another kind at Xero", "platform_id")
    const before = Object.fromEntries(kept.map((name) => [name, raw[name]]))
    return {
      method: "POST",
      path: unaddressed ? path : `${path}/${Call.segment(sent.id)}`,
      ...(query === undefined ? {} : { query }),
      body: { [collection]: [Call.present({ [id]: sent.id, ...before, ...body })] }
    }
  }
  const end: Writer.Doing = {
    current: true,
    call: (sent) => change(sent, { Status: ended?.(sent.raw ?? {}) })
  }
  return {
    idempotency,
    answers: elements(collection),
    empty: "",
    create: {
      batch,
      calls: (all) => {
        const bodies = all.map(({ body }) => Call.present({ ...made, ...body }))
        return {
          method: "PUT",
          path,
          query: { ...(batch === 1 ? {} : { summarizeErrors: false }), ...query },
          body: bare ? bodies[0] : { [collection]: bodies }
        }
      }
    },
    update: { current: true, call: (sent) => change(sent, sent.body) },
    delete:
      ended === undefined
        ? {
            idempotency: Write.natural,
            call: (sent) => ({ method: "DELETE", path: `${path}/${Call.segment(sent.id)}` })
          }
        : end,
    void: end
  }
})

/** What another record is named by. */
export const named = (to: string, id: string): Take.Named<string> => ({ to, by: (value) => ({ [id]: value }) })
/** Ours is base for one unit of the document's currency; Xero's is the inverse, with six decimals. */
export const rate: Take.Named<number> = {
  to: "CurrencyRate",
  by: (value) => Normalize.rounded(Normalize.inverseRate(value), 6)
}
