/** The interface's definition from the other side: effect's typed client, derived from it, against the real service. */
import { Access, Api, ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Service from "../support/Service.ts"

let service: Service.Service
let companyId: number
beforeAll(async () => {
  service = await Service.start()
  companyId = (await Service.connected(service)).companyId
})
afterAll(() => service.stop())

const run = <A, E>(
  program: (client: Effect.Success<ReturnType<typeof make>>) => Effect.Effect<A, E>,
  key = Service.apiKey
): Promise<A> =>
  Effect.runPromise(
    Effect.flatMap(make(), program).pipe(
      Effect.provide(
        Layer.merge(
          FetchHttpClient.layer,
          HttpApiMiddleware.layerClient(Access.Authentication, ({ next, request }) =>
            next(HttpClientRequest.setHeader(request, "api_key", key))
          )
        )
      )
    )
  )
const make = () => HttpApiClient.make(Api.api, { baseUrl: service.url })

it("lists records with their own types", async () => {
  const page = await run((client) =>
    client.accounting.list_expenses({
      query: { limit: 2, "total_amount[gte]": 10, "sort[posted_date]": "DESC", expand: "contact", return_count: true }
    })
  )
  expect(page.data).toHaveLength(2)
  const amounts: ReadonlyArray<number | null> = page.data.map((expense) => expense.total_amount)
  const lines: ReadonlyArray<number> = page.data.flatMap((expense) => expense.line_items.map((line) => line.svc_id))
  expect(amounts.every((amount) => amount !== null && amount >= 10)).toBe(true)
  expect(lines.length).toBeGreaterThan(0)
  expect(page.total_count).toBeGreaterThan(2)
  const one = await run((client) =>
    client.accounting.get_expenses({ params: { svc_id: page.data[0]!.svc_id }, query: { select: "data_hash" } })
  )
  expect(one.data.data_hash).toMatch(/^[0-9a-f]{64}$/)
  const deals = await run((client) => client.crm.list_deals({ query: { limit: 1 } }))
  expect(deals.data[0]!.stage_id).toEqual(expect.any(String))
})

it("writes with the types of each write", async () => {
  const created = await run((client) =>
    client.accounting.create_contacts({
      headers: { "idempotency-key": "typed-1" },
      payload: { company_id: companyId, data: [{ name: "Typed Ltd", contact_type: "CUSTOMER" }] }
    })
  )
  expect(created.data.data[0]).toMatchObject({ status: "success", response: { name: "Typed Ltd" } })
})

it("manages", async () => {
  const company = await run((client) => client.companies.create({ payload: { name: "Typed Inc" } }))
  expect(company.data.name).toBe("Typed Inc")
  const connections = await run((client) => client.connections.list({ query: {} }))
  expect(connections.data[0]!.status).toBe("HEALTHY")
})

it("fails with the interface's own error", async () => {
  const failed = (key?: string) =>
    run((client) => Effect.flip(client.companies.get({ params: { svc_id: 999_999 } })), key)
  const missing = await failed()
  expect(missing).toBeInstanceOf(ApiError.ApiError)
  expect(missing).toMatchObject({ code: "not-found", requestId: expect.any(String) })
  expect(await failed("nope")).toMatchObject({ code: "unauthenticated" })
})
