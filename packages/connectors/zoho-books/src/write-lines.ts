/** The lines and discounts of documents as they are written, and where they belong to: of what lines are told apart by, locations alone have a list. */
import type { Writes } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"

type Line = NonNullable<Writes.ItemOf<"INVOICES">["line_items"]>[number]
interface Told {
  readonly tracking_category_ids?: ReadonlyArray<string> | null | undefined
}
export interface Lined {
  readonly line_items?: ReadonlyArray<Told> | null | undefined
  readonly journal_lines?: ReadonlyArray<Told> | null | undefined
}

const locations = Lookup.make({
  call: ({ items }: Lookup.LookupContext<Lined>) =>
    items.some((item) =>
      (item.line_items ?? item.journal_lines ?? []).some((line) => line.tracking_category_ids?.length)
    )
      ? { path: "/locations" }
      : null,
  response: Wire.struct({ locations: Wire.list(Wire.required(Wire.struct({ location_id: Wire.required(Wire.id) }))) }),
  pick: (found): ReadonlySet<string> => new Set(found.locations?.map(({ location_id }) => location_id)),
  absent: new Set<string>(),
  lasting: true
})
export const lineLookups = { locations }
/** Quirk: an option of a reporting tag is sent with its tag, which nothing of what can be read names. */
export const location = (
  [id = "", ...more]: ReadonlyArray<string>,
  { lookups, refuse }: Take.At<unknown, typeof lineLookups>
) => {
  if (more.length > 0) refuse("is one more than can be written", "[1]")
  return id === "" ? {} : { location_id: lookups.locations.has(id) ? id : refuse("is no location", "[0]") }
}

const line = {
  platform_id: "line_item_id",
  item_id: "item_id",
  description: "description",
  quantity: "quantity",
  unit_amount: "rate",
  tax_id: "tax_id",
  project_id: "project_id",
  tracking_category_ids: location
} satisfies Take.Table<Line, typeof lineLookups>
/** Quirk: lines of bills, orders and credits have no discount: the rate is lowered, where that comes out to the cent. */
const lowered = (discount: number, { item, refuse }: Take.At<Line>): object =>
  discount ? { rate: Take.priceOf(item, 2) ?? refuse("cannot be taken off the unit amount evenly") } : {}
/** Lines of documents that name an account. */
export const bought = {
  list: "line_items",
  of: { ...line, account_id: "account_id", total_discount: lowered }
} as const
/** Lines of documents that may be discounted one by one. Quirk: orders of customers have their discounts as texts. */
export const sold = { list: "line_items", of: { ...line, total_discount: "discount" } } as const
export const ordered = {
  list: "line_items",
  of: { ...line, total_discount: (discount: number): object => ({ discount: String(discount) }) }
} as const

interface Discounted {
  readonly line_items?: ReadonlyArray<{ readonly total_discount?: number | null | undefined }> | null | undefined
  readonly total_discount?: number | null | undefined
}
/** Quirk: discounts are of the lines or of the document as a whole. One of both, told as a sum, is that of the lines. */
export const discounts = (
  { line_items, total_discount: all }: Discounted,
  { refuse }: Take.At<unknown>
): { readonly discount?: number; readonly discount_type?: string; readonly is_discount_before_tax?: boolean } => {
  const ofLines = (line_items ?? []).map((own) => own.total_discount)
  if (ofLines.every((own) => !own)) {
    return all == null ? {} : { discount: all, discount_type: "entity_level", is_discount_before_tax: true }
  }
  const sum = Normalize.sum(ofLines)
  return all == null || all === sum
    ? { discount_type: "item_level", is_discount_before_tax: true }
    : refuse(`is another than ${sum}, that of the lines`, "total_discount")
}

const members = [
  "line_item_id",
  "item_id",
  "account_id",
  "name",
  "description",
  "rate",
  "quantity",
  "unit",
  "discount",
  "tax_id",
  "project_id",
  "location_id",
  "tags"
]
/** Quirk: a change without the party and the lines is refused: they are said again. */
export const keeping =
  (...names: ReadonlyArray<string>) =>
  (raw: Take.Item, body: Take.Item): object => ({
    ...picked(raw, names),
    line_items: ((raw["line_items"] ?? []) as ReadonlyArray<Take.Item>).map((own) => picked(own, members)),
    ...body
  })
/** Members that a change says again. */
export const again =
  (...names: ReadonlyArray<string>) =>
  (raw: Take.Item, body: Take.Item): object => ({ ...picked(raw, names), ...body })
/** What is there of members that are said again; ids are texts in requests, and tags have two of them. */
export const picked = (raw: Take.Item, names: ReadonlyArray<string>): Take.Item =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = raw[name]
      if (value == null || value === "") return []
      if (name === "tags") return [[name, (value as ReadonlyArray<Take.Item>).map((tag) => picked(tag, tagged))]]
      return [[name, name.endsWith("_id") ? Normalize.id(value) : value]]
    })
  )
const tagged = ["tag_id", "tag_option_id"]
