/** How records are written: one in a call, wrapped in the name of its kind, and read again for what Sage made of it. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"

interface Own {
  /** Where the records are, and what one is wrapped in. */
  readonly path: string
  readonly name: string
  /** The same of new records, where a model has several kinds of them. */
  readonly placeOf?: (item: Take.Item) => { readonly path: string; readonly name: string }
  /** What a new record says besides. */
  readonly made?: object
  /** The members by which a record that was made is found again, and where a row has them. */
  readonly alike: Readonly<Record<string, string>>
  /** Where a list can begin with what was made last. */
  readonly newest?: Call.Query
  /** The id of the record that is made, where it is not the one that Sage answers. */
  readonly idOf?: (id: string, item: Take.Item) => string
  /** New records take several calls: what is found of one is what making it would have been answered. */
  readonly isStepped?: true
  /** What is sent with a voiding. */
  readonly reason?: string
}

/** Quirk: days come without a time. */
const sameAs = (value: unknown, shown: unknown): boolean => {
  if (value === null || value === undefined) return true
  if (typeof value === "number") return Normalize.number(shown) === value
  const text = String(value)
  return /^\d{4}-\d\d-\d\dT/.test(text) ? String(shown).slice(0, 10) === text.slice(0, 10) : String(shown) === text
}

export const writing = Writer.make(
  ({
    alike,
    idOf = (id) => id,
    isStepped,
    made,
    name,
    newest,
    path,
    placeOf = () => ({ name, path }),
    reason
  }: Own) => {
    const address = ({ id }: Writer.Sent) => `/${path}/${Call.segment(id)}`
    const answers: Writer.Doing["answers"] = (body) => [
      typeof Call.at(body, "id") === "string" ? Write.acceptedId(String(Call.at(body, "id"))) : undefined
    ]
    return {
      answers,
      idempotency: Write.natural,
      create: {
        call: ({ body, item }) => {
          const own = placeOf(item)
          return { method: "POST", path: `/${own.path}`, body: { [own.name]: { ...made, ...body } } }
        },
        // Quirk: Sage takes no key. What was made since is looked through for one that is alike.
        idempotency: Write.lookup({
          call: (item: Take.Item, { since }) => ({
            path: `/${placeOf(item).path}`,
            query: {
              attributes: "all",
              updated_or_created_since: `${since.slice(0, 19)}Z`,
              ...newest,
              page: 1,
              items_per_page: 200
            }
          }),
          find: (body, item: Take.Item, { since }) => {
            const row = Read.requiredArrayAt(body, "$items").find(
              (own) =>
                (Normalize.instant(Call.at(own, "created_at")) ?? "") >= since &&
                Object.entries(alike).every(([member, at]) => sameAs(item[member], Call.at(own, at)))
            )
            if (row === undefined || isStepped) return row
            return Write.acceptedId(idOf(String(Call.at(row, "id")), item))
          }
        })
      },
      update: { call: (sent) => ({ method: "PUT", path: address(sent), body: { [name]: sent.body } }) },
      delete: { call: (sent) => ({ method: "DELETE", path: address(sent) }) },
      void: {
        call: (sent) => ({ method: "DELETE", path: address(sent), query: { void_reason: reason } }),
        answers: () => [Write.done]
      }
    }
  }
)
/** A day. */
export const dayTo = (to: string): Take.Named<string> => ({ to, by: (value) => Normalize.day(value)?.slice(0, 10) })
