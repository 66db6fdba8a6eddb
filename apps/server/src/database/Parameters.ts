/**
 * Array parameters that carry their type. The client guesses it from the values otherwise, and cannot from nulls alone,
 * nor from ids of which some fit into four bytes and some do not.
 */
import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Result from "effect/Result"

/** `bigint[]`, from whole numbers. */
export const ids = (values: ReadonlyArray<number | null>): unknown =>
  Result.getOrThrow(
    PgTypes.array(
      values.map((value) => (value === null ? null : BigInt(value))),
      PgTypes.OID.int8
    )
  )

/** `text[]`. */
export const texts = (values: ReadonlyArray<string | null>): unknown =>
  Result.getOrThrow(PgTypes.array(values, PgTypes.OID.text))

/** `uuid[]`. */
export const uuids = (values: ReadonlyArray<string | null>): unknown =>
  Result.getOrThrow(PgTypes.array(values, PgTypes.OID.uuid))

/** `float8[]`. */
export const floats = (values: ReadonlyArray<number | null>): unknown =>
  Result.getOrThrow(PgTypes.array(values, PgTypes.OID.float8))

/** `boolean[]`. */
export const booleans = (values: ReadonlyArray<boolean | null>): unknown =>
  Result.getOrThrow(PgTypes.array(values, PgTypes.OID.bool))
