/** Records as the record service answers them: for lists that are short, one call for each record. */
import * as Call from "@svc/core/Call"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"

const size = 1000
const expand = { expandSubResources: true }
/** One record, with its lists. */
export const record = (type: string, id: string): Call.Call => ({
  path: `/record/v1/${type}/${Call.segment(id)}`,
  query: expand
})

/** Quirk: the offset must be a multiple of the size, and a list holds nothing but ids. */
const pages: Page.Page<number> = {
  start: () => 0,
  apply: (offset) => ({ query: { limit: size, offset } }),
  next: (offset, { body }) => (Page.hasMore(body, "hasMore") ? offset + size : null)
}

/** Everything about reading records of a type but their fields: the list, and each of them after it. */
export const records = (type: string) => ({
  path: `/record/v1/${type}`,
  page: pages,
  items: "items",
  follow: ({ id }: { readonly id: string }) => [record(type, id)],
  get: (id: string) => record(type, id),
  getItem: (body: unknown) => body,
  deletes: Read.fullListing
})
