/** Whose the documents are that payments name. */
import { Call, Lookup, Wire } from "@svc/core"
import { Ref } from "./wire.ts"

type Named = Lookup.LookupContext<Readonly<Record<string, any>>>
export const partyOf = (member: string, collection: string, party: "Customer" | "Supplier") =>
  Lookup.make({
    call: ({ items }: Named) => {
      const ids = [...new Set(items.flatMap((item): ReadonlyArray<string> => item[member] ?? []))]
      return ids.length === 0 ? null : ids.map((id) => ({ path: `${collection}/${Call.segment(id)}` }))
    },
    response: Wire.list(Wire.struct({ UID: Wire.required(Wire.id), Customer: Ref, Supplier: Ref })),
    pick: (found) =>
      new Map(found.flatMap((own) => (own === null ? [] : [[own.UID, own[party]?.UID ?? null] as const]))),
    absent: new Map<string, string | null>(),
    emptyStatuses: [404]
  })
