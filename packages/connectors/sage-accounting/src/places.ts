/** Records of several lists that share a model without saying so in their ids: which list one is in. */
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"

type Named = Lookup.LookupContext<{ readonly platform_id?: string | null | undefined }>
/** The collections of the records that items name, by their ids; what is in none of them is gone. */
export const placesOf = (collections: ReadonlyArray<string>) =>
  Lookup.make({
    call: ({ items }: Named) => {
      const ids = items.flatMap(({ platform_id: id }) => id ?? [])
      return ids.length === 0
        ? null
        : ids.flatMap((id) => collections.map((own) => ({ path: `/${own}/${Call.segment(id)}` })))
    },
    response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), $path: Wire.text })),
    pick: (found): ReadonlyMap<string, string> =>
      new Map(
        found.flatMap((own) => {
          const place = collections.find((each) => own?.$path?.includes(`/${each}/`))
          return own === null || place === undefined ? [] : [[own.id, place] as const]
        })
      ),
    absent: new Map(),
    emptyStatuses: [404]
  })
