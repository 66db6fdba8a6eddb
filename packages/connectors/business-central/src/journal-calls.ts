/** The calls that journals of our own are made, posted and found again by, and the entry that is changed. */
import type { Take, Writer } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { idOf } from "./document-calls.ts"
import { lineOf, nameOf } from "./journal-drafts.ts"
import { member, one, pages, sized } from "./lists.ts"
import { anyVersion } from "./writing.ts"

/** What the codes of our journals begin with. */
export const prefix = "SVC"
/** A code of ten letters, by what the entry is made of: the same in every repeat. */
export const codeOf = (item: Take.Item, began: string): string => {
  const lines = (item["journal_lines"] ?? []).flatMap((own: Take.Item) => [
    own["account_id"],
    own["type"],
    own["net_amount"]
  ])
  let hash = 2_166_136_261
  for (const char of [began, item["document_number"], item["posted_date"], ...lines].join(" "))
    hash = Math.imul(hash ^ char.codePointAt(0)!, 16_777_619) >>> 0
  return `${prefix}${hash.toString(36).toUpperCase().padStart(7, "0")}`
}
/** Quirk: a number is kept in capitals. */
export const numberOf = (item: Take.Item): string => String(item["document_number"]).toUpperCase()

/** The journals, with what is not posted yet. */
export const journals = Lookup.make({
  call: Read.pages({
    call: { path: "/journals", query: { $expand: "journalLines" }, headers: sized(100) },
    page: pages,
    items: "value"
  }),
  response: Wire.list(Wire.required(Wire.unknown)),
  pick: (all): ReadonlyArray<unknown> => all ?? [],
  absent: []
})
const linesOf = (journal: unknown) => Read.requiredArrayAt(journal, "journalLines") as ReadonlyArray<Take.Item>
/** The lines of an entry that is called by one of them, and their journal; null where there is none any more. */
export const entryIn = ({ id, lookups, refuse }: Writer.Sent) => {
  const own = lineOf(id) ?? refuse("is posted: what is wrong is booked back", "platform_id")
  for (const journal of lookups["journals"] as ReadonlyArray<unknown>) {
    const all = linesOf(journal)
    const line = all.find((one_) => one_["id"] === own)
    if (line === undefined) continue
    if (member(journal, "journalLines@odata.nextLink"))
      refuse("is in a journal of more lines than are shown at once", "platform_id")
    const lines = all.filter((one_) => nameOf(one_) === nameOf(line))
    return { journal, line, lines, place: one("journals", idOf(journal)), isAll: lines.length === all.length }
  }
  return null
}

export const make = (body: object, code: string) =>
  Write.step(
    "made",
    { method: "POST", path: "/journals", body: { code, ...body } },
    {
      undo: ({ body: own }) => ({ method: "DELETE", path: one("journals", idOf(own)), headers: anyVersion }),
      id: ({ body: own }) => idOf(own)
    }
  )
/** What is posted has left the journal. */
export const post = (place: string) =>
  Write.step(
    "posted",
    { method: "POST", path: `${place}/Microsoft.NAV.post` },
    {
      idempotency: Write.lookup({
        call: () => ({ path: place, query: { $expand: "journalLines" } }),
        find: (own) => (Read.requiredArrayAt(own, "journalLines").length === 0 ? own : undefined)
      })
    }
  )
