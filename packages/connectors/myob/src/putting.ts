/** A new credit note that is put on documents: it is made, and a settlement takes as much of it as they have open. */
import type { Take, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import type { Noting } from "./noting.ts"
import { literal, madeIn, query } from "./wire.ts"

/** The note is made, asked for what it comes to, and put on each document in turn: as much as is left of both. */
export const applied =
  (side: Noting) =>
  ({ create, ...usual }: Writer.Way): Writer.Way => ({
    ...usual,
    create: {
      idempotency: create?.idempotency,
      steps: (sent) => {
        const { answered, item, lookups, refuse } = sent
        const wanted: ReadonlyArray<string> = item[side.ids] ?? []
        const unknown = wanted.findIndex((id) => !lookups["due"].has(id))
        if (unknown !== -1) refuse("is not known to MYOB", `${side.ids}[${unknown}]`)
        const { made, note, settled } = answered
        if (made === undefined) {
          const call = create!.call!(sent)
          return Write.step("made", call, {
            id: ({ body, headers }) => madeIn(body, headers),
            undo: ({ body, headers }) => ({
              method: "DELETE",
              path: `${call.path}/${Call.segment(madeIn(body, headers) ?? "")}`
            })
          })
        }
        const uid = madeIn(made.body, made.headers) ?? ""
        if (wanted.length === 0 || settled !== undefined) return Write.acceptedId(uid)
        if (note === undefined) return Write.ask("note", { path: `${side.collection}/${Call.segment(uid)}` })
        const name = Call.at(note.body, "ForeignCurrency.UID") ? "BalanceDueAmountForeign" : "BalanceDueAmount"
        const { lines, total } = putOn(-(Normalize.number(Call.at(note.body, name)) ?? 0), wanted, lookups["due"])
        return lines.length === 0
          ? Write.acceptedId(uid)
          : Write.step("settled", settlement(side, uid, item, lines, total), { idempotency: found(side, uid) })
      }
    }
  })
const putOn = (credit: number, wanted: ReadonlyArray<string>, due: ReadonlyMap<string, number>) => {
  let left = credit
  const lines = wanted.flatMap((id) => {
    const amount = Math.min(left, due.get(id) ?? 0)
    if (amount <= 0) return []
    left = Normalize.difference(left, amount) ?? 0
    return [{ id, amount }]
  })
  return { lines, total: Normalize.difference(credit, left) }
}
const settlement = (
  { amount, document, line, note, party, path }: Noting,
  uid: string,
  item: Take.Item,
  lines: ReadonlyArray<{ readonly id: string; readonly amount: number }>,
  total: number | null
): Call.Call => ({
  method: "POST",
  path,
  body: {
    [note]: { UID: uid },
    [party]: { UID: item["contact_id"] },
    Date: `${Normalize.day(item["posted_date"])}T00:00:00`,
    [amount]: total,
    Lines: lines.map((own) => ({ Type: document, [line]: { UID: own.id }, AmountApplied: own.amount }))
  }
})
/** A settlement is found again by the note that is in it. */
const found = ({ note, path }: Noting, uid: string) =>
  Write.lookup({
    call: (_, { since }) => ({ path, query: { ...query, $filter: `LastModified ge ${literal(since)}` } }),
    find: (body) => Read.requiredArrayAt(body, "Items").find((own) => Call.at(own, `${note}.UID`) === uid)
  })
