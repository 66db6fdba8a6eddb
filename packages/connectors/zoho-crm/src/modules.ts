/** Modules: how their records are listed, asked for changes and for what was deleted, and one by one. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

/** Who or what is named by an id. */
export const Named = Wire.struct({ id: Wire.id, name: Wire.text })
/** What all modules have; `Modified_Time` is also what a listing goes on by. */
export const common = {
  id: Wire.required(Wire.id),
  Owner: Named,
  Created_Time: Wire.instant,
  Modified_Time: Wire.instant
}

const size = 200
/** Quirk: a chain of page tokens ends here. https://www.zoho.com/crm/developer/docs/api/v8/get-records.html */
export const most = 100_000
interface Reached {
  readonly token: string | null
  readonly count: number
  /** What the chain is restricted to, where it is not the first. */
  readonly since: string | null
}
const headerOf = (moment: string) => ({ "If-Modified-Since": `${moment.slice(0, 19)}+00:00` })
/** Restricts a listing to what changed after a moment. */
export const changed = (moment: string) => ({ headers: headerOf(moment) })
/** The chain of tokens, in the order of changes; where it ends, another begins with what changed last. */
export const tokens: Page.Page<Reached> = {
  start: () => ({ token: null, count: 0, since: null }),
  apply: ({ since, token }) => ({
    query: { per_page: size, ...(token === null ? {} : { page_token: token }) },
    ...(since === null ? {} : { headers: headerOf(since) })
  }),
  next: ({ count, since }, { body, items }) => {
    if (!Page.hasMore(body, "info.more_records")) return null
    const read = count + items.length
    const token = Normalize.text(Call.at(body, "info.next_page_token"))
    if (read < most) {
      if (token === null) throw new Page.Circular("there are more records, and no token says where")
      return { token, count: read, since }
    }
    const last = Normalize.instant(Call.at(items.at(-1), "Modified_Time"))
    if (last === null || last === since) throw new Page.Circular("as many records as a listing has changed at once")
    return { token: null, count: 0, since: last }
  }
}
export const numbered: Page.Page<number> = {
  start: () => 1,
  apply: (page) => ({ query: { page, per_page: size } }),
  next: (page, { body }) => {
    const shown = Normalize.number(Call.at(body, "info.page"))
    if (shown !== null && shown !== page) throw new Page.Circular("info.page is another page than was asked for")
    return Page.hasMore(body, "info.more_records") ? page + 1 : null
  }
}

interface Own {
  readonly name: string
  /** What is asked for besides the fields. */
  readonly query?: Call.Query
  /** What is set before ids, where a model has several modules. */
  readonly kind?: string
}
/** Quirk: nothing found is 204, nothing changed 304, both without a body. */
export const nothing = [204, 304]
/** Of most that is dated, everything is listed. */
export const undated = Read.byMapping("Lists take no conditions, and queries need a scope that connections do not have")
/** A module's listing: records of the recycle bin and those that were deleted for good have a feed, for some weeks. */
export const module = <const F extends Parameters<typeof Wire.struct>[0]>(
  { kind = "", name, query = {} }: Own,
  fields: F
) => {
  const asked = {
    ...query,
    fields: Object.keys(fields)
      .filter((own) => own !== "id")
      .join(",")
  }
  return {
    path: `/${name}`,
    query: { ...asked, sort_by: "Modified_Time", sort_order: "asc" },
    since: ({ since }: { readonly since: string }) => changed(since),
    page: tokens,
    items: "data",
    item: Wire.struct(fields),
    get: (id: string): Call.Call | null => {
      const own = Normalize.unprefixed(kind, id)
      return own === null ? null : { path: `/${name}/${Call.segment(own)}`, query: asked }
    },
    getItem: (body: unknown): unknown => Read.arrayAt(body, "data")[0],
    emptyStatuses: nothing,
    deletes: Read.feed({
      call: ({ since }) => ({ path: `/${name}/deleted`, query: { type: "all" }, headers: headerOf(since) }),
      page: numbered,
      ids: Read.idsOf("data", "id", (id) => Normalize.prefixed(kind, id)),
      // What was deleted for good long ago is not named any more.
      isPartial: true
    })
  }
}
