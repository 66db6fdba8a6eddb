/** Writing to a platform: what an item may refer to, the write itself under its key, and what became of one that lasted. */
import { Models, Writes } from "@svc/core"
import * as Effect from "effect/Effect"
import * as Fit from "../Fit.ts"
import type { Row } from "../../http/Members.ts"
import { ToolFailure } from "../Inside.ts"
import { modelOf, refuse, type Result, type Tool } from "../Tool.ts"

interface ChoicesArguments {
  readonly connection_id: number
  readonly data_model: string
  readonly operation?: string
  readonly field?: string
  readonly search?: string
  readonly next?: string
}
/** Choices of one reference: few of each where all are shown. */
const few = 5
const many = 50

export const choices: Tool = {
  name: "find_choices",
  title: "Find choices",
  description: "Records that the references of a write may name: a few of each, more with field.",
  scope: "read",
  effect: "read",
  arguments: {
    connection_id: { kind: "integer", required: true },
    data_model: { kind: "text", required: true, description: "What is written" },
    operation: { kind: "text", values: ["create", "update"] },
    field: { kind: "text", description: "Such as line_items.account_id" },
    search: { kind: "text", description: "Part of a name" },
    next: { kind: "text" }
  },
  run: Effect.fnUntraced(function* (given: ChoicesArguments, { ask, most }) {
    const { connection_id, data_model, field, next, operation, search } = given
    const model = yield* modelOf(data_model)
    const limit = field === undefined ? few : many
    const query = Object.entries({ data_model: model, operation, field, search, next, limit }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])
    )
    const { body } = yield* ask("GET", `/v3/core/connections/${connection_id}/choices`, { query })
    const shown = body.data.map((one: any) => ({
      field: one.field,
      data_model: one.data_model,
      choices: one.choices.map(({ name, platform_id }: any) => [platform_id, name]),
      next: field === undefined ? undefined : one.next,
      ...(field === undefined && one.next !== null ? { more: true } : {})
    }))
    return { text: Fit.text({ references: shown, note: "Each choice is its platform_id and its name." }, most) }
  })
}

interface WriteArguments {
  readonly company_id: number
  readonly connection_id?: number
  readonly data_model: string
  readonly operation: "create" | "update" | "delete" | "void"
  readonly data: ReadonlyArray<Row>
  readonly idempotency_key: string
}

/** The result of an item: what it became, or why not. The platform's item is left out, the record can be got. */
const itemOf = ({ error, response, status }: any): Row =>
  status === "failed"
    ? { status, error: Fit.withoutEmpty(error) }
    : (() => {
        const { raw_data: _, ...record } = response ?? {}
        return { status, record: Fit.withoutEmpty(record) }
      })()

/** A job as it is shown; one of which every item failed is an error. */
const jobShown = (job: any, isReplayed: boolean, most: number): Result => {
  const results = job.data.map(itemOf)
  const isRunning = job.status === "RUNNING" || job.status === "CREATED"
  const value = {
    status: job.status,
    upload_job_id: job.upload_job_id,
    results,
    ...(isReplayed ? { note: "This is the answer of the first call with this idempotency_key." } : {}),
    ...(isRunning ? { note: "It still runs: ask get_write." } : {})
  }
  const text = Fit.text(value, most)
  return { text, structured: fromText(text, job), isError: job.status === "FAILED" }
}
/** What was cut is cut in both. */
const fromText = (text: string, { status, upload_job_id }: any): Row => {
  try {
    return JSON.parse(text)
  } catch {
    return { status, upload_job_id, results: [] }
  }
}

/** A single record that was written is answered as itself. */
const recordShown = (record: unknown, operation: string, isReplayed: boolean, most: number): Result => {
  const value = {
    status: "SUCCESS",
    results: [{ status: "success", record: Fit.withoutEmpty(record) }],
    ...(isReplayed ? { note: `This is the answer of the first ${operation} with this idempotency_key.` } : {})
  }
  const text = Fit.text(value, most)
  return { text, structured: fromText(text, { status: "SUCCESS" }) }
}

