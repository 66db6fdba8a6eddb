/** How Wave writes: by a mutation for each record, whose answer has the record or says why nothing was done. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { ask, titled } from "./asking.ts"
import { statusOf } from "./values.ts"

/** `done` is what a mutation answers, whatever it is called, and `item` the record in it. */
export const mutate = (name: string, input: object, item = "") =>
  ask(
    `mutation ${titled(name)}($input: ${titled(name)}Input!) { done: ${name}(input: $input) ` +
      `{ didSucceed inputErrors { path message code } ${item} } }`,
    { input }
  )
export const itemIn = (body: unknown): unknown => Call.at(body, "data.done.item")

/** What a change cannot say of a record: that it is put away, or approved. */
export interface Turn {
  readonly from: string
  readonly to: string
  readonly statusOf: (raw: any) => unknown
  readonly call: (id: string) => Call.Call
  /** Why the other way is closed. */
  readonly never: string
}
export interface Own {
  /** What a record is called: `customer`. */
  readonly one: string
  readonly fields: string
  /** What tells a new record from others that were made at the same moment. */
  readonly isSame?: (raw: any, item: any) => boolean
  /** Its list cannot be sorted. */
  readonly unsorted?: true
  /** The name of the id in what deletes it. */
  readonly idAs?: string
  readonly turn?: Turn
  /** A change must say which version it is of. */
  readonly versioned?: true
}

/** A record like the item, of those that were made since, the newest first. */
const newest = ({ isSame, record, unsorted }: Own & { readonly record: unknown }) =>
  Write.lookup({
    call: (_, { settings, since }) => {
      const sort = unsorted === true ? {} : { sort: ["CREATED_AT_DESC"] }
      const listing = (record as Read.Read).call({ settings, now: since })
      return Call.merge(listing, { body: { variables: { page: 1, modifiedAtAfter: since, ...sort } } })
    },
    find: (body, item, { since }) =>
      Read.requiredArrayAt(body, "data.business.list.edges")
        .map((edge) => Call.at(edge, "node"))
        .find((raw) => {
          const made = Normalize.instant(Call.at(raw, "createdAt"))
          return made !== null && made >= since && isSame?.(raw, item) === true
        })
  })

/** A change, then what a change cannot say, as far as the record is not so already. */
const turning =
  ({ record, turn, versioned }: Own & { readonly record: unknown }, patch: (sent: Writer.Sent) => Call.Call) =>
  (sent: Parameters<Writer.Steps>[0]): Write.Step | Write.Answer => {
    const { answered, body, id, item, raw, settings } = sent
    const { before, changed, turned } = answered
    const status: unknown = item["status"] ?? undefined
    const isAsked = status !== undefined && turn !== undefined
    if (isAsked && versioned !== true && before === undefined) {
      return Write.ask("before", (record as Read.Read).get!(id, { settings, lookups: {} })!)
    }
    const was: unknown = isAsked ? turn.statusOf(raw ?? Call.at(before?.body, "data.business.item")) : status
    const isTurned = isAsked && status === turn.to && was === turn.from
    if (isAsked && !isTurned && status !== was) {
      return Write.refused({ field: "status", message: turn.never, reason: "Rejected" }, before?.body ?? null)
    }
    if (Object.keys(body).length > 0 && changed === undefined) return Write.step("changed", patch(sent))
    if (isTurned && turned === undefined) return Write.step("turned", turn.call(id))
    const found = itemIn((turned ?? changed)?.body)
    return found === undefined || found === null ? Write.acceptedId(id) : Write.accepted(found)
  }

export const writing = Writer.make<Own>((own) => {
  const { fields, idAs = "id", one, turn, versioned } = own
  const item = `item: ${one} { ${fields} }`
  const patch = ({ body, id, raw }: Writer.Sent) =>
    mutate(`${one}Patch`, { id, ...(versioned === true ? { sequence: raw?.["sequence"] } : {}), ...body }, item)
  return {
    idempotency: Write.natural,
    answers: (body) => [Write.accepted(itemIn(body))],
    create: {
      idempotency: newest(own),
      call: ({ body, settings }) => mutate(`${one}Create`, { businessId: settings["business"], ...body }, item)
    },
    update: {
      ...(versioned === true ? { current: true } : {}),
      ...(turn === undefined ? { call: patch } : { steps: turning(own, patch) })
    },
    delete: { call: ({ id }) => mutate(`${one}Delete`, { [idAs]: id }) }
  }
})

/** Amounts, quantities and rates are sent as text. */
export const decimal = (to: string): Take.Named<number> => ({ to, by: String })
export const same = (theirs: unknown, ours: unknown): boolean =>
  (Normalize.text(theirs) ?? "").toLowerCase() === (Normalize.text(ours) ?? "").toLowerCase()

/** What is put away comes back at Wave alone. */
export const archiving = (one: string): Turn => ({
  from: "ACTIVE",
  to: "ARCHIVED",
  statusOf: (raw) => (raw ? statusOf(raw) : null),
  call: (id) => mutate(`${one}Archive`, { id }),
  never: "It is archived, and comes back at Wave alone"
})
export const status = (to: string, { isNew, refuse }: Take.At): object =>
  isNew && to !== "ACTIVE" ? refuse("must be ACTIVE of what is new") : {}
