/**
 * The endpoints of records, made from the registries: a list, an export, a look-up and a history for every data model, and
 * the writes. One group for each category.
 */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import type { ModelCategory } from "../contract/Model.ts"
import * as Models from "../contract/Models.ts"
import type * as accountingModels from "../models/accounting.ts"
import type * as documentModels from "../models/accounting-documents.ts"
import type * as statementModels from "../models/accounting-statements.ts"
import type * as crmModels from "../models/crm.ts"
import type * as ecommerceModels from "../models/ecommerce.ts"
import type * as paymentModels from "../models/payments.ts"
import type * as Writes from "../contract/Writes.ts"
import * as Descriptions from "../models/descriptions.ts"
import { BodyKind, IsStreamed, OnRepeat, RequiredScope } from "./Access.ts"
import { SvcId } from "./Common.ts"
import { bodyFailures, type Failure, failures, platformFailures } from "./Failure.ts"
import * as History from "./History.ts"
import { exportParameters, ListQuery, listParameters, shapeParameters } from "./ListQuery.ts"
import { listName, requestName, responseName, resultNames } from "./RecordDocument.ts"
import type { WireRecord } from "./RecordSchema.ts"
import { type Form, nameOf as plainName, routes, type WriteRoute } from "./WriteRoutes.ts"

/** A data model's name in its category: `expenses`, `deals`. */
export type NameOf<M extends string> = M extends `PAYMENT_${infer R}` | `ECOMMERCE_${infer R}` | `CRM_${infer R}`
  ? Lowercase<R>
  : Lowercase<M>
export const nameOf = <M extends Models.ModelId>(id: M): NameOf<M> => plainName(id) as NameOf<M>

export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly prev: string | null
  readonly next: string | null
  readonly total_count: number | null
}
type Answer<A> = Schema.Codec<A, unknown>
type Endpoint<
  Id extends string,
  Method extends "GET" | WriteRoute["method"],
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
export type ExportEndpoint<M extends Models.ModelId> = M extends Models.ModelId
  ? Endpoint<`export_${NameOf<M>}`, "GET", { query: typeof ListQuery; success: Answer<string> }>
  : never
export type GetEndpoint<M extends Models.ModelId> = M extends Models.ModelId
  ? Endpoint<
      `get_${NameOf<M>}`,
      "GET",
      { params: typeof params; query: typeof ListQuery; success: Answer<{ readonly data: WireRecord<M> }> }
    >
  : never

export type HistoryEndpoint<M extends Models.ModelId> = M extends Models.ModelId
  ? Endpoint<
      `history_${NameOf<M>}`,
      "GET",
      { params: typeof params; query: typeof History.list.query; success: typeof History.Page }
    >
  : never

/**
 * What records and writes look like: nothing is checked by it. Lists answer stored text, items are checked one by one, and
 * the document has their schemas from the registry (`RecordDocument.ts`).
 */
const opaque = Schema.Unknown

