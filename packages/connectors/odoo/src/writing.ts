/** How records are made and changed: by the methods that every model of Odoo has. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { type Arguments, ask, type Domain, moment } from "./ask.ts"

/** Members as Odoo takes them: what is left out stays as it is, and what is null is `false`. */
export const vals = (members: Take.Item): Arguments =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? false]]))
  )

/** A link is written as a number. */
export const ref = (id: string | null | undefined): number | null | undefined => (id == null ? id : Number(id))
export const refTo = (to: string): Take.Named<string> => ({ to, by: ref })
/** A list of links that takes the place of the one before. */
export const refs = (id: string | null | undefined): ReadonlyArray<unknown> | undefined =>
  id === undefined ? undefined : [[6, 0, id === null ? [] : [Number(id)]]]
export const refsTo = (to: string): Take.OrEmpty<string> => ({ orEmpty: (id) => ({ [to]: refs(id) }) })
/** A moment; of a day its beginning. */
export const time = (to: string): Take.Named<string> => ({
  to,
  by: (value, { place }) => moment(value.length === 10 ? `${value}T00:00:00` : (Normalize.instant(value, place) ?? ""))
})
/** Whether a record of the status is in use. */
export const active = (status: string) => ({ active: status !== "ARCHIVED" })

/** What `create` answers: the ids of what it made. */
export const madeId = ({ body }: Write.StepAnswer): string => String(Call.at(body, "0"))

/** Odoo has no keys: before a repeat, what was made since the write began is looked for by what it was made of. */
const lookFor = (
  model: string,
  by: (item: any) => Domain,
  fields: ReadonlyArray<string>,
  found: (row: unknown) => unknown
): Write.Idempotency =>
  Write.lookup({
    call: (item, { settings, since }) =>
      ask(settings, model, "search_read", {
        domain: [["create_date", ">=", moment(since)], ...by(item)],
        fields,
        order: "id",
        limit: 1
      }),
    find: (body) => {
      const row = Read.requiredArrayAt(body, "")[0]
      return row === undefined ? undefined : found(row)
    }
  })
/** As the first step of several: what `create` would have answered. */
export const once = (model: string, by: (item: any) => Domain): Write.Idempotency =>
  lookFor(model, by, ["id"], (row) => [Call.at(row, "id")])

/** Gone for good, where Odoo lets it go: what was posted or is used it keeps. */
export const removal = (model: string): Writer.Doing => ({
  call: ({ id, settings }) => ask(settings, model, "unlink", { ids: [Number(id)] })
})

interface Own {
  readonly model: string
  /** What a new record has besides. */
  readonly made?: Arguments
  /** What a repeat finds a new record by. */
  readonly by: (item: any) => Domain
}
/** Records that one call makes, which answers the id alone. A repeat finds the record itself, with all its members. */
export const writing = Writer.make(({ by, made, model }: Own) => ({
  idempotency: Write.natural,
  clears: true,
  create: {
    call: ({ body, settings }) => ask(settings, model, "create", { vals_list: [vals({ ...made, ...body })] }),
    answers: (body) => [Write.acceptedId(String(Call.at(body, "0")))],
    idempotency: lookFor(model, by, [], (row) => row)
  },
  update: {
    call: ({ body, id, settings }) => ask(settings, model, "write", { ids: [Number(id)], vals: vals(body) }),
    answers: (_, all) => all.map(() => Write.done)
  },
  delete: removal(model)
}))
