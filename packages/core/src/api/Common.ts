/** Shapes that many endpoints share: identifiers in paths, pages, envelopes, enumerations. */
import * as Schema from "effect/Schema"
import { categories } from "../contract/Connector.ts"
import { modelIds } from "../contract/Models.ts"
import { knownIntegrations } from "../runtime/Registry.ts"
import { isStorable } from "../contract/WriteModel.ts"

/** An ISO 8601 date-time in UTC, such as `2026-01-31T08:00:00.000Z`. */
export const DateTime = Schema.String.annotate({ format: "date-time", examples: ["2026-01-31T08:00:00.000Z"] })
/** A day, such as `2026-01-31`. */
export const Day = Schema.String.annotate({ format: "date", examples: ["2026-01-31"] })
/** Identifier given by the service: unique over all its resources, never used again. */
export const SvcId = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotate({ examples: [1042] })
/** Text that can be stored. */
export const Text = Schema.String.check(
  Schema.makeFilter((text) => isStorable(text) || "text without NUL and lone surrogates", {
    expected: "text without NUL and lone surrogates"
  })
)
/** A name or label of a sensible length. */
export const Name = Text.check(Schema.isMinLength(1), Schema.isMaxLength(255))
/** A resource whose identifier is a text: letters, digits, `_`, `-` and `.`. */
export const TextId = Schema.String.check(Schema.isPattern(/^[\w.-]{1,128}$/, { expected: "an identifier" }))

/** A data model, such as `EXPENSES`. */
export const DataModel = Schema.Literals(modelIds).annotate({ identifier: "DataModel" })
export const Category = Schema.Literals(categories).annotate({ identifier: "Category" })
/** The integrations of the interface, whether or not a service has a connector for them. */
export const integrations: ReadonlyArray<string> = Object.values(knownIntegrations).flat()
/** An integration such as `XERO`: one of the interface's own, or one that a composed connector brings. */
export const Integration = Schema.String.check(
  Schema.isPattern(/^[A-Z][A-Z0-9_]{0,63}$/, { expected: "an integration such as XERO" })
).annotate({
  identifier: "IntegrationType",
  description: `One of ${integrations.join(", ")}, or the identifier of another connector that is composed.`,
  examples: ["XERO"]
})
/** An object of the platform's or the caller's own making. */
export const AnyObject = Schema.Record(Schema.String, Schema.Unknown)

/** A schema with the sentence OpenAPI shows for it. */
export const said = <S extends Schema.Top>(description: string, schema: S): S["Rebuild"] =>
  schema.annotate({ description })

/** A member that may be left out or null. */
export const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** Every list: a page with the cursors of its neighbours. */
export const listOf = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    prev: said("Cursor of the page before; null on the first.", Schema.NullOr(Schema.String)),
    next: said("Cursor of the page after; null on the last.", Schema.NullOr(Schema.String)),
    total_count: said("Filled when `return_count` is true.", Schema.NullOr(Schema.Int))
  })
/** A single resource. */
export const dataOf = <S extends Schema.Top>(data: S) => Schema.Struct({ data })
/** A single result with the times of its request. */
export const timed = <S extends Schema.Top>(data: S) =>
  Schema.Struct({
    data,
    request_timestamp: DateTime,
    response_timestamp: DateTime,
    request_id: Schema.String
  })
/** The answer to a deletion. */
export const Deleted = dataOf(Schema.Struct({ is_deleted: Schema.Literal(true) }).annotate({ identifier: "Deleted" }))
