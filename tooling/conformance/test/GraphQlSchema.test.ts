/** A made-up GraphQL API: what a query must be, what it costs, and the answers made for it. */
import { buildSchema, introspectionFromSchema } from "graphql"
import { describe, expect, it } from "vitest"
import * as GraphQlSchema from "../src/GraphQlSchema.ts"

const schema = buildSchema(`
  scalar Money
  enum State { OPEN SHUT LOST }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Line { id: ID! price: Money note: String }
  type LineConnection { nodes: [Line!]! pageInfo: PageInfo! }
  type Owner { id: ID! name: String! }
  type Thing {
    id: ID!
    state: State!
    name: String
    old: String @deprecated(reason: "gone soon")
    owner: Owner
    lines(first: Int, after: String): LineConnection!
  }
  type ThingConnection { nodes: [Thing!]! pageInfo: PageInfo! }
  type Query {
    things(
      first: Int
      after: String
      """
      A filter.
      | name | type |
      | ---- | ---- |
      | id | id |
      | changed_at | time | When it changed. |
      """
      query: String
    ): ThingConnection!
    thing(id: ID!): Thing
  }
`)
const description = GraphQlSchema.make(introspectionFromSchema(schema), {
  path: "/api/graphql",
  hosts: /\.acme\.example$/,
  scopes: ["read_things"],
  needs: new Map([
    ["Thing", ["read_things", "read_all"]],
    ["Owner", ["read_owners"]],
    ["Line.note", ["read_notes"]]
  ]),
  maxPage: 100,
  maxCost: 500,
  id: (type, serial) => `${type}/${serial}`,
  scalars: { Money: (serial) => `${serial}.00` }
})
const find = (query: string, variables: object = {}, url = "https://a.acme.example/api/graphql", method = "POST") =>
  description.find({
    method,
    url: new URL(url),
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables })
  })
const faults = (query: string, variables?: object) => {
  const found = find(query, variables)
  return found.operation === null
    ? [found.reason]
    : found.operation.faults({
        method: "POST",
        url: new URL("https://a.acme.example/"),
        headers: { "content-type": "application/json" },
        body: undefined
      })
}
const things = "query Things($first: Int!, $after: String, $query: String) "
const listing = `${things}{ things(first: $first, after: $after, query: $query) { nodes { id state } pageInfo { hasNextPage } } }`

describe("a query", () => {
  it("is right when the schema, its variables, the scopes, the terms and the cost allow it", () => {
    expect(faults(listing, { first: 100, query: "changed_at:>='2026-01-01T00:00:00Z' AND id:>7" })).toEqual([])
  })
  it.each([
    ["{ things { nodes { nothing } } }", {}, 'Cannot query field "nothing"'],
    ["{ things { nodes { old } } }", {}, "deprecated"],
    ["not a query", {}, "cannot be read"],
    ["query A { thing(id: 1) { id } } query B { thing(id: 1) { id } }", {}, "not one operation"],
    [listing, {}, '"$first"'],
    [listing, { first: "ten" }, '"$first"'],
    [listing, { first: 1, size: 1 }, "the variable size is not declared"],
    [listing, { first: 101 }, "first is 101, above 100"],
    [listing, { first: 1, query: "changed_at:>'a' AND created_at:>'b'" }, "searched by created_at"],
    ["{ thing(id: 1) { owner { id } } }", {}, "Owner needs read_owners"],
    ["{ thing(id: 1) { lines(first: 1) { nodes { note } } } }", {}, "Line.note needs read_notes"],
    // 2 + 50 × (1 + 2 + 10 × 1)
    ["{ things(first: 50) { nodes { id lines(first: 10) { nodes { id } } } } }", {}, "costs 652 points"]
  ])("is wrong: %s with %j", (query, variables, fault) => {
    expect(faults(query, variables).join("; ")).toContain(fault)
  })
  it("goes to the one address by POST", () => {
    expect(find(listing, { first: 1 }, "https://evil.example/api/graphql").operation).toBeNull()
    expect(find(listing, { first: 1 }, "https://a.acme.example/other").operation).toBeNull()
    expect(find(listing, { first: 1 }, undefined, "GET")).toMatchObject({ reason: expect.stringContaining("method") })
  })
})

describe("answers", () => {
  const examples = (query: string, variables: object = {}): ReadonlyArray<any> =>
    find(query, variables).operation!.examples.map(({ body }) => (body as { data: unknown }).data)
  const whole =
    "{ things(first: 2) { nodes { id state name lines(first: 2) { nodes { id price } pageInfo { hasNextPage endCursor } } } pageInfo { hasNextPage endCursor } } }"
  it("are the same each time, one sparse and as many as the words need", () => {
    const made = examples(whole)
    expect(made).toEqual(examples(whole))
    expect(made.length).toBe(4)
    const states = made.flatMap(({ things: { nodes } }) => nodes.map(({ state }: { state: string }) => state))
    expect(new Set(states)).toEqual(new Set(["OPEN", "SHUT", "LOST"]))
    const [sparse, full] = made
    expect(sparse.things.nodes[0]).toMatchObject({ name: null, lines: { nodes: [], pageInfo: { hasNextPage: false } } })
    expect(full.things.nodes[0].id).toMatch(/^Thing\/\d+$/)
    expect(full.things.nodes[0].lines.nodes[0].price).toMatch(/^\d+\.00$/)
    expect(full.things.pageInfo).toEqual({ hasNextPage: false, endCursor: expect.any(String) })
    expect(full.things.nodes[0].lines.pageInfo).toMatchObject({ hasNextPage: true, endCursor: expect.any(String) })
  })
  it("come to an end where a list inside a record goes on", () => {
    const lines =
      "query Lines($id: ID!, $after: String) { thing(id: $id) { lines(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage } } } }"
    for (const { thing } of examples(lines, { id: "1", after: "c" })) {
      expect(thing.lines.pageInfo.hasNextPage).toBe(false)
      expect(thing.lines.nodes.length).toBe(2)
    }
  })
})
