/**
 * What a write of the interface is: the data model, the address, the members an item may carry, and the members of the
 * record that its answer shows. What a platform requires of them is the connector's to say.
 */
import type { Fields, Members } from "./Field.ts"

export type Operation = "create" | "update"

export interface WriteModel<
  out Id extends string = string,
  out Op extends Operation = Operation,
  out F extends Fields = Fields
> {
  readonly model: Id
  readonly operation: Op
  readonly method: "POST" | "PUT"
  readonly path: string
  /** Members of an item; all may be left out or null here. */
  readonly fields: F
  /** Members the interface itself cannot do without, whatever the platform: the id of what is to be updated. */
  readonly requires: ReadonlyArray<string>
  /** Members of the record that the answer of one item carries; `raw_data` comes with them. */
  readonly response: ReadonlyArray<string>
  /** One item, for types alone. */
  readonly Item?: Members<F>
}

export const make = <const Id extends string, const Op extends Operation, const F extends Fields>(
  model: Id,
  operation: Op,
  options: {
    readonly path: string
    readonly fields: F
    readonly requires?: ReadonlyArray<string>
    readonly response: ReadonlyArray<string>
  }
): WriteModel<Id, Op, F> => ({
  model,
  operation,
  method: operation === "create" ? "POST" : "PUT",
  path: options.path,
  fields: options.fields,
  requires: options.requires ?? [],
  response: options.response
})

/** Text that PostgreSQL and every platform can hold: no NUL and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")
