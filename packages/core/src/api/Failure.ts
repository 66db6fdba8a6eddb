/**
 * The error answers as schemas: one for each status, all with the same body, and all of them an `ApiError` to a client.
 * An endpoint declares those that it may answer.
 */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { ApiError, ErrorBody, type ErrorCode, errorCodes, statuses } from "./ApiError.ts"

/** A status, as the schema of its answer. */
export type Failure = Schema.Codec<ApiError, unknown>

const codesOf = (status: number): string =>
  errorCodes
    .filter((code) => statuses[code] === status)
    .map((code) => `\`${code}\``)
    .join(" or ")

const made = new Map<number, Failure>()
const at = (status: number): Failure => {
  const known = made.get(status)
  if (known !== undefined) return known
  const schema = ErrorBody.pipe(
    Schema.decodeTo(Schema.instanceOf(ApiError), {
      decode: SchemaGetter.transform(
        (body: typeof ErrorBody.Type) => new ApiError({ ...body.error, requestId: body.request_id })
      ),
      encode: SchemaGetter.transform((error: ApiError) => bodyOf(error, new Date(), error.requestId ?? ""))
    }),
    Schema.annotate({ description: `Error ${codesOf(status)}` }),
    HttpApiSchema.status(status)
  ) as unknown as Failure
  made.set(status, schema)
  return schema
}

/** The body of an error answer, made now. */
export const bodyOf = (error: ApiError, since: Date, requestId: string): typeof ErrorBody.Type => ({
  error: { code: error.code, message: error.message, field: error.field, details: error.details },
  request_timestamp: since.toISOString(),
  response_timestamp: new Date().toISOString(),
  request_id: requestId
})

/** What any request can be answered, whatever it asks for. */
const always: ReadonlyArray<ErrorCode> = [
  "invalid-params",
  "unauthenticated",
  "operation-denied",
  "not-found",
  "payload-too-large",
  "rate-limited",
  "platform-unavailable",
  "unknown-error"
]

/** The error answers of an endpoint: those that every one has, and those of these codes. */
export const failures = (...codes: ReadonlyArray<ErrorCode>): ReadonlyArray<Failure> =>
  [...new Set([...always, ...codes].map((code) => statuses[code]))].toSorted((a, b) => a - b).map(at)

/** Those of an endpoint that takes a body. */
export const bodyFailures = (...codes: ReadonlyArray<ErrorCode>): ReadonlyArray<Failure> =>
  failures("unsupported-media-type", ...codes)

/** Of every POST: its Idempotency-Key was used with another request, or the first with it still runs. */
export const keyFailures: ReadonlyArray<ErrorCode> = ["conflict", "idempotency-mismatch"]

/** Those of an endpoint that calls a platform. */
export const platformFailures: ReadonlyArray<ErrorCode> = ["platform-error", "platform-timeout"]