/** Names the schemas of an operation's bodies in the document, and replaces the query parameters that a schema cannot say. */
const documented = (shown: {
  readonly request?: string | null
  readonly responses: ReadonlyArray<string>
  readonly query?: () => ReadonlyArray<Record<string, unknown>>
}) =>
  OpenApi.annotations({
    transform: (operation: Record<string, any>) => {
      const body = ([first, ...others]: ReadonlyArray<string>) => {
        const refs = [first, ...others].map((name) => ({ $ref: `#/components/schemas/${name}` }))
        return { "application/json": { schema: others.length === 0 ? refs[0] : { anyOf: refs } } }
      }
      const { query, request, responses } = shown
      const inQuery = (one: { in: string }): boolean => one.in === "query"
      const parameters: ReadonlyArray<any> = operation["parameters"] ?? []
      return {
        ...operation,
        parameters: query === undefined ? parameters : [...parameters.filter((one) => !inQuery(one)), ...query()],
        ...(request == null ? {} : { requestBody: { content: body([request]), required: true } }),
        responses: {
          ...operation["responses"],
          200: {
            ...operation["responses"][200],
            ...(responses.length > 1
              ? { description: "The record as it is then, or the upload job where it lasts." }
              : {}),
            content: body(responses)
          }
        }
      }
    }
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
  "millisecond, which is asked for again, others may. What was written appears at once while nobody else writes, and " +
  "within a second after it was stored when others do; a writer that hangs in the middle holds it up for longer, until it " +
  "is ended (after five seconds, unless the operator set another time)."

const listEndpoint = (id: Models.ModelId) => {
  const model = Models.get(id)
  return HttpApiEndpoint.get(`list_${nameOf(id)}`, model.path as `/${string}`, {
    query: ListQuery,
    success: opaque,
    error: failures()
  })
    .annotate(OpenApi.Summary, `List ${nameOf(id).replaceAll("_", " ")}`)
    .annotate(OpenApi.Description, `${Descriptions.model(id)} ${following}`)
    .annotateMerge(documented({ responses: [listName(id)], query: () => listParameters(model) }))
}
const exporting =
  "One record a line (NDJSON), in the order of `svc_id`, as fast as they are read; compressed as `Accept-Encoding` says. Where it is " +
  'cut, by `limit` or because the service stops or cannot go on, its last line is `{"next": "…"}`: ask again with the same filters ' +
  "and that cursor. Where the connection breaks, ask again with `svc_id[gt]` of the last record. Each record is shown as it is when " +
  "it is read; what is new meanwhile comes at the end. It counts as a large request, and is for as long as its caller takes it."

/** The lines of an export; one schema for all, for what a line holds is told by the list. */
const ndjson = HttpApiSchema.asText({ contentType: "application/x-ndjson" })(
  Schema.String.annotate({ identifier: "Export", description: "Records, one a line." })
)

/** The parameters of an export, which a schema cannot say. */
const exportedAs = (query: () => ReadonlyArray<Record<string, unknown>>) =>
  OpenApi.annotations({
    transform: (operation: Record<string, any>) => {
      const parameters: ReadonlyArray<any> = operation["parameters"] ?? []
      return { ...operation, parameters: [...parameters.filter((one) => one.in !== "query"), ...query()] }
    }
  })

const exportEndpoint = (id: Models.ModelId) => {
  const model = Models.get(id)
  return HttpApiEndpoint.get(`export_${nameOf(id)}`, `${model.path}/export` as `/${string}`, {
    query: ListQuery,
    success: ndjson,
    error: failures()
  })
    .annotate(OpenApi.Summary, `Export ${nameOf(id).replaceAll("_", " ")}`)
    .annotate(OpenApi.Description, exporting)
    .annotate(IsStreamed, true)
    .annotateMerge(exportedAs(() => exportParameters(model)))
}
const getEndpoint = (id: Models.ModelId) => {
  const model = Models.get(id)
  return HttpApiEndpoint.get(`get_${nameOf(id)}`, `${model.path}/:svc_id` as `/${string}`, {
    params,
    query: ListQuery,
    success: opaque,
    error: failures()
  })
    .annotate(OpenApi.Summary, `Get ${withArticle(model.title)}`)
    .annotate(
      OpenApi.Description,
      `One record by its \`svc_id\`. ${Descriptions.model(id)} One that is gone at the platform is shown with \`include_deleted_records=true\`.`
    )
    .annotateMerge(documented({ responses: [responseName(id)], query: () => shapeParameters(model) }))
}

const told =
  "What changed of a record, and when, oldest first: its events, each with the members that differ from the event before. Events are kept for " +
  "as many days as the service says, where a webhook of the organisation wants them, or all of them where the operator keeps all: so the first " +
  "entry need not be the record's first change, and where an event between two was not kept, what it changed is told with the next. A record " +
  "without kept events has an empty history; one that is gone at the platform has its own."

const historyEndpoint = (id: Models.ModelId) =>
  HttpApiEndpoint.get(`history_${nameOf(id)}`, `${Models.get(id).path}/:svc_id/history` as `/${string}`, {
    params,
    query: History.list.query,
    success: History.Page,
    error: failures()
  })
    .annotate(OpenApi.Summary, `List the history of ${withArticle(Models.get(id).title)}`)
    .annotate(OpenApi.Description, told)
    .annotateMerge(History.list.parameters)

/** What a write is sent with. */
export const writeHeaders = Schema.Struct({
  "idempotency-key": Schema.optionalKey(
    Schema.String.annotate({ description: "1 to 255 characters; the first answer is kept for a day and replayed." })
  ),
  prefer: Schema.optionalKey(Schema.String.annotate({ description: "`respond-async` answers at once with the job." }))
})
/** A request to write: the items, and what chooses the connection where a company has several. */
export interface WriteBody<A> {
  readonly company_id: number
  readonly connection_id?: number | null | undefined
  readonly integration_type?: string | null | undefined
  readonly data: ReadonlyArray<A>
}
/** Names the record of an item. */
type Which = Writes.Named | Writes.ById
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
        readonly platform_id: string | null
      } | null
    }>
  }
  readonly request_timestamp: string
  readonly response_timestamp: string
  readonly request_id: string
}
type Headers = { headers: typeof writeHeaders }
type Several<A> = Headers & { payload: Answer<WriteBody<A>>; success: Answer<UploadAnswer> }
/** With respond-async, and when it lasts, the job is answered instead of the record. */
type Written<M extends Models.ModelId> = Headers & {
  success: Answer<{ readonly data: WireRecord<M> } | UploadAnswer>
}
type Offered<M extends Writes.WriteId, Op extends Writes.Operation, E> = Op extends Writes.OperationsOf<M> ? E : never
export type WriteEndpoint<M extends Writes.WriteId> = M extends Writes.WriteId
  ?
      | Offered<M, "create", Endpoint<`create_${NameOf<M>}`, "POST", Several<Writes.WireInput<M, "create">>>>
      | Offered<
          M,
          "update",
          | Endpoint<
              `update_${NameOf<M>}`,
              "PATCH",
              Written<M> & { params: typeof params; payload: Answer<Writes.WireInput<M, "update">> }
            >
          | Endpoint<`update_several_${NameOf<M>}`, "PATCH", Several<Which & Writes.WireInput<M, "update">>>
        >
      | Offered<M, "delete", Endpoint<`delete_${NameOf<M>}`, "DELETE", Written<M> & { params: typeof params }>>
      | Offered<M, "void", Endpoint<`void_${NameOf<M>}`, "POST", Written<M> & { params: typeof params }>>
  : never
