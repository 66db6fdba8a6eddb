/** A new debit note that is put on bills: it is made, and each bill takes of it as much as it has open, in turn. */
import type { Take, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { itemOf, rowsOf } from "./wire.ts"
import { byReference } from "./writing.ts"

const noteOf = itemOf("debit_note")
const idOf = (body: unknown): string => Normalize.id(Call.at(noteOf(body), "id")) ?? ""
const amountAt = (own: unknown, ...members: ReadonlyArray<string>): number | null => {
  const [found] = members.flatMap((member) => Normalize.number(Call.at(own, member)) ?? [])
  return found ?? null
}

type Named = Lookup.LookupContext<{ readonly bill_ids?: ReadonlyArray<string> | null | undefined }>
/** What is open of the bills that notes name. */
export const due = Lookup.make({
  call: ({ items }: Named) => {
    const ids = Normalize.distinct(...items.map(({ bill_ids }) => bill_ids ?? []))
    return ids.length === 0 ? null : ids.map((id) => ({ path: `/bills/${Call.segment(id)}` }))
  },
  response: Wire.list(Wire.unknown),
  pick: (found): ReadonlyMap<string, number> =>
    new Map(
      found.map(itemOf("bill")).map((own) => {
        const total = amountAt(own, "total", "total_amount")
        const open = amountAt(own, "due_amount") ?? Normalize.difference(total, amountAt(own, "paid_amount") ?? 0)
        return [Normalize.id(Call.at(own, "id")) ?? "", open ?? 0] as const
      })
    ),
  absent: new Map(),
  emptyStatuses: [404]
})

/** Quirk: a repeat is seen in the note, which names what it was put on. */
const isOn = (note: string, bill: string) =>
  Write.lookup({
    call: (item: Take.Item) => ({ path: "/debit_notes", query: byReference.search(item) }),
    find: (body) =>
      rowsOf("debit_notes")(body)
        .filter((own) => Normalize.id(Call.at(own, "id")) === note)
        .flatMap((own) => Read.arrayAt(own, "allocations"))
        .find((own) => Call.at(own, "allocatee_type") === "Bill" && Normalize.id(Call.at(own, "allocatee_id")) === bill)
  })
const partsOf = (credit: number, bills: ReadonlyArray<string>, open: ReadonlyMap<string, number>) => {
  let left = credit
  return bills.flatMap((bill) => {
    const amount = Math.min(left, open.get(bill) ?? 0)
    if (amount <= 0) return []
    left = Normalize.difference(left, amount) ?? 0
    return [{ amount, bill }]
  })
}

export const applied = ({ create }: Writer.Way): Partial<Writer.Way> => ({
  create: {
    idempotency: create?.idempotency,
    steps: (sent) => {
      const { answered, body, item, lookups, refuse, settings } = sent
      const wanted: ReadonlyArray<string> = item["bill_ids"] ?? []
      const unknown = wanted.findIndex((id) => !lookups["due"].has(id))
      if (unknown !== -1) refuse("is no bill at Qoyod", `bill_ids[${unknown}]`)
      const status = (body as Take.Item)["status"] ?? settings["status"]
      if (wanted.length > 0 && status !== "Approved")
        refuse("needs the status SUBMITTED: a draft is on nothing", "bill_ids")
      const { made, note } = answered
      if (made === undefined)
        return Write.step("made", create!.call!(sent), {
          id: ({ body: own }) => idOf(own),
          undo: ({ body: own }) => ({ method: "DELETE", path: `/debit_notes/${Call.segment(idOf(own))}` })
        })
      const id = idOf(made.body)
      if (wanted.length === 0) return Write.acceptedId(id)
      if (note === undefined) return Write.ask("note", { path: `/debit_notes/${Call.segment(id)}` })
      const credit = amountAt(noteOf(note.body), "remaining_amount", "total", "total_amount") ?? 0
      const next = partsOf(credit, wanted, lookups["due"]).find(({ bill }) => answered[`on ${bill}`] === undefined)
      if (next === undefined) return Write.acceptedId(id)
      const allocation = {
        source_type: "DebitNote",
        source_id: Number(id),
        amount: next.amount,
        date: Normalize.day(item["posted_date"])?.slice(0, 10)
      }
      return Write.step(
        `on ${next.bill}`,
        { method: "POST", path: `/bills/${Call.segment(next.bill)}/allocations`, body: { allocation } },
        { idempotency: isOn(id, next.bill) }
      )
    }
  }
})
