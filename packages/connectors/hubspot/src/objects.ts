/**
 * How a type of CRM object is read: listed as a whole, searched for changes, listed again for what is archived, and
 * fetched by its id. https://developers.hubspot.com/docs/api-reference/latest/crm/search-the-crm
 */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import type { Kind } from "./bulk-associations.ts"

/** A list's pages. */
export const pages = Page.cursor({ param: "after", at: "paging.next.after", size: 100, sizeParam: "limit" })

const found = 200
/** Quirk: a search shows its first 10 000 results. Sorted by id, a further search goes on where the one before ended. */
const searched = Page.windows({
  page: Page.cursor({ in: "body", param: "after", at: "paging.next.after", size: found, sizeParam: "limit" }),
  limit: 10_000,
  size: found,
  key: (raw: { readonly id?: any } | null) => raw?.id,
  after: (id, { body }) => ({
    body: {
      filterGroups: [
        {
          filters: [
            ...(Call.at(body, "filterGroups.0.filters") as ReadonlyArray<unknown>),
            { propertyName: "hs_object_id", operator: "GT", value: String(id) }
          ]
        }
      ]
    }
  })
})

interface Options {
  readonly properties: ReadonlyArray<string>
  readonly associations?: ReadonlyArray<Kind>
  /** The property that holds when the object changed. */
  readonly changedBy?: string
  /** Set before ids where several types are one data model: ids are unique for a type of object alone. */
  readonly kind?: string
}

/** The property that holds when an object was made: those of the first types call it otherwise. */
export const createdBy = (type: string): string =>
  ["contacts", "companies", "deals"].includes(type) ? "createdate" : "hs_createdate"

/**
 * Quirk: only a search takes conditions, and it shows neither associations nor what was written just now. Lists are whole,
 * of records that are dated as well (`undated`).
 */
export const objects = (type: string, options: Options) => {
  const { associations = [], changedBy = "hs_lastmodifieddate", kind = "", properties } = options
  const path = `/crm/v3/objects/${type}`
  const query: Call.Query = {
    properties: properties.join(","),
    ...(associations.length === 0 ? {} : { associations: associations.join(",") })
  }
  return {
    source: kind || "default",
    path,
    query,
    page: pages,
    items: "results",
    since: ({ since }: { readonly since: string }): Call.Patch => ({
      method: "POST",
      path: `${path}/search`,
      query: { properties: undefined, associations: undefined },
      body: {
        filterGroups: [{ filters: [{ propertyName: changedBy, operator: "GTE", value: String(Date.parse(since)) }] }],
        sorts: [{ propertyName: "hs_object_id", direction: "ASCENDING" }],
        properties
      }
    }),
    sincePage: searched,
    // Quirk: neither what was merged into another record nor what was erased for good is among the archived.
    deletes: Read.feed({
      call: () => ({ path, query: { archived: true, properties: "hs_object_id" } }),
      page: pages,
      ids: Read.idsOf("results", "id", (id) => Normalize.prefixed(kind, id, ":")),
      isPartial: true
    }),
    get: (id: string): Call.Call | null => {
      const plain = Normalize.unprefixed(kind, id, ":")
      return plain === null ? null : { path: `${path}/${Call.segment(plain)}`, query }
    },
    getItem: (body: unknown) => body
  }
}

/** Of what is dated, everything is listed. */
export const undated = Read.byMapping("Only a search takes conditions, and it shows no associations")

/** Quirk: searches have a limit of their own, for all apps of an account, and do not count in the other one. */
export const isSearch = ({ path }: Call.Call): boolean => /^\/crm\/v3\/objects\/[^/]+\/search$/.test(path)
