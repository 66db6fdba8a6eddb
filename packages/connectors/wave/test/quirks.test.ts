/** Wave's oddities, each with what would go wrong without its care. */
import { connect } from "@svc/core/connect"
import * as Call from "@svc/core/Call"
import { describe, expect, test } from "vitest"
import { wave } from "../src/index.ts"

const business = "QnVzaW5lc3M6aHAx"
type Asked = Readonly<Record<string, unknown>>
/** Books that answer each question by its name and variables. */
const books = (answer: (title: string, variables: Asked) => unknown) => {
  const asked: Array<Asked> = []
  const own = connect(wave, {
    credentials: { access_token: "access-token-1" },
    settings: { business },
    fetch: async (input, init) => {
      const body: unknown = await new Request(input, init).json()
      const title = /^query (\w+)/.exec(String(Call.at(body, "query")))?.[1] ?? ""
      const variables = Call.at(body, "variables") as Asked
      asked.push(variables)
      return Response.json(answer(title, variables))
    }
  })
  return { asked, own }
}
const list = (nodes: ReadonlyArray<unknown>, page: number, pages: number, count: number) => ({
  data: {
    business: {
      id: business,
      list: {
        pageInfo: { currentPage: page, totalPages: pages, totalCount: count },
        edges: nodes.map((node) => ({ node }))
      }
    }
  }
})
const all = async <A>(from: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const one of from) found.push(one)
  return found
}
const cad = (minorUnitValue: string | null, value: string) => ({
  minorUnitValue,
  value,
  currency: { code: "CAD", exponent: 2 }
})
const invoice = (id: string, amountDue: unknown) => ({ id, amountDue, status: "SENT", items: [] })

describe("pages", () => {
  test("a record that goes while a list is read ends the run", async () => {
    const { own } = books((_, { page }) => list([{ id: `c-${String(page)}` }], Number(page), 3, page === 1 ? 3 : 2))
    await expect(all(own.list("CONTACTS"))).rejects.toThrow(/went while the list was read/)
  })
  test("one that comes while it is read does not", async () => {
    const { own } = books((title, { page }) =>
      title === "Vendors" ? list([], 1, 0, 0) : list([{ id: `c-${String(page)}` }], Number(page), 2, 1 + Number(page))
    )
    expect((await all(own.list("CONTACTS"))).map(({ platform_id }) => platform_id)).toEqual(["c-1", "c-2"])
  })
  test("another page than the one that was asked for is none", async () => {
    const { own } = books((_, { page }) => list([{ id: `c-${String(page)}` }], 1, 2, 2))
    await expect(all(own.list("CONTACTS"))).rejects.toThrow(/page 1 came in place of page 2/)
  })
})

test("a run since a moment reads what was modified, then what is open, down to what is settled", async () => {
  const { asked, own } = books((_, { modifiedAtAfter, page }) =>
    modifiedAtAfter !== undefined
      ? list([invoice("paid", cad("0", "0.00"))], 1, 1, 1)
      : page === 1
        ? list([invoice("most", cad("900", "9.00"))], 1, 3, 3)
        : list([invoice("less", cad("100", "1.00")), invoice("none", cad("0", "0.00"))], 2, 3, 3)
  )
  const found = await all(own.list("INVOICES", { since: "2026-03-01T00:00:00.000Z" }))
  expect(found.map(({ platform_id }) => platform_id)).toEqual(["paid", "most", "less", "none"])
  expect(asked.map(({ modifiedAtAfter, page, sort }) => [modifiedAtAfter, sort, page])).toEqual([
    ["2026-03-01T00:00:00.000Z", undefined, 1],
    [undefined, ["AMOUNT_DUE_DESC"], 1],
    [undefined, ["AMOUNT_DUE_DESC"], 2]
  ])
})

test("amounts are in the smallest units, or as people write them", async () => {
  const { own } = books(() =>
    list(
      [invoice("a", cad("123456", "1,234.56")), invoice("b", cad(null, "1,234.56")), invoice("c", cad("5", "9"))],
      1,
      1,
      3
    )
  )
  expect((await all(own.list("INVOICES"))).map(({ amount_due }) => amount_due)).toEqual([1234.56, 1234.56, 0.05])
})

describe("answers of success that are none", () => {
  const said = (body: unknown) => wave.http.failureInside!({ headers: {}, body })
  test.each([
    ["UNAUTHENTICATED", "AuthExpired"],
    ["NOT_FOUND", "NotFound"],
    ["INTERNAL_SERVER_ERROR", "Unavailable"],
    ["GRAPHQL_VALIDATION_FAILED", undefined]
  ])("%s", (code, reason) => {
    const errors = [{ message: "No.", extensions: { code } }]
    expect(said({ data: { business: null }, errors })).toMatchObject({ message: "No.", reason })
  })
  test("a business that is null is one that the sign-in is not for", () => {
    expect(said({ data: { business: null } })?.reason).toBe("Forbidden")
  })
  test("404 is of the address, never of a record", () => {
    expect(wave.http.failure!({ status: 404, headers: {}, body: "<html>" })?.reason).toBe("Forbidden")
  })
})
