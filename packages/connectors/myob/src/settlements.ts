/** Credit that was put on documents: a settlement takes of a credit note and names what it was put on. No money moves with it. */
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { all } from "./wire.ts"

/** Where the settlements of a side are, and what they call the note and each document. */
export interface Side {
  readonly path: string
  readonly note: "CreditFromInvoice" | "DebitFromBill"
  readonly line: "Sale" | "Purchase"
  readonly document: "Invoice" | "Bill"
}
export const sales: Side = {
  path: "/Sale/CreditSettlement",
  note: "CreditFromInvoice",
  line: "Sale",
  document: "Invoice"
}
export const purchases: Side = {
  path: "/Purchase/DebitSettlement",
  note: "DebitFromBill",
  line: "Purchase",
  document: "Bill"
}

/** The documents that each note was put on, by the note's id. */
export const appliedBy = ({ document, line, note, path }: Side) =>
  Lookup.make({
    call: all(path),
    response: Wire.list(Wire.unknown),
    pick: (settlements): ReadonlyMap<string, ReadonlyArray<string>> => {
      const found = new Map<string, Array<string>>()
      for (const settlement of settlements) {
        const own = Normalize.id(Call.at(settlement, `${note}.UID`))
        if (own === null) continue
        const put = found.get(own) ?? []
        for (const row of Read.arrayAt(settlement, "Lines")) {
          const id = Normalize.id(Call.at(row, `${line}.UID`))
          if (id !== null && Call.at(row, "Type") === document && !put.includes(id)) put.push(id)
        }
        found.set(own, put)
      }
      return found
    },
    absent: new Map()
  })
