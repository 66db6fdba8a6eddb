/** How records are written: one call for each, wrapped in its name. Most cannot be changed, and nothing but drafts is taken back. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { idOf, type Party } from "./contacts.ts"
import { itemOf, type Names, rowsOf } from "./wire.ts"

interface Own {
  /** Where the records are; by the kind where a model has several. */
  readonly path: (kind: string) => string
  readonly wrap: string
  /** What an answer and a list call them. */
  readonly item: Names
  readonly list: Names
  readonly verb?: "PATCH" | "PUT"
  /** What a new record says unless it says something else. */
  readonly made?: (sent: Writer.Sent) => object
  /** How what was made is searched for, and told from others. */
  readonly search: (item: Take.Item) => Call.Query
  readonly isIt: (row: unknown, item: Take.Item) => boolean
  /** Where what was made is searched for, where that is not where it is made. */
  readonly found?: string
  /** New records take several calls: what is found of one is what making it would have been answered. */
  readonly isStepped?: true
}
const Identified = Wire.struct({ id: Wire.required(Wire.id) })
/** What was made, by the id that its read knows it by. */
const known = (own: unknown, { kind }: Writer.Sent): Write.Answer => {
  const made = Wire.decode(Identified, own).id
  return Write.acceptedId(kind === "" ? made : `${kind}:${made}`)
}
/** Whether a record may have been made since the write began; one that does not say when may. */
const isNew = (row: unknown, since: string): boolean => {
  const made = Call.at(row, "created_at")
  return typeof made !== "string" || !(Date.parse(made) < Date.parse(since))
}

export const writing = Writer.make(
  ({ found, isIt, isStepped, item, list, made, path, search, verb, wrap }: Own, { sentOf }) => {
    const address = ({ id, kind }: Writer.Sent) =>
      `${path(kind)}/${Call.segment(id.replace(/^(customer|vendor):/, ""))}`
    return {
      idempotency: Write.natural,
      create: {
        call: (sent) => ({
          method: "POST",
          path: path(sent.kind),
          body: { [wrap]: Call.present({ ...made?.(sent), ...sent.body }) }
        }),
        // Whether an answer holds the whole record is not documented.
        answers: (body, [sent]) => [known(itemOf(...item)(body), sent!)],
        idempotency: Write.lookup<Take.Item>({
          call: (one, context) => ({ path: found ?? path(sentOf(one, context).kind), query: search(one) }),
          find: (body, one, context) => {
            const own = rowsOf(...list)(body).find((row) => isIt(row, one) && isNew(row, context.since))
            return own === undefined || isStepped ? own : known(own, sentOf(one, context))
          }
        })
      },
      update: {
        call: (sent) => ({ method: verb ?? "PUT", path: address(sent), body: { [wrap]: sent.body } }),
        answers: () => [Write.done]
      },
      delete: { call: (sent) => ({ method: "DELETE", path: address(sent) }) }
    }
  }
)

/** Ids are numbers at Qoyod. */
export const id = (to: string): Take.Named<string> => ({
  to,
  by: (value) => (/^\d+$/.test(value) ? Number(value) : value)
})
export const contact = (party: Party): Take.Named<string> => ({
  to: "contact_id",
  by: (value, { refuse }) => Number(idOf(party, value) ?? refuse(`is no ${party} at Qoyod`))
})

/** The first of a list that every company has; null where it is empty. */
export const firstOf = (list: string, setting?: string) =>
  Lookup.make({
    call: ({ settings }) => (setting === undefined || settings[setting] === undefined ? { path: `/${list}` } : null),
    response: Wire.unknown,
    pick: (body) => {
      const [first] = rowsOf(list)(body)
      return first === undefined ? null : Wire.decode(Identified, first).id
    },
    absent: null,
    emptyStatuses: [404],
    lasting: true
  })
/** The first location, where no setting says which. */
export const inventory = firstOf("inventories", "inventory")
/** What every document has: a location, and whether it is a draft. */
export const document = ({ lookups, refuse, settings }: Writer.Sent) => ({
  inventory_id: Number(settings["inventory"] ?? lookups["inventory"] ?? refuse("needs a location, and Qoyod has none")),
  status: settings["status"] ?? "Draft"
})
/** A document is known by its reference, which no two of a kind share. */
export const byReference = {
  search: ({ document_number }: Take.Item) => ({ "q[reference_eq]": String(document_number) }),
  isIt: (row: unknown, { document_number }: Take.Item) => Call.at(row, "reference") === document_number
}
