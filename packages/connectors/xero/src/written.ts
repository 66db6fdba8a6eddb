/** What a model's writes are made of: where its records are, its table, and how its kind departs from the others. */
import type { Call, Lookup, Read, Write, Writes } from "@svc/core"
import type { Table } from "./taking.ts"

type Item = Readonly<Record<string, any>>

export interface Options<Op extends Writes.Operation> {
  readonly record: Read.Read
  readonly offers: ReadonlyArray<Op>
  /** Where the records are, and the member that names one. */
  readonly collection: string
  readonly id: string
  /** Members that a new record cannot do without. */
  readonly requires: ReadonlyArray<string>
  readonly takes: Table
  /** What only a new record takes, or takes in another way. */
  readonly creates?: Table
  readonly lookups?: Lookup.Lookups
  /** What a new record says besides. */
  readonly made?: object
  /** What a change says besides: members of the record as it is that Xero cannot do without. */
  readonly kept?: ReadonlyArray<string>
  readonly query?: Call.Query
  /** New records in one call; 50, as Xero recommends, where it is not said. One is sent without asking for its errors apart. */
  readonly batch?: number
  /** Quirk: a new record of some kinds is sent bare, outside of a list. */
  readonly bare?: true
  /** Quirk: a change of some kinds names its record in the body alone. */
  readonly unaddressed?: true
  /** The types of Xero's that are records of the model, where others are in the same place. */
  readonly types?: ReadonlyArray<string>
  readonly refuse?: (
    item: Item,
    context: { readonly lookups: any; readonly current: Item | null }
  ) => Write.Refusal | null
  /** The status of what is voided, or of what is deleted where `DELETE` does not do it. */
  readonly ended?: (current: Item) => string
  /** What completes a new record. */
  readonly follow?: (raw: any, item: any, context: any) => ReadonlyArray<Call.Call>
  /** A change that takes several calls, of which the usual one is given. */
  readonly steps?: (change: Call.Call) => (context: Write.StepContext<any, any, true>) => Write.Step | Write.Answer
}
