/** How records are written: one in a call, and a change as the whole of the record, with the version that was read. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { type Members, wholeIn, wholeWith } from "./whole.ts"
import { literal, madeIn, query } from "./wire.ts"

interface Own {
  /** Where the records are listed, and found by their ids; of a new one by the item. */
  readonly path: string
  readonly listOf?: (item: Take.Item) => string
  /** Where the whole of a record is, where `path` shows a part of it: among those of its layout. */
  readonly placeOf?: (sent: Writer.Sent) => string
  readonly wholes?: ReadonlyArray<string>
  /** What a new record says unless it says something else. */
  readonly made?: object
  /** The members by which a record that was made is found again, and where a row has them. */
  readonly alike: Readonly<Record<string, string>>
  /** Our id of a record that was made, and MYOB's of ours, where they are not the same. */
  readonly idOf?: (uid: string, item: Take.Item) => string
  readonly uidOf?: (id: string) => string
  /** New records take several calls: what is found of one is what making it would have been answered. */
  readonly isStepped?: true
}

const sameAs = (value: unknown, shown: unknown): boolean => {
  if (value === null || value === undefined) return true
  if (typeof value === "number") return Normalize.number(shown) === value
  const text = String(value)
  return /^\d{4}-\d\d-\d\dT/.test(text) ? String(shown).slice(0, 10) === text.slice(0, 10) : String(shown) === text
}

export const writing = Writer.make(
  ({ alike, idOf = (uid) => uid, isStepped, listOf, made, path, placeOf, uidOf = (id) => id, wholes }: Own) => {
    const place = (sent: Writer.Sent) => placeOf?.(sent) ?? (sent.isNew ? (listOf?.(sent.item) ?? path) : path)
    const address = (sent: Writer.Sent) => `${place(sent)}/${Call.segment(uidOf(sent.id))}`
    return {
      idempotency: Write.natural,
      create: {
        call: (sent) => ({ method: "POST", path: place(sent), body: { ...made, ...sent.body } }),
        answers: (body, [sent], headers) => {
          const uid = madeIn(body, headers)
          return [uid === null ? undefined : Write.acceptedId(idOf(uid, sent!.item))]
        },
        // Quirk: MYOB takes no key. What changed since the write began is looked through for one that is alike.
        idempotency: Write.lookup({
          call: (item: Take.Item, { since }) => ({
            path: listOf?.(item) ?? path,
            query: { ...query, $filter: `LastModified ge ${literal(since)}` }
          }),
          find: (body, item: Take.Item, { since }) => {
            const row = Read.requiredArrayAt(body, "Items").find(
              (own) =>
                (Normalize.instant(Call.at(own, "LastModified")) ?? "") >= since.slice(0, 19) &&
                Object.entries(alike).every(([member, at]) => sameAs(item[member], Call.at(own, at)))
            )
            return row === undefined || isStepped ? row : Write.acceptedId(idOf(String(Call.at(row, "UID")), item))
          }
        })
      },
      update: {
        current: true,
        ...(wholes === undefined ? {} : { lookups: { whole: wholeIn(wholes) } }),
        call: (sent) => {
          const whole: Members | undefined = wholes === undefined ? sent.raw : sent.lookups["whole"].get(sent.id)
          return {
            method: "PUT",
            path: address(sent),
            body: wholeWith(whole ?? sent.refuse("is of a layout that can be read only", "platform_id"), sent.body)
          }
        },
        answers: () => [Write.done]
      },
      delete: {
        ...(placeOf === undefined ? {} : { current: true as const }),
        call: (sent) => ({ method: "DELETE", path: address(sent) })
      }
    }
  }
)

/** Another record, by its id. */
export const ref = (to: string): Take.Named<string> => ({ to, by: (id) => ({ UID: id }) })
/** A day, which MYOB writes with a time. */
export const dayTo = (to: string): Take.Named<string> => ({
  to,
  by: (value, { place }) => `${Normalize.day(value, place)}T00:00:00`
})
