/** GraphQL platforms: failures inside answers of success, connections walked to their end, bodies laid over each other. */
import { describe, expect, it } from "vitest"
import { Call, GraphQL, Page } from "../src/contract/index.ts"

const reasons = { THROTTLED: "RateLimited", ACCESS_DENIED: "Forbidden" } as const
const inside = (body: unknown) => GraphQL.failureInside(reasons)({ body, headers: {} })

describe("a failure inside a success", () => {
  it("is read by its code, with its message and place", () => {
    const error = { message: "No access", path: ["orders", "nodes", 0], extensions: { code: "access_denied" } }
    expect(inside({ data: null, errors: [error] })).toEqual({
      message: "No access",
      field: "orders.nodes.0",
      reason: "Forbidden"
    })
    const other = { message: "Field 'x' doesn't exist", extensions: { code: "undefinedField" } }
    expect(inside({ errors: [other] })).toEqual({ message: other.message, field: undefined, reason: undefined })
  })
  it("is the known one of several, and says all of them once", () => {
    const errors = [{ message: "a" }, { message: "b", extensions: { code: "THROTTLED" } }, { message: "a" }]
    expect(inside({ errors })).toMatchObject({ message: "a; b", reason: "RateLimited" })
  })
  it.each([
    ["a text", "Not Found", "Not Found", undefined],
    ["an object of lists", { query: ["is missing"] }, "is missing", "query"],
    ["a list of texts", ["one", "two"], "one; two", undefined],
    ["one error", { message: "alone" }, "alone", undefined]
  ])("may be %s", (_, errors, message, field) => {
    expect(inside({ errors })).toMatchObject({ message, field })
  })
  it("is a mutation's refusal as well", () => {
    const body = {
      data: { thingCreate: { thing: null, userErrors: [{ field: ["input", "title"], message: "is blank" }] } }
    }
    expect(inside(body)).toEqual({ message: "is blank", field: "input.title", reason: "Rejected" })
  })
  it.each([{ data: { a: { userErrors: [] } } }, { data: { a: null } }, { errors: [], data: {} }, null, "text", 7, []])(
    "is not in %j",
    (body) => {
      expect(inside(body)).toBeNull()
    }
  )
})

describe("a connection", () => {
  const call = { method: "POST", path: "/graphql", body: Call.graphql("{…}", { first: 2, query: "open" }) } as const
  const answer = (pageInfo: object, items: ReadonlyArray<unknown> = []) => ({
    body: { data: { things: { pageInfo } } },
    headers: {},
    items
  })
  const page = Page.relay({ at: "data.things" })
  const first = page.start({ now: "n", from: "f" })
  const laid = (own: typeof page, state: typeof first) => Call.merge(call, own.apply(state, call)).body
  it("is walked by its cursor, whatever else the variables hold", () => {
    expect(laid(page, first)).toEqual(call.body)
    const second = page.next(first, answer({ hasNextPage: true, endCursor: "c-2" }, [1, 2]))
    expect(laid(page, second!)).toEqual({ query: "{…}", variables: { first: 2, query: "open", after: "c-2" } })
    expect(page.next(second!, answer({ hasNextPage: false, endCursor: "c-3" }))).toBeNull()
  })
  it.each([null, "", 7, "c-1"])("does not end where there is more and the cursor is %j", (endCursor) => {
    expect(() => page.next({ ...first, after: "c-1" }, answer({ hasNextPage: true, endCursor }))).toThrow(
      "there is more"
    )
  })
  it.each([{}, { hasNextPage: null }, { hasNextPage: "false" }])("does not end unless it says so: %j", (pageInfo) => {
    expect(() => page.next(first, answer(pageInfo))).toThrow("whether there is more")
    expect(() => page.next(first, { body: { data: null }, headers: {}, items: [] })).toThrow("whether there is more")
  })
  const deep = Page.relay({
    at: "data.things",
    restart: {
      every: 4,
      key: (item: { readonly id: number }) => String(item.id),
      beyond: (key, own) => ({
        body: { variables: { query: `${String(Call.at(own.body, "variables.query"))} id:>${key}` } }
      })
    }
  })
  it("begins anew beyond the last item before it is too deep", () => {
    const more = (id: number) => answer({ hasNextPage: true, endCursor: `c-${id}` }, [{ id: id - 1 }, { id }])
    const second = deep.next(first, more(2))!
    const third = deep.next(second, more(4))!
    expect([second, third]).toEqual([
      { after: "c-2", seen: 2, beyond: null },
      { after: null, seen: 0, beyond: "4" }
    ])
    expect(laid(deep, third)).toEqual({ query: "{…}", variables: { first: 2, query: "open id:>4" } })
    const fourth = deep.next(third, more(6))!
    expect(laid(deep, fourth)).toMatchObject({ variables: { query: "open id:>4", after: "c-6" } })
    // A platform that ignores the key would be walked for ever.
    expect(() => deep.next({ after: "c-3", seen: 2, beyond: "4" }, more(4))).toThrow("begins anew")
  })
})

it("Call.merge merges objects inside bodies, and replaces lists", () => {
  const call = { path: "/", body: { a: { b: 1, c: [1], d: { e: 1 } }, f: 1 } }
  expect(Call.merge(call, { body: { a: { c: [2], d: { g: 2 } } } }).body).toEqual({
    a: { b: 1, c: [2], d: { e: 1, g: 2 } },
    f: 1
  })
})
