/**
 * How Zoho CRM writes: up to a hundred records of a module in one call, each answered by itself. It takes no key: what was
 * made is looked for among the newest.
 */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { failureOf } from "./failure.ts"

type Alike = Readonly<Record<string, string>>
interface Own {
  /** The module; that of a kind, where the model has several. */
  readonly module: string | ((kind: string) => string)
  /** What is set before ids, by kind. */
  readonly prefixed?: true
  /** The members by which a new record is found again, and where a row has them. */
  readonly alike: Alike | ((kind: string) => Alike)
}
/** A moment with its offset and without parts of a second. */
export const moment = (to: string): Take.Named<string> => ({
  to,
  by: (value, { place }) => `${String(Normalize.instant(value, place)).slice(0, 19)}+00:00`
})
/** What another record is named by; null where it is taken away. */
export const ref = (to: string): Take.Named<string> => ({ to, by: (id) => ({ id }) })

const isSame = (value: unknown, shown: unknown): boolean => {
  if (value === null || value === undefined) return true
  if (typeof value === "number") return Normalize.number(shown) === value
  const text = String(value)
  return /^\d{4}-\d\d-\d\d(?:T|$)/.test(text)
    ? Normalize.instant(text) === Normalize.instant(String(shown))
    : text === String(shown)
}

export const writing = Writer.make(({ alike, module, prefixed }: Own) => {
  const moduleOf = (kind: string) => (typeof module === "string" ? module : module(kind))
  const oursOf = (kind: string, id: string) => (prefixed ? Normalize.prefixed(kind, id) : id)
  const theirsOf = ({ id, kind }: Writer.Sent) => (prefixed ? (Normalize.unprefixed(kind, id) ?? "") : id)
  const answers: Writer.Doing["answers"] = (body, all) =>
    all.map(({ kind }, index) => {
      const own = Call.at(body, `data.${index}`)
      const id = Normalize.id(Call.at(own, "details.id"))
      if (Call.at(own, "status") !== "error" && id !== null) return Write.acceptedId(oursOf(kind, id))
      return own === undefined ? undefined : Write.refused(failureOf(own), own)
    })
  const alikeOf = (item: Take.Item) => Object.entries(typeof alike === "function" ? alike(kindOf(item)) : alike)
  return {
    batch: 100,
    answers,
    create: {
      calls: (all) => ({
        method: "POST",
        path: `/${moduleOf(all[0]!.kind)}`,
        body: { data: all.map(({ body }) => body) }
      }),
      idempotency: Write.lookup({
        call: (item: Take.Item) => ({
          path: `/${moduleOf(kindOf(item))}`,
          query: {
            fields: [...alikeOf(item).map(([, place]) => place.split(".")[0]), "Created_Time"].join(","),
            sort_by: "Created_Time",
            sort_order: "desc",
            per_page: 200
          }
        }),
        find: (body, item: Take.Item, { since }) => {
          const row = (body === null ? [] : Read.arrayAt(body, "data")).find(
            (own) =>
              (Normalize.instant(Call.at(own, "Created_Time")) ?? "") >= since &&
              alikeOf(item).every(([member, place]) => isSame(item[member], Call.at(own, place)))
          )
          return row === undefined ? undefined : Write.acceptedId(oursOf(kindOf(item), String(Call.at(row, "id"))))
        }
      })
    },
    update: {
      idempotency: Write.natural,
      calls: (all) => ({
        method: "PUT",
        path: `/${moduleOf(all[0]!.kind)}`,
        body: { data: all.map((sent) => ({ id: theirsOf(sent), ...sent.body })) }
      })
    },
    delete: {
      idempotency: Write.natural,
      batch: 1,
      call: (sent) => ({ method: "DELETE", path: `/${moduleOf(sent.kind)}/${Call.segment(theirsOf(sent))}` })
    }
  }
})
/** Meetings and calls are told apart by what an item says of itself, or by its id. */
export const kindOf = ({ platform_id, type }: Take.Item): "call" | "meeting" =>
  String(platform_id ?? "").startsWith("call-") || type === "CALL" ? "call" : "meeting"
