/** Jurnal's lists, which tell no changes and are read whole, and the values that their rows are written with. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

/** Quirk: how many rows a page has at most is not documented, so the answer says where the list ends. */
export const pages: Page.Page<number> = {
  start: () => 1,
  apply: (page) => ({ query: { page, page_size: 100 } }),
  next: (page, { body, items }) => {
    const [shown, last] = [Call.at(body, "current_page"), Call.at(body, "total_pages")].map((at) =>
      Normalize.number(at)
    )
    if (typeof shown === "number" && shown !== page) throw new Page.Circular("current_page is not the page asked for")
    if (typeof last === "number") return page < last ? page + 1 : null
    return items.length === 0 ? null : page + 1
  }
}

/** The id at Jurnal behind one of ours, which says of which list it is; null where it is of another. */
export const ownId = (prefix: string, id: string): string | null =>
  prefix === "" && id.includes(":") ? null : Normalize.unprefixed(prefix, id, ":")

/** A list, and what one of its rows is called where it is asked for alone. */
export const listing = (list: string, one: string, prefix = "") => ({
  source: list,
  path: `/${list}`,
  page: pages,
  items: list,
  get: (id: string): Call.Call | null => {
    const own = ownId(prefix, id)
    return own === null ? null : { path: `/${list}/${Call.segment(own)}` }
  },
  getItem: (body: unknown): unknown => Call.at(body, one),
  // Every run lists all there is, so every run sees what is gone.
  deletes: Read.fullListing
})
/** The same for documents, which no list can be asked for by date. */
export const dated = (list: string, one: string, prefix = "") => ({
  ...listing(list, one, prefix),
  from: Read.byMapping("No list takes a date")
})

const indonesian = Normalize.dayAs("d/m/yyyy")
/** Quirk: answers have days as dd/mm/yyyy, and webhooks' descriptions as dates and times. */
export const day = Wire.read((value) =>
  typeof value === "string" && value.includes("/") ? indonesian(value) : Normalize.day(value)
)

/** Quirk: what there is none of is an object of nulls, so its id is null. */
export const Named = Wire.struct({ id: Wire.id, name: Wire.text })
export const Refs = Wire.list(Wire.struct({ id: Wire.id }))
/** Tags are of a document as a whole, and so of each of its lines. */
export const tagged = (tags: (typeof Refs)["Type"] | null | undefined) =>
  Normalize.distinct(tags?.map((tag) => tag?.id))