/** The writes of the specification. */
type SpecifiedEndpoint =
  | Endpoint<
      "put_invoices",
      "PUT",
      Written<"INVOICES"> & { payload: Answer<WriteBody<Writes.WriteInput<"INVOICES", "update">>> }
    >
  | {
      [M in "PURCHASE_ORDERS" | "BILL_CREDIT_NOTES" | "CONTACTS"]: Endpoint<
        `create_${NameOf<M>}_unversioned`,
        "POST",
        Several<Writes.WriteInput<M, "create">>
      >
    }["PURCHASE_ORDERS" | "BILL_CREDIT_NOTES" | "CONTACTS"]

const summaryOf = ({ form, method, write }: WriteRoute): string => {
  const id = write.model as Models.ModelId
  const several = nameOf(id).replaceAll("_", " ")
  const one = withArticle(Models.get(id).title)
  if (write.operation === "create") return `Create ${several}`
  const verb = { update: "Update", delete: "Delete", void: "Void" }[write.operation]
  return form === "items"
    ? `${verb} ${several}`
    : method === "PUT"
      ? `${verb} ${one} by its platform_id`
      : `${verb} ${one}`
}
const descriptions: Readonly<Record<Form, string>> = {
  items:
    "What a platform requires of an item, and what it has no place for, is in the capabilities. A faulty item does not stop the others.",
  single: "What a platform requires of an item, and what it has no place for, is in the capabilities.",
  record:
    "The record as it is then is answered, or the job where it lasts. Whether the platform of the record's connection takes it is in the capabilities."
}

const writeEndpoint = (route: WriteRoute) => {
  const { form, method, name, path, write } = route
  const hasBody = write.operation === "create" || write.operation === "update"
  const endpoint = HttpApiEndpoint.make(method)(name, path, {
    ...(path.includes(":svc_id") ? { params } : {}),
    ...(hasBody ? { payload: opaque } : {}),
    headers: writeHeaders,
    success: opaque,
    error: (hasBody ? bodyFailures : failures)(
      "missing-params",
      "conflict",
      "unsupported",
      "idempotency-mismatch",
      "platform-denied",
      ...platformFailures
    )
  } as never) as unknown as HttpApiEndpoint.Top
  return endpoint
    .annotate(OpenApi.Summary, summaryOf(route))
    .annotate(OpenApi.Description, descriptions[form])
    .annotate(RequiredScope, "write")
    .annotate(BodyKind, "write")
    .annotate(OnRepeat, "own")
    .annotateMerge(documented({ request: requestName(route), responses: resultNames(route) }))
}

const groupOf = <const Id extends string, E extends HttpApiEndpoint.Constraint>(
  id: Id,
  category: ModelCategory,
  title: string
) => {
  const models = Models.modelIds.filter((model) => Models.get(model).category === category)
  const writes = routes.filter(({ write }) => models.includes(write.model as Models.ModelId))
  const endpoints = [
    ...models.flatMap((model) => [
      listEndpoint(model),
      exportEndpoint(model),
      getEndpoint(model),
      historyEndpoint(model)
    ]),
    ...writes.map(writeEndpoint)
  ]
  const group = HttpApiGroup.make(id).add(...(endpoints as never))
  return group.annotate(OpenApi.Description, title) as unknown as HttpApiGroup.HttpApiGroup<Id, E>
}

type AccountingId = (keyof typeof accountingModels | keyof typeof documentModels | keyof typeof statementModels) &
  Models.ModelId
type Of<M extends Models.ModelId> =
  | ListEndpoint<M>
  | ExportEndpoint<M>
  | GetEndpoint<M>
  | HistoryEndpoint<M>
  | WriteEndpoint<M & Writes.WriteId>

export const accounting = groupOf<"accounting", Of<AccountingId> | SpecifiedEndpoint>(
  "accounting",
  "ACCOUNTING",
  "Accounting: lists of records, and writes to the connected platform."
)
export const payments = groupOf<"payments", Of<keyof typeof paymentModels & Models.ModelId>>(
  "payments",
  "PAYMENTS",
  "Payments: lists of records, and writes to the connected platform."
)
export const ecommerce = groupOf<"ecommerce", Of<keyof typeof ecommerceModels & Models.ModelId>>(
  "ecommerce",
  "ECOMMERCE",
  "E-commerce: lists of records, and writes to the connected platform."
)
export const crm = groupOf<"crm", Of<keyof typeof crmModels & Models.ModelId>>(
  "crm",
  "CRM",
  "CRM: lists of records, and writes to the connected platform."
)
