/** Payments and credit notes that are made and then put on documents: each allocation is a record of its own. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"

const idIn = (body: unknown): string => String(Call.at(body, "ID"))
const amountAt = (body: unknown, name: string): number => Normalize.number(Call.at(body, name)) ?? 0

/** Puts so much of a payment or a note on a document. */
const allocation = (name: string, source: string, document: string, amount: number): Write.Step => {
  const own = { SourceDocumentId: Number(source), AllocatedToDocumentId: Number(document) }
  const filter = Object.entries(own).map(([member, value]) => `${member} eq ${value}`)
  return Write.step(
    name,
    { method: "POST", path: "/Allocation/Save", body: { ...own, Total: amount, Discount: 0 } },
    {
      idempotency: Write.lookup({
        call: () => ({ path: "/Allocation/Get", query: { $filter: filter.join(" and "), $top: 100, $skip: 0 } }),
        find: (body) =>
          Read.requiredArrayAt(body, "Results").find(
            (row) => Normalize.id(Call.at(row, "AllocatedToDocumentId")) === document
          )
      })
    }
  )
}

/** A payment of one document, or of none yet. */
export const paying =
  (service: string, member: string): Writer.Steps =>
  ({ answered: { allocated, made }, body, item }) => {
    const document: string | null = item[member] ?? null
    if (made === undefined) {
      return Write.step(
        "made",
        { method: "POST", path: `/${service}/Save`, body },
        {
          id: (answer) => `${idIn(answer.body)}/rest`,
          undo: (answer) => ({ method: "DELETE", path: `/${service}/Delete/${Call.segment(idIn(answer.body))}` })
        }
      )
    }
    const id = idIn(made.body)
    return document !== null && allocated === undefined
      ? allocation("allocated", id, document, item["amount"])
      : Write.acceptedId(`${id}/${document ?? "rest"}`)
  }

interface Putting {
  /** The services of the notes and of what they are put on, and our member that names these. */
  readonly notes: string
  readonly documents: string
  readonly member: string
}
/** A note that is put on documents, in their order: as much as one has open. Quirk: no call deletes a note, so it stands where one refuses. */
export const putting =
  (
    { documents, member, notes }: Putting,
    made: object,
    query: (body: Writer.Sent["body"]) => Call.Query
  ): Writer.Steps =>
  ({ answered, body, item }) => {
    const { made: note } = answered
    if (note === undefined) {
      return Write.step(
        "made",
        { method: "POST", path: `/${notes}/Save`, query: query(body), body: { ...made, ...body } },
        { id: (answer) => idIn(answer.body) }
      )
    }
    let left = amountAt(note.body, "Total")
    for (const [index, id] of ((item[member] ?? []) as ReadonlyArray<string>).entries()) {
      const asked = answered[`asked ${index}`]
      if (asked === undefined) return Write.step(`asked ${index}`, { path: `/${documents}/Get/${Call.segment(id)}` })
      const amount = Math.min(left, amountAt(asked.body, "AmountDue"))
      left = Normalize.difference(left, amount) ?? 0
      if (answered[`put ${index}`] !== undefined) continue
      return amount > 0
        ? allocation(`put ${index}`, idIn(note.body), id, amount)
        : Write.refused(
            { message: `Nothing is open on ${id}, or nothing is left to put on it`, field: member },
            asked.body
          )
    }
    return Write.acceptedId(idIn(note.body))
  }
