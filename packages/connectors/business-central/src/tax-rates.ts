/** Tax groups. What percentage they come to hangs on the area, and no list says it: lines show what was applied. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { changing, pages, record, sized, text, word } from "./lists.ts"

const Group = Wire.struct({ ...record, code: text, displayName: text, taxType: word })

export const taxRates = Connector.read("TAX_RATES", {
  ...changing("taxGroups"),
  item: Group,
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.displayName,
    code: raw.code,
    tax_type: raw.taxType,
    effective_tax_rate: null,
    total_tax_rate: null,
    components: [],
    updated_at: raw.lastModifiedDateTime
  })
})

/** The ids of tax groups by their codes, which is what lines name. */
export const taxes = Lookup.make({
  call: Read.pages({ call: { path: "/taxGroups", headers: sized(500) }, page: pages, items: "value" }),
  response: Wire.list(Group),
  pick: (all) => new Map((all ?? []).flatMap((own) => (own?.code ? [[own.code, own.id] as const] : []))),
  absent: new Map<string, string>(),
  lasting: true
})
