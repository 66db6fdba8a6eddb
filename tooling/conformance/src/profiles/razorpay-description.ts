/**
 * Razorpay has no description that a machine can read: its client has types of the records and of what is sent, and a table
 * names the lists and their parameters. Here they are put together.
 */
import { join } from "node:path"
import type { Description } from "../Description.ts"
import { readDocument } from "../Documents.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"

interface List {
  readonly model: string
  readonly get: string
  readonly single?: string
  readonly query: Json
  readonly envelope: string
}
interface Table {
  readonly base: string
  readonly list_endpoints: ReadonlyArray<List>
}

/** The client's types of each record: what was sent of it, and what Razorpay adds. */
const records: Readonly<Record<string, ReadonlyArray<string>>> = {
  customer: ["Customers.RazorpayCustomerBaseRequestBody", "Customers.RazorpayCustomer"],
  dispute: ["Disputes.RazorpayDispute"],
  invoice: ["Invoices.RazorpayInvoiceBaseRequestBody", "Invoices.RazorpayInvoice"],
  item: ["Items.RazorpayItemBaseRequestBody", "Items.RazorpayItem"],
  line: [
    "Items.RazorpayItemBaseRequestBody",
    "Items.RazorpayItem",
    "Invoices.RazorpayLineItemsBaseRequestBody",
    "Invoices.RazorpayLineItems"
  ],
  order: ["Orders.RazorpayOrder"],
  payment: ["Payments.RazorpayPaymentBaseRequestBody", "Payments.RazorpayPayment"],
  payment_link: ["PaymentLinks.RazorpayPaymentLinkBaseRequestBody", "PaymentLinks.RazorpayPaymentLink"],
  refund: ["Refunds.RazorpayRefund"],
  settlement: ["Settlements.RazorpaySettlement"],
  settlement_recon_line: ["Settlements.RazorpaySettlementRecon"]
}
/** What is sent. */
const bodies: Readonly<Record<string, ReadonlyArray<string>>> = {
  customer: ["Customers.RazorpayCustomerBaseRequestBody", "Customers.RazorpayCustomerCreateRequestBody"],
  invoice: ["Invoices.RazorpayInvoiceBaseRequestBody"],
  invoice_line: ["Items.RazorpayItemBaseRequestBody", "Invoices.RazorpayLineItemsBaseRequestBody"],
  item: ["Items.RazorpayItemBaseRequestBody"],
  payment_link: ["PaymentLinks.RazorpayPaymentLinkBaseRequestBody"]
}
const number = (example: number): Json => ({ type: "integer", example })
const text = (example: string): Json => ({ type: "string", example })
/** Members that the types lack and the documented samples show, or that hang together as no schema says. */
const further: Readonly<Record<string, Json>> = {
  invoice: { customer_id: text("cust_1"), date: number(1_772_600_000), type: text("invoice") },
  order: { amount: number(50_000), currency: text("INR"), receipt: text("Receipt no. 1") },
  payment: { id: text("id_1") },
  refund: { amount: number(25_000), receipt: text("Return 17") },
  settlement: { amount: number(973_235) },
  settlement_recon_line: { amount: number(100_000) }
}
const samples: Json = {
  amount: number(50_000),
  created_at: number(1_772_600_000),
  currency: text("INR"),
  settled_at: number(1_772_600_000),
  updated_at: number(1_772_600_000)
}

const json = (schema: Json) => ({ content: { "application/json": { schema } } })
const answer = (schema: Json) => ({ 200: { description: "Answer", ...json(schema) } })
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const inPath = { name: "id", in: "path", required: true, schema: { type: "string" } }

