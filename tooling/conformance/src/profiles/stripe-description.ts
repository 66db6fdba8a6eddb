/**
 * Stripe's description. Its newest OpenAPI document is too old for the shapes, so the types of its client, as JSON Schema,
 * say what records and list parameters are; the document, of an earlier version, is asked about the same parameters too.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Description, Example } from "../Description.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"

/** Lists by their path: the definition of a record and that of the parameters. */
const lists: Readonly<Record<string, readonly [record: string, params: string]>> = {
  "/v1/balance_transactions": ["BalanceTransaction", "BalanceTransactionListParams"],
  "/v1/charges": ["Charge", "ChargeListParams"],
  "/v1/customers": ["Customer", "CustomerListParams"],
  "/v1/disputes": ["Dispute", "DisputeListParams"],
  "/v1/events": ["Event", "EventListParams"],
  "/v1/invoice_payments": ["InvoicePayment", "InvoicePaymentListParams"],
  "/v1/invoices": ["Invoice", "InvoiceListParams"],
  "/v1/invoices/{id}/lines": ["InvoiceLineItem", "PaginationParams"],
  "/v1/payment_intents": ["PaymentIntent", "PaymentIntentListParams"],
  "/v1/payment_links": ["PaymentLink", "PaymentLinkListParams"],
  "/v1/payment_links/{id}/line_items": ["LineItem", "PaginationParams"],
  "/v1/payouts": ["Payout", "PayoutListParams"],
  "/v1/prices": ["Price", "PriceListParams"],
  "/v1/products": ["Product", "ProductListParams"],
  "/v1/refunds": ["Refund", "RefundListParams"],
  "/v1/tax_rates": ["TaxRate", "TaxRateListParams"]
}
/** Records that the connector asks for whole, where an id may stand. */
const whole: ReadonlyArray<readonly [record: string, member: string]> = [
  ["Charge", "balance_transaction"],
  ["Product", "default_price"]
]

const ref = (name: string) => ({ $ref: `#/definitions/${name}` })
const text = { type: "string" }
const query = (name: string, schema: unknown) => ({ in: "query", name, style: "deepObject", explode: true, schema })
const version = { in: "header", name: "Stripe-Version", schema: text }
const expand = query("expand", { type: "array", items: text })

const operation = (parameters: ReadonlyArray<unknown>, schema: unknown) => ({
  get: {
    parameters: [version, expand, ...parameters],
    responses: { 200: { content: { "application/json": { schema } } } }
  }
})

/** Sample values where a type says too little: a currency is any text to it. */
const withSamples = (value: unknown, name = ""): unknown => {
  if (Array.isArray(value)) return value.map((one) => withSamples(one))
  if (!isObject(value)) return value
  const own = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "properties" && isObject(inner)
        ? Object.fromEntries(Object.entries(inner).map(([member, schema]) => [member, withSamples(schema, member)]))
        : withSamples(inner)
    ])
  )
  if (own["type"] !== "string") return own
  if (name === "currency") return { ...own, example: "jpy" }
  return name.endsWith("_decimal") ? { ...own, example: "1250.5" } : own
}

const definitionsOf = (types: Json): Json => {
  const found = withSamples(types["definitions"]) as Record<string, Json>
  for (const [record, member] of whole) {
    const properties = found[record]!["properties"] as Record<string, Json>
    const alternatives = properties[member]!["anyOf"] as ReadonlyArray<unknown>
    properties[member] = { ...properties[member], anyOf: alternatives.toReversed() }
  }
  return { ...found, Event: { type: "object", example: eventOf("charge.updated") } }
}

const documentOf = (types: Json): Json => {
  const definitions = definitionsOf(types)
  const propertiesOf = (name: string): Json => {
    const own = definitions[name] as Json
    return { ...((definitions["PaginationParams"] as Json)["properties"] as Json), ...(own["properties"] as Json) }
  }
  const paths: Record<string, unknown> = {
    "/v1/account": operation([], { type: "object", example: { id: "acct_1", object: "account" } }),
    "/v1/balance": operation([], ref("Balance"))
  }
  const known = new Set(types["x-endpoints"] as ReadonlyArray<string>)
  for (const [path, [record, params]] of Object.entries(lists)) {
    if (!known.has(`GET ${path}`)) throw new Error(`Stripe's types have no GET ${path}`)
    const parameters = Object.entries(propertiesOf(params)).map(([name, schema]) =>
      name === "types"
        ? query(name, { type: "array", maxItems: 20, items: { enum: types["x-event-types"] } })
        : query(name, schema)
    )
    const envelope = {
      type: "object",
      properties: {
        object: { const: "list" },
        data: { type: "array", items: ref(record) },
        has_more: { type: "boolean", example: false },
        url: { type: "string", example: path }
      }
    }
    paths[path] = operation(parameters, envelope)
    if (known.has(`GET ${path}/{id}`)) {
      paths[`${path}/{id}`] = operation([{ in: "path", name: "id", required: true, schema: text }], ref(record))
    }
  }
  // What there is to write to, and what it answers; the types at hand have no parameters of writes, which are forms.
  for (const endpoint of known) {
    const [method = "", path = ""] = endpoint.split(" ")
    const [list, record] = Object.entries(lists).find(([own]) => path === own || path.startsWith(`${own}/{id}`)) ?? []
    if (method === "GET" || list === undefined) continue
    paths[path] = {
      ...(paths[path] as object | undefined),
      [method.toLowerCase()]: {
        parameters: [
          version,
          { in: "header", name: "Idempotency-Key", schema: text },
          ...(path === list ? [] : [{ in: "path", name: "id", required: true, schema: text }])
        ],
        ...(method === "POST"
          ? { requestBody: { content: { "application/x-www-form-urlencoded": { schema: { type: "object" } } } } }
          : {}),
        responses: {
          200: {
            content: {
              "application/json": {
                schema:
                  method === "DELETE" ? { type: "object", example: { id: "text", deleted: true } } : ref(record![0])
              }
            }
          }
        }
      }
    }
  }
  return { openapi: "3.1.0", servers: [{ url: "https://api.stripe.com" }], paths, definitions }
}

/** An event of a type about a record of nobody; parts of a record name what they belong to. */
const eventOf = (type: string): Json => {
  const kind = type.split(".").at(-2)!
  const object = { id: "text", object: kind, created: 1, customer: "cus_1", product: { id: "prod_1" } }
  return { id: "evt_1", object: "event", created: 1_773_200_000, type, livemode: false, data: { object } }
}

/** `newer` decides; what `older` knows of the same request must be right by it as well. */
const together = (newer: Description, older: Description, events: ReadonlyArray<Example>): Description => ({
  operations: newer.operations,
  events,
  find: (request, how) => {
    const found = newer.find(request, how)
    const before = older.find(request, how)
    if (found.operation === null || before.operation === null) return found
    const [now, then] = [found.operation, before.operation]
    const faults: typeof now.faults = (one) => [...new Set([...now.faults(one), ...then.faults(one)])]
    return { params: found.params, operation: Object.create(now, { faults: { value: faults } }) as typeof now }
  }
})

export const describe = (folder: string): Description => {
  const types = JSON.parse(readFileSync(join(folder, "stripe-2026-10-28.endive.schema.json"), "utf8")) as Json
  const events = (types["x-event-types"] as ReadonlyArray<string>).map((type): Example => ({
    name: `webhook ${type}`,
    status: 200,
    body: eventOf(type),
    from: "schema"
  }))
  return together(
    OpenApi.make(documentOf(types)),
    OpenApi.load(join(folder, "stripe-openapi-2023-08-16.reads.json")),
    events
  )
}
