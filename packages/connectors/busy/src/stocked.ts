/** What rows of items refer to: the items with their units, categories of taxes, and by which number the party is taxed. */
import type { Take } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { all, ledger, masterMembers } from "./books.ts"
import { ask, rows } from "./query.ts"
import { columns, numberOf } from "./settings.ts"

const Article = Wire.struct({ ...masterMembers, cm1: Wire.id })
type Asking = { readonly items: ReadonlyArray<any>; readonly settings: Take.At["settings"] }
const codes = (ids: ReadonlyArray<string | null | undefined>) =>
  Normalize.distinct(...ids).filter((id) => /^\d{1,15}$/.test(id))

const articles = Lookup.make({
  call: ({ items, settings }: Asking) => {
    const asked = codes(
      items.flatMap(({ line_items }) =>
        (line_items ?? []).map((line: { readonly item_id?: string | null }) => line.item_id)
      )
    )
    return asked.length === 0
      ? null
      : ask(settings, {
          table: "Master1",
          columns: ["Code", "Name", "ParentGrp", "CM1"],
          where: { MasterType: [numberOf(settings, "item")], Code: asked }
        })
  },
  response: Wire.read((body) => rows(body).map((row) => Wire.decode(Article, row))),
  pick: (found): ReadonlyMap<string, (typeof Article)["Type"]> => new Map(found.map((one) => [one.code, one])),
  absent: new Map<string, (typeof Article)["Type"]>()
})
const Reached = Wire.struct({ gstno: Wire.text })
/** The number by which the party is taxed. */
const gstNumber = Lookup.make({
  call: ({ items, settings }: Asking) => {
    const asked = codes(items.map(({ contact_id }) => contact_id))
    return asked.length === 0 || settings["gst_state"] === undefined
      ? null
      : ask(settings, { table: "MasterAddressInfo", columns: columns.MasterAddressInfo, where: { MasterCode: asked } })
  },
  response: Wire.read((body) => rows(body).map((row) => Wire.decode(Reached, row).gstno?.trim() ?? "")),
  pick: ([number]) => number ?? "",
  absent: ""
})
export const stocked = { ...ledger, articles, categories: all("tax_category"), gstNumber, units: all("unit") }