export const describe = (folder: string): Description => {
  const table = readDocument(join(folder, "razorpay-endpoints.json")) as unknown as Table
  const { definitions } = readDocument(join(folder, "razorpay-sdk-types.schema.json")) as {
    readonly definitions: Readonly<Record<string, Json>>
  }
  const membersOf = (names: ReadonlyArray<string>): Json =>
    Object.assign({}, ...names.map((name) => definitions[name]?.["properties"] ?? {}))
  const schemaOf = (members: Json): Json => ({
    type: "object",
    properties: Object.fromEntries(Object.entries(members).map(([name, own]) => [name, samples[name] ?? own]))
  })
  const schemas = {
    ...Object.fromEntries(
      Object.entries(records).map(([model, names]) => [
        model,
        schemaOf({
          ...membersOf(names),
          ...further[model],
          ...(model === "invoice" ? { line_items: { type: "array", items: ref("line") } } : {}),
          ...(model === "payment_link" ? { payments: { type: "array", items: ref("paid") } } : {})
        })
      ])
    ),
    paid: schemaOf(membersOf(["PaymentLinks.RazorpayPaymentBaseRequestBody"])),
    ...Object.fromEntries(
      Object.entries(bodies).map(([name, names]) => [
        `${name}_body`,
        {
          type: "object",
          properties: {
            ...membersOf(names),
            ...(name === "invoice" ? { line_items: { type: "array", items: ref("invoice_line_body") } } : {})
          }
        }
      ])
    ),
    capture_body: {
      type: "object",
      required: ["amount", "currency"],
      properties: { amount: { type: "integer" }, currency: { type: "string" } }
    },
    order_body: {
      type: "object",
      required: ["amount", "currency"],
      properties: {
        amount: { type: "integer" },
        currency: { type: "string" },
        receipt: { type: "string", maxLength: 40 }
      }
    },
    refund_body: {
      type: "object",
      properties: { amount: { type: "integer" }, speed: { type: "string" }, receipt: { type: "string" }, notes: {} }
    }
  }
  const sent = (body: string, model: string, parameters: ReadonlyArray<unknown> = []) => ({
    parameters,
    requestBody: { required: true, ...json(ref(body)) },
    responses: answer(ref(model))
  })
  const lists = table.list_endpoints.filter(({ model }) => model in records)
  const paths = Object.fromEntries(
    lists.flatMap(({ envelope, get, model, query, single }) => {
      const paged = model === "payment_link" ? { count: "", skip: "" } : {}
      const parameters = Object.keys({ ...query, ...paged }).map((name) => ({
        name,
        in: "query",
        schema: { type: "string" }
      }))
      const list: Json = {
        type: "object",
        required: [envelope],
        properties: { [envelope]: { type: "array", items: ref(model) } }
      }
      return [
        [get, { get: { parameters, responses: answer(list) } }],
        ...(single === undefined ? [] : [[single, { get: { parameters: [inPath], responses: answer(ref(model)) } }]])
      ] as ReadonlyArray<readonly [string, Json]>
    })
  ) as Record<string, Json>
  const add = (path: string, method: string, operation: Json) => {
    paths[path] = { ...paths[path], [method]: operation }
  }
  const gone = {
    parameters: [inPath],
    responses: { 200: { description: "Gone", ...json({ type: "array", items: {} }) } }
  }
  for (const model of ["customer", "invoice", "item", "order", "payment_link"]) {
    add(`/v1/${model}s`, "post", sent(`${model}_body`, model))
  }
  add("/v1/customers/{id}", "put", sent("customer_body", "customer", [inPath]))
  add("/v1/items/{id}", "patch", sent("item_body", "item", [inPath]))
  add("/v1/items/{id}", "delete", gone)
  add("/v1/invoices/{id}", "delete", gone)
  add("/v1/invoices/{id}", "patch", sent("invoice_body", "invoice", [inPath]))
  add("/v1/invoices/{id}/issue", "post", { parameters: [inPath], responses: answer(ref("invoice")) })
  add("/v1/disputes/{id}/accept", "post", { parameters: [inPath], responses: answer(ref("dispute")) })
  add("/v1/payments/{id}/capture", "post", sent("capture_body", "payment", [inPath]))
  const key = { name: "X-Refund-Idempotency", in: "header", schema: { type: "string", minLength: 10 } }
  add("/v1/payments/{id}/refund", "post", sent("refund_body", "refund", [inPath, key]))
  for (const model of ["invoice", "payment_link"]) {
    add(`/v1/${model}s/{id}/cancel`, "post", { parameters: [inPath], responses: answer(ref(model)) })
  }
  if (!isObject(definitions)) throw new Error("the folder holds no types")
  return OpenApi.make({
    openapi: "3.1.0",
    info: { title: "Razorpay", version: "1" },
    servers: [{ url: table.base }],
    definitions,
    components: { schemas },
    paths
  })
}
