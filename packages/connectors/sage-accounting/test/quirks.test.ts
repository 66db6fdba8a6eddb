import assert from "node:assert/strict"
import { connect, isConnectorError } from "@svc/core/connect"
import { describe, it } from "vitest"
import { sageAccounting } from "../src/index.ts"

const business = "0d40342d0287cd6b13555c54afca6c90"
/** A connection whose every call is answered so. */
const answering = (status: number, body: unknown) =>
  connect(sageAccounting, {
    credentials: { access_token: "access-token-1" },
    settings: { business },
    fetch: async () => Response.json(body, { status })
  })
const failed = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (caught: unknown) => caught
  )
  assert.ok(isConnectorError(error))
  return error
}

const taxRates = async (status: number, body: unknown) => {
  const found: Array<unknown> = []
  for await (const one of answering(status, body).list("TAX_RATES")) found.push(one)
  return found
}

describe("errors", () => {
  it("says all faults of a list, and that a record is there already", async () => {
    const faults = [
      {
        $severity: "error",
        $dataCode: "RecordInvalid",
        $message: "The reference has already been taken",
        $source: "reference"
      },
      {
        $severity: "error",
        $dataCode: "RecordInvalid",
        $message: "The date is required",
        $source: "sales_invoice.date"
      }
    ]
    const { message, reason } = await failed(taxRates(422, faults))
    assert.equal(reason._tag, "Conflict")
    assert.match(message, /already been taken; The date is required/)
  })

  it("reads one fault that is in no list", async () => {
    const { message } = await failed(taxRates(403, { $message: "Not for this role" }))
    assert.match(message, /Not for this role/)
  })
})

describe("pages", () => {
  it("are not over where the answer does not say so", async () => {
    assert.equal((await failed(taxRates(200, { $page: 1, $items: [] }))).reason._tag, "Undecodable")
  })
  it("are not those of another number", async () => {
    assert.equal((await failed(taxRates(200, { $page: 2, $next: null, $items: [] }))).reason._tag, "Undecodable")
  })
})

describe("passthrough", () => {
  const call = (path: string, method: "GET" | "PUT" = "GET") => answering(200, {}).call({ path, method })
  it("reaches the connection's own business alone", async () => {
    await call(`/businesses/${business}`)
    await call("/businesses")
    assert.equal((await failed(call("/businesses/another"))).reason._tag, "InvalidCall")
    assert.equal((await failed(call("/%62usinesses/another"))).reason._tag, "InvalidCall")
  })
  it("leaves the account itself as it is", async () => {
    await call("/migrations")
    assert.equal((await failed(call("/migrations", "PUT"))).reason._tag, "InvalidCall")
  })
})

describe("statements", () => {
  const account = (type: string, balance_details: unknown) => ({
    id: "1a000000000000000000000000007100",
    displayed_as: "Paper (7100)",
    ledger_account_type: { id: type },
    balance_details
  })
  const paid = { balance: 5, credit_or_debit: "debit" }
  const month = async (...accounts: ReadonlyArray<unknown>) => {
    const books = connect(sageAccounting, {
      credentials: { access_token: "access-token-1" },
      settings: { business },
      fetch: async (input) =>
        Response.json(
          new Request(input).url.includes("financial_settings")
            ? { base_currency: { id: "GBP" } }
            : { $page: 1, $next: null, $items: accounts }
        )
    })
    for await (const { net_profit } of books.list("INCOME_STATEMENT")) return net_profit
    return undefined
  }

  it("say it of an account of which only the side of its balance is shown", async () => {
    assert.equal(await month(account("OVERHEADS", paid)), -5)
  })
  it("do not pass over what is booked on an account of a type that is not known", async () => {
    assert.match((await failed(month(account("HORS_BILAN", paid)))).message, /known type/)
    assert.equal(await month(account("HORS_BILAN", { ...paid, balance: 0 })), 0)
  })
  it("are not of nothing where no balance is shown, or none has a side", async () => {
    assert.match((await failed(month(account("OVERHEADS", null)))).message, /balance_details/)
    assert.match((await failed(month(account("OVERHEADS", { balance: 5 })))).message, /credit or debit/)
  })
})
