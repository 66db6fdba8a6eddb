/** The invoices and bills that payments and credit notes are put on. */
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

type Named = Lookup.LookupContext<Readonly<Record<string, any>>>
/** What is left to pay of the documents that items name in a member, and whose they are. */
export const dueOf = (member: string, collection: string) =>
  Lookup.make({
    call: ({ items }: Named) => {
      const ids = Normalize.distinct(...items.map((item) => item[member]))
      return ids.length === 0
        ? null
        : ids.map((id) => ({ path: `/${collection}/${Call.segment(id)}`, query: { attributes: "all" } }))
    },
    response: Wire.list(
      Wire.struct({
        id: Wire.required(Wire.id),
        outstanding_amount: Wire.number,
        contact: Wire.struct({ id: Wire.id })
      })
    ),
    pick: (found) => new Map(found.map((own) => [own.id, own])),
    absent: new Map(),
    emptyStatuses: [404]
  })
