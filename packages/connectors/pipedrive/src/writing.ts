/**
 * How Pipedrive writes: one record with each call, of which a change says what is another. It takes no key: what was made is
 * looked for among the newest of its list.
 */
import type { Lookup, Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { idIn, item as recordIn, rows, second, timeOf } from "./lists.ts"

interface Own {
  /** `/v2/deals`. */
  readonly path: string
  /** What of an item its record is found again by, under the names of the list's rows: `value.amount`. */
  readonly alike: (item: Take.Item) => Readonly<Record<string, unknown>>
  /** The ids of these that the list can be restricted to; the first that there is, is. */
  readonly by?: ReadonlyArray<string>
  /** How the newest of its list are asked for. */
  readonly newest?: Call.Query
  /** Of a list that cannot be asked for changes. */
  readonly isUndated?: true
  /** What a new one is unless it says something else. */
  readonly made?: object
  /** Where an answer shows less of the record than its read. */
  readonly isShort?: true
  /** What is asked for before a change and a deletion. */
  readonly before?: Lookup.Lookups
  /** Throws where the record is of another model. */
  readonly holds?: (sent: Writer.Sent) => void
}
/** Ids are numbers, but for those of leads. */
export const ref = (to: string): Take.Named<string> => ({
  to,
  by: (id, { refuse }) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : refuse("is no id that Pipedrive gives"))
})
export const whole = (to: string): Take.Named<number> => ({
  to,
  by: (value, { refuse }) => (Number.isInteger(value) ? value : refuse("must be a whole number"))
})
/** Quirk: what is typed comes back cleaned, without some tags and with entities; an amount that was not said is 0. */
const plain = (value: unknown): string =>
  value === null || value === undefined || value === 0 ? "" : String(value).replace(/<[^>]*>|&(?:#?\w+;)?|\s/g, "")
/** A link that was not said may be filled in. */
const isSame = (name: string, sent: unknown, shown: unknown): boolean =>
  (name.endsWith("_id") && (sent === undefined || sent === null)) || plain(sent) === plain(shown)

export const writing = Writer.make((own: Own) => {
  const { alike, before, by = [], isShort, isUndated, made, path } = own
  const { newest = { limit: 500, sort_by: "id", sort_direction: "desc" } } = own
  const at = ({ id }: Writer.Sent) => `${path}/${Call.segment(id)}`
  const checked = (sent: Writer.Sent, call: Call.Call): Call.Call => {
    own.holds?.(sent)
    return call
  }
  const accepted = (raw: unknown) => (isShort ? Write.acceptedId(idIn(raw)) : Write.accepted(raw))
  return {
    idempotency: Write.natural,
    answers: (body) => [accepted(recordIn(body))],
    empty: "",
    create: {
      call: ({ body }) => ({ method: "POST", path, body: { ...made, ...body } }),
      idempotency: Write.lookup({
        call: (item: Take.Item, { since }) => {
          const known = alike(item)
          const link = by.find((name) => known[name] !== undefined && known[name] !== null)
          const restricted = link === undefined ? {} : { [link]: String(known[link]) }
          return { path, query: { ...newest, ...(isUndated ? {} : { updated_since: second(since) }), ...restricted } }
        },
        find: (answer, item: Take.Item, { since }) => {
          const known = Object.entries(alike(item))
          const found = rows(answer).find(
            (row) =>
              (timeOf(Call.at(row, "add_time")) ?? "") >= since &&
              known.every(([name, value]) => isSame(name, value, Call.at(row, name)))
          )
          return found === undefined ? undefined : isShort ? Write.acceptedId(idIn(found)) : found
        }
      })
    },
    update: {
      lookups: before,
      call: (sent) => checked(sent, { method: path === "/v1/notes" ? "PUT" : "PATCH", path: at(sent), body: sent.body })
    },
    delete: { lookups: before, call: (sent) => checked(sent, { method: "DELETE", path: at(sent) }) }
  }
})
