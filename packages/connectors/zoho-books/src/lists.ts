/** Zoho's lists: numbered pages of short rows, what changed since a moment, and the call for all of a record. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

/** Quirk: the description shows some lists' page context as a list of one, and others' answers without one. */
const contextOf = (body: unknown): unknown => {
  const context: unknown = Call.at(body, "page_context")
  return Array.isArray(context) ? context[0] : context
}
const size = 200
export const pages: Page.Page<number> = {
  start: () => 1,
  apply: (page) => ({ query: { page, per_page: size } }),
  next: (page, { body, items }) => {
    const context = contextOf(body)
    const shown = Normalize.number(Call.at(context, "page"))
    if (shown !== null && shown !== page)
      throw new Page.Circular("page_context.page is another page than was asked for")
    const more = Call.at(context, "has_more_page")
    if (more === undefined || more === null) return items.length < size ? null : page + 1
    return Page.hasMore(context, "has_more_page") ? page + 1 : null
  }
}

/** A row of a list, or all of a record that was asked for by its id. */
export interface Row {
  readonly [member: string]: unknown
}
export interface Kind {
  /** What the kind's address begins with. */
  readonly path: string
  /** Where a list has its rows, and a single answer its record. */
  readonly list: string
  /** Quirk: the description calls one list by another name than the answers of other clients. */
  readonly also?: string
  readonly one: string
  readonly id: string
  /** A member that rows do not have and whole records do. */
  readonly within: string
  readonly query?: Call.Query
}
export interface Followed {
  readonly followed: ReadonlyArray<unknown>
}

export const idOf = (raw: Row, name: string): string => Normalize.id(raw[name]) ?? missing(name)
const missing = (name: string): never => {
  throw new Read.ItemsMissing(name)
}

export const rowsIn = (body: unknown, { also, list }: Pick<Kind, "also" | "list">): ReadonlyArray<unknown> =>
  Read.requiredArrayAt(body, also === undefined || Call.at(body, also) === undefined ? list : also)

/** A list that cannot be asked for changes: it is read whole, and further only where a row has changed. */
export const listed = ({ id, list, one, path, query = {}, within }: Kind) => {
  const own = Wire.struct({ [id]: Wire.required(Wire.id) })
  return {
    path: `/${path}`,
    query,
    page: pages,
    items: list,
    item: Wire.read((value): Row => {
      own.read(value)
      return value as Row
    }),
    get: `/${path}/{id}`,
    getItem: (body: unknown): unknown => Call.at(body, one),
    follow: (raw: Row): ReadonlyArray<Call.Call> =>
      raw[within] === undefined ? [{ path: `/${path}/${Call.segment(idOf(raw, id))}` }] : [],
    unchanged: {
      id: (raw: Row) => idOf(raw, id),
      stamp: (raw: Row) => Normalize.text(raw["last_modified_time"])
    },
    deletes: Read.fullListing
  }
}
/** A list that can be asked for changes. Nothing tells of deletions, so the ids that are left do. */
export const changing = (kind: Kind) => ({
  ...listed(kind),
  since: ({ since }: { readonly since: string }) => ({
    query: { last_modified_time: `${since.slice(0, 19)}+0000` }
  }),
  deletes: remaining(kind)
})
export const remaining = ({ id, list, path, query = {} }: Pick<Kind, "id" | "list" | "path" | "query">) =>
  Read.idListing({
    call: () => ({ path: `/${path}`, query }),
    page: pages,
    ids: Read.idsOf(list, id)
  })

/** All of a record: what the further call was answered, or the item itself. Null where it has gone in the meantime. */
export const wholeOf = <A>({ one }: Pick<Kind, "one">, decoder: Wire.Decoder<A>, raw: Row, { followed }: Followed) => {
  const [body = { [one]: raw }] = followed
  return body === null ? null : Wire.decode(decoder, Call.at(body, one))
}

/** Of some lists nothing but one day can be asked for. */
export const undated = Read.byMapping("Lists take one day, and no span")
/** Restricts a listing to records of a day on. */
export const dated = ({ from }: { readonly from: string }) => ({ query: { date_start: from.slice(0, 10) } })
