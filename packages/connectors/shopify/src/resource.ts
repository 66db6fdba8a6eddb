/** How a kind of record is listed, restricted to changes, fetched by its id, and its deletions found. */
import * as Call from "@svc/core/Call"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { ask, globalId, pageInfo } from "./wire.ts"

interface Resource {
  /** The connection, such as `orders`, and the field of one record, `order`. */
  readonly many: string
  readonly one: string
  /** The type in global ids: `Order`. */
  readonly type: string
  /** Records on a page: as many as cost less than the 1 000 points that one query may. */
  readonly first: number
  readonly fields: string
  /** A term that every listing carries. */
  readonly filter?: string
  /** The field of the search syntax that holds when a record was made, where its listing begins at a date. */
  readonly dated?: string
  /** How far before the moment changes are asked for, in milliseconds; ten minutes when absent. */
  readonly overlap?: number
}

/** Of a record, or of an id that a listing of ids has read already. */
const idOf = (item: unknown): string => {
  if (typeof item === "string") return item
  const found = Wire.decode(globalId, Call.at(item, "id"))
  if (found === null) throw new Error("an item has no id to go on from")
  return found.id
}

/** Terms of the search syntax that all must hold. */
const both = (...terms: ReadonlyArray<string | null | undefined>): string | null =>
  terms.filter((term) => term).join(" AND ") || null

/** `'2026-02-01T08:30:00.000Z'`, quoted because of its colons. */
export const quoted = (moment: string, earlier = 0): string =>
  `'${new Date(Date.parse(moment) - earlier).toISOString()}'`

/**
 * Sorted by id, so that what changes meanwhile neither slips past nor comes twice.
 * Quirk: nobody may page deeper than 25 000 records: https://shopify.dev/docs/api/usage/limits
 */
const pagesOf = (many: string) =>
  Page.relay({
    at: `data.${many}`,
    restart: {
      every: 20_000,
      key: idOf,
      beyond: (id, call) => ({
        body: { variables: { query: both(Call.at(call.body, "variables.query") as string | null, `id:>${id}`) } }
      })
    }
  })

const listing = (name: string, many: string, fields: string): string =>
  `query ${name}($first: Int!, $after: String, $query: String) { ` +
  `${many}(first: $first, after: $after, query: $query, sortKey: ID) { nodes { ${fields} } ${pageInfo} } }`

// What a search finds follows the records with a delay that is not documented; what comes twice is known by its content.
const tenMinutes = 600_000

export const resource = ({ dated, fields, filter, first, many, one, overlap = tenMinutes, type }: Resource) => {
  const list = listing(`${type}s`, many, fields)
  const single = `query ${type}($id: ID!) { ${one}(id: $id) { ${fields} } }`
  return {
    ...ask(list),
    body: Call.graphql(list, { first, query: filter ?? null }),
    since: ({ since }: { readonly since: string }) => ({
      body: { variables: { query: both(filter, `updated_at:>=${quoted(since, overlap)}`) } }
    }),
    ...(dated === undefined
      ? {}
      : {
          from: ({ from }: { readonly from: string }) => ({
            body: { variables: { query: both(filter, `${dated}:>=${quoted(from)}`) } }
          })
        }),
    page: pagesOf(many),
    items: (body: unknown) => Read.requiredArrayAt(body, `data.${many}.nodes`),
    get: (id: string) => (/^\d+$/.test(id) ? ask(single, { id: `gid://shopify/${type}/${id}` }) : null),
    getItem: (body: unknown) => Call.at(body, `data.${one}`)
  }
}

/** A listing of ids alone. What it lacks is gone, so it must carry the terms of the listing itself. */
export const idsOf = ({ filter, many, type }: Pick<Resource, "filter" | "many" | "type">): Read.Deletes =>
  Read.idListing({
    call: () => ask(listing(`${type}Ids`, many, "id"), { first: 250, query: filter ?? null }),
    page: pagesOf(many),
    ids: Read.idsOf(`data.${many}.nodes`, "id", (id) => idOf({ id }))
  })
