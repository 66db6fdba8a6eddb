/**
 * The endpoints of records, made from the registries: a list and a look-up for every data model, and the writes. One
 * group for each category.
 */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import type { ModelCategory } from "../Model.ts"
import * as Models from "../Models.ts"
import type * as accountingModels from "../models/accounting.ts"
import type * as documentModels from "../models/accounting-documents.ts"
import type * as statementModels from "../models/accounting-statements.ts"
import type * as crmModels from "../models/crm.ts"
import type * as ecommerceModels from "../models/ecommerce.ts"
import type * as paymentModels from "../models/payments.ts"
import type { WriteModel } from "../WriteModel.ts"
import * as Writes from "../Writes.ts"
import { BodyKind, OnRepeat, RequiredScope } from "./Access.ts"
import { dataOf, Integration, listOf, optional, SvcId, timed } from "./Common.ts"
import { bodyFailures, type Failure, failures, platformFailures } from "./Failure.ts"
import { itemSchema } from "./FieldSchema.ts"
import { ListQuery, listParameters, shapeParameters } from "./ListQuery.ts"
import { partOf, recordOf, schemaName, type WireRecord } from "./RecordSchema.ts"
import { uploadResult } from "./UploadJobs.ts"

/** A data model's name in its category: `expenses`, `deals`. */
export type NameOf<M extends string> = M extends `PAYMENT_${infer R}` | `ECOMMERCE_${infer R}` | `CRM_${infer R}`
  ? Lowercase<R>
  : Lowercase<M>
export const nameOf = <M extends Models.ModelId>(id: M): NameOf<M> =>
  id.replace(/^(PAYMENT|ECOMMERCE|CRM)_/, "").toLowerCase() as NameOf<M>

export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly prev: string | null
  readonly next: string | null
  readonly total_count: number | null
}
type Answer<A> = Schema.Codec<A, unknown>
type Endpoint<
  Id extends string,
  Method extends "GET" | "POST" | "PUT",
  Parts extends {
    readonly params?: Schema.Top
    readonly query?: Schema.Top
    readonly payload?: Schema.Top
    readonly headers?: Schema.Top
    readonly success: Schema.Top
  }
> = HttpApiEndpoint.HttpApiEndpoint<
  Id,
  Method,
  string,
  Parts extends { readonly params: infer P extends Schema.Top } ? P : never,
  Parts extends { readonly query: infer P extends Schema.Top } ? P : never,
  Parts extends { readonly payload: infer P extends Schema.Top } ? P : never,
  Parts extends { readonly headers: infer P extends Schema.Top } ? P : never,
  Parts["success"],
  Failure
>

const params = Schema.Struct({ svc_id: SvcId })
export type ListEndpoint<M extends Models.ModelId> = M extends Models.ModelId
  ? Endpoint<`list_${NameOf<M>}`, "GET", { query: typeof ListQuery; success: Answer<Page<WireRecord<M>>> }>
  : never
export type GetEndpoint<M extends Models.ModelId> = M extends Models.ModelId
  ? Endpoint<
      `get_${NameOf<M>}`,
      "GET",
      { params: typeof params; query: typeof ListQuery; success: Answer<{ readonly data: WireRecord<M> }> }
    >
  : never

/** Replaces the query parameters that a schema cannot say. */
const parameters = (shown: ReadonlyArray<Record<string, unknown>>) =>
  OpenApi.annotations({
    transform: (operation) => ({
      ...operation,
      parameters: [...(operation["parameters"] ?? []).filter((one: { in: string }) => one.in !== "query"), ...shown]
    })
  })

/** "an expense", "a CRM user". */
const withArticle = (title: string): string => {
  const name = /^[A-Z]{2}/.test(title) ? title : title.toLowerCase()
  return `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`
}

/** What a reader may rely on. */
const following =
  "To follow what changes, ask with `svc_updated_at[gte]` in the order of `sort[svc_updated_at]=ASC` and go on from the last " +
  "`svc_updated_at` that was shown; to follow what is new, go on in the order of `svc_id`, which is that of every list " +
  "without `sort`. A list never shows a record in front of which, in that order, another may still appear; at the last " +
  "millisecond, which is asked for again, others may. What was written appears at once while nobody else writes, and at " +
  "most a second after it was stored when others do."

const listEndpoint = (id: Models.ModelId) => {
  const model = Models.get(id)
  return HttpApiEndpoint.get(`list_${nameOf(id)}`, model.path as `/${string}`, {
    query: ListQuery,
    success: listOf(recordOf(id)).annotate({ identifier: `${schemaName(model)}List` }),
    error: failures()
  })
    .annotate(OpenApi.Summary, `List ${nameOf(id).replaceAll("_", " ")}`)
    .annotate(OpenApi.Description, following)
    .annotateMerge(parameters(listParameters(model)))
}
const getEndpoint = (id: Models.ModelId) => {
  const model = Models.get(id)
  return HttpApiEndpoint.get(`get_${nameOf(id)}`, `${model.path}/:svc_id` as `/${string}`, {
    params,
    query: ListQuery,
    success: dataOf(recordOf(id)),
    error: failures()
  })
    .annotate(OpenApi.Summary, `Get ${withArticle(model.title)}`)
    .annotateMerge(parameters(shapeParameters(model)))
}

/** What a write is sent with. */
export const writeHeaders = Schema.Struct({
  "idempotency-key": Schema.optionalKey(
    Schema.String.annotate({ description: "1 to 255 characters; the first answer is kept for a day and replayed." })
  ),
  prefer: Schema.optionalKey(Schema.String.annotate({ description: "`respond-async` answers at once with the job." }))
})
/** The body of a write around its items, which are checked one by one. */
export const WriteEnvelope = Schema.Struct({
  company_id: SvcId,
  connection_id: optional(SvcId),
  integration_type: optional(Integration),
  data: Schema.Array(Schema.Unknown)
})