/** A key that was spent on a write that failed is still spent: who mends the items needs another. */
const withHint = <A>(asked: Effect.Effect<A, ToolFailure>): Effect.Effect<A, ToolFailure> =>
  Effect.mapError(asked, (failure) =>
    failure.message.startsWith("idempotency-mismatch")
      ? new ToolFailure({ ...failure, message: `${failure.message} What is changed needs a new idempotency_key.` })
      : failure
  )

const outputSchema: Row = {
  type: "object",
  properties: {
    status: { type: "string" },
    upload_job_id: { type: "string" },
    results: { type: "array", items: { type: "object" } }
  },
  required: ["status", "results"]
}

export const write: Tool = {
  name: "write_records",
  title: "Write records",
  description:
    "Creates, updates, deletes or voids at the platform. Each item has its own result. describe_model says what an item takes.",
  scope: "write",
  effect: "write",
  outputSchema,
  arguments: {
    company_id: { kind: "integer", required: true },
    connection_id: { kind: "integer" },
    data_model: { kind: "text", required: true },
    operation: { kind: "text", required: true, values: ["create", "update", "delete", "void"] },
    data: {
      kind: "items",
      required: true,
      description: "Items. update: with svc_id and the members to change; delete, void: one {svc_id}"
    },
    idempotency_key: {
      kind: "text",
      required: true,
      description: "New for each intent, the same to repeat it: it is done once"
    }
  },
  run: Effect.fnUntraced(function* (given: WriteArguments, { ask, most }) {
    const { company_id, connection_id, data, idempotency_key, operation } = given
    const model = yield* modelOf(given.data_model)
    const { path } = Models.get(model)
    const offered = Writes.all().flatMap((one) => (one.model === model ? [one.operation] : []))
    if (!offered.includes(operation)) {
      const words = offered.length === 0 ? "it is only read" : `there is ${offered.join(", ")}`
      return yield* refuse(`Nothing can ${operation} ${model}: ${words}.`)
    }
    if (operation === "update" && !data.every((one) => "svc_id" in one || "platform_id" in one)) {
      return yield* refuse('Each item of an update must name its record: "svc_id", or "platform_id".')
    }
    const headers = { "idempotency-key": idempotency_key }
    if (/[^\x20-\x7e]/.test(idempotency_key)) return yield* refuse('"idempotency_key" must be plain ASCII text.')
    if (operation === "create" || operation === "update") {
      const body = { company_id, ...(connection_id === undefined ? {} : { connection_id }), data }
      const answer = yield* withHint(ask(operation === "create" ? "POST" : "PATCH", path, { headers, body }))
      return jobShown(answer.body.data, answer.headers["idempotent-replayed"] === "true", most)
    }
    const [item, ...others] = data
    const id = item?.["svc_id"]
    if (!Number.isSafeInteger(id) || others.length > 0) {
      return yield* refuse(`"data" must hold one item with the svc_id of the record to ${operation}.`)
    }
    const [method, at] = operation === "delete" ? ["DELETE", `${path}/${id}`] : ["POST", `${path}/${id}/void`]
    const { body, headers: answered } = yield* withHint(ask(method!, at!, { headers }))
    const isReplayed = answered["idempotent-replayed"] === "true"
    return body.data.upload_job_id === undefined
      ? recordShown(body.data, operation, isReplayed, most)
      : jobShown(body.data, isReplayed, most)
  })
}

export const job: Tool = {
  name: "get_write",
  title: "Get a write",
  description: "What became of a write that still ran.",
  scope: "read",
  effect: "read",
  arguments: { upload_job_id: { kind: "text", required: true } },
  run: Effect.fnUntraced(function* ({ upload_job_id }: { readonly upload_job_id: string }, { ask, most }) {
    const { body } = yield* ask("GET", `/v3/core/upload_jobs/${encodeURIComponent(upload_job_id)}`)
    const { structured: _, ...result } = jobShown(body.data, false, most)
    return result
  })
}