export interface WriteBody<M extends Writes.WriteId, Op extends Writes.Operation> {
  readonly company_id: number
  readonly connection_id?: number | null | undefined
  readonly integration_type?: string | null | undefined
  readonly data: ReadonlyArray<Writes.WriteInput<M, Op>>
}
export interface UploadAnswer {
  readonly data: {
    readonly status: string
    readonly upload_job_id: string
    readonly data: ReadonlyArray<{
      readonly job_id: string
      readonly status: "success" | "failed"
      readonly response: Readonly<Record<string, unknown>> | null
      readonly error: {
        readonly code: string
        readonly message: string
        readonly field: string | null
        readonly platform_error: unknown
      } | null
    }>
  }
  readonly request_timestamp: string
  readonly response_timestamp: string
  readonly request_id: string
}
type WriteEndpoint<M extends Writes.WriteId> = M extends "INVOICES"
  ? Endpoint<
      "update_invoices",
      "PUT",
      {
        payload: Answer<WriteBody<"INVOICES", "update">>
        headers: typeof writeHeaders
        success: Answer<{ readonly data: WireRecord<"INVOICES"> } | UploadAnswer>
      }
    >
  : M extends Writes.WriteId
    ? Endpoint<
        `create_${NameOf<M>}`,
        "POST",
        { payload: Answer<WriteBody<M, "create">>; headers: typeof writeHeaders; success: Answer<UploadAnswer> }
      >
    : never

const line = { account_id: "acc-1", description: "Paper", quantity: 4, unit_amount: 12.5 }
const examples: Record<Writes.WriteId, object> = {
  CONTACTS: { name: "Ada Ltd", contact_type: "CUSTOMER", email: "ada@example.com" },
  PURCHASE_ORDERS: { contact_id: "con-1", currency_id: "EUR", posted_date: "2026-01-31", line_items: [line] },
  BILL_CREDIT_NOTES: { contact_id: "con-1", currency_id: "EUR", posted_date: "2026-01-31", line_items: [line] },
  INVOICES: { platform_id: "inv-1", memo: "Thank you", due_date: "2026-02-28" }
}

const writeEndpoint = (write: WriteModel) => {
  const id = write.model as Models.ModelId
  const model = Models.get(id)
  const name = schemaName(model)
  const verb = write.operation === "create" ? "Create" : "Update"
  const payload = Schema.Struct({
    ...WriteEnvelope.fields,
    data: Schema.Array(itemSchema(write).annotate({ identifier: `${name}${verb}` }))
  }).annotate({
    identifier: `${name}${verb}Request`,
    examples: [{ company_id: 1042, data: [examples[write.model as Writes.WriteId]] }]
  })
  const options = {
    payload,
    headers: writeHeaders,
    error: bodyFailures(
      "missing-params",
      "conflict",
      "unsupported",
      "idempotency-mismatch",
      "platform-denied",
      ...platformFailures
    )
  }
  const path = write.path as `/${string}`
  const endpoint =
    write.operation === "create"
      ? HttpApiEndpoint.post(`create_${nameOf(id)}`, path, {
          ...options,
          success: timed(uploadResult(partOf(id, write.response, false)))
        })
      : HttpApiEndpoint.put(`update_${nameOf(id)}`, path, {
          ...options,
          // With respond-async, and when it lasts, the job is answered instead.
          success: [dataOf(partOf(id, write.response, true)), timed(uploadResult(partOf(id, write.response, false)))]
        })
  return endpoint
    .annotate(
      OpenApi.Summary,
      write.operation === "create" ? `Create ${nameOf(id).replaceAll("_", " ")}` : `Update ${withArticle(model.title)}`
    )
    .annotate(
      OpenApi.Description,
      "What a platform requires of an item, and what it has no place for, is in the capabilities. A faulty item does not stop the others."
    )
    .annotate(RequiredScope, "write")
    .annotate(BodyKind, "write")
    .annotate(OnRepeat, "own")
}

const groupOf = <const Id extends string, E extends HttpApiEndpoint.Constraint>(
  id: Id,
  category: ModelCategory,
  title: string
) => {
  const models = Models.modelIds.filter((model) => Models.get(model).category === category)
  const writes = Writes.all.filter((write) => models.includes(write.model as Models.ModelId))
  const endpoints = [
    ...models.flatMap((model) => [listEndpoint(model), getEndpoint(model)]),
    ...writes.map(writeEndpoint)
  ]
  const group = HttpApiGroup.make(id).add(...(endpoints as never))
  return group.annotate(OpenApi.Description, title) as unknown as HttpApiGroup.HttpApiGroup<Id, E>
}

type AccountingId = (keyof typeof accountingModels | keyof typeof documentModels | keyof typeof statementModels) &
  Models.ModelId
type Lists<M extends Models.ModelId> = ListEndpoint<M> | GetEndpoint<M>

export const accounting = groupOf<"accounting", Lists<AccountingId> | WriteEndpoint<Writes.WriteId>>(
  "accounting",
  "ACCOUNTING",
  "Accounting: lists of records, and writes to the connected platform."
)
export const payments = groupOf<"payments", Lists<keyof typeof paymentModels & Models.ModelId>>(
  "payments",
  "PAYMENTS",
  "Payments: lists of records."
)
export const ecommerce = groupOf<"ecommerce", Lists<keyof typeof ecommerceModels & Models.ModelId>>(
  "ecommerce",
  "ECOMMERCE",
  "E-commerce: lists of records."
)
export const crm = groupOf<"crm", Lists<keyof typeof crmModels & Models.ModelId>>(
  "crm",
  "CRM",
  "CRM: lists of records."
)
