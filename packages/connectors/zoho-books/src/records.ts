/** What a model's writes have of their own besides a table, where records are, and where answers have them. */
import type { Take, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import type { Kind } from "./lists.ts"

/** Quirk: some answers have the record as a list of one, and an account has its members beside `code`. */
export const recordIn = (answer: unknown, { id, one }: Pick<Kind, "id" | "one">): Take.Item => {
  const own: unknown = Call.at(answer, one)
  const found: unknown = own === undefined && Call.at(answer, id) !== undefined ? answer : own
  return ((Array.isArray(found) ? found[0] : found) ?? {}) as Take.Item
}
export const at = ({ path }: Pick<Kind, "path">, ...parts: ReadonlyArray<string>): string =>
  `/${[path, ...parts.map((part) => (part.includes("/") ? part : Call.segment(part)))].join("/")}`
export const idIn = (raw: Take.Item, { id, one }: Pick<Kind, "id" | "one">): string => {
  const found = Normalize.id(raw[id])
  if (found === null) throw new Read.ItemsMissing(`${one}.${id}`)
  return found
}

export interface Own {
  readonly kind: Pick<Kind, "also" | "id" | "list" | "one" | "path"> & { readonly within?: string }
  /** By what a new record is found again: members, and what rows call them. Its list is asked for those with the first. */
  readonly alike?: Readonly<Record<string, string>>
  /** What its list is asked instead. */
  readonly found?: (since: string, item: Take.Item) => Call.Query
  /** Nothing tells one record from another: it is made with a reference of ours, and found by that. */
  readonly referred?: true
  /** Parameters of calls that give a number of our own, or of those alone that make a record. */
  readonly query?: Call.Query
  readonly made?: Call.Query
  /** The call that brings a record into a state, below its address; a state without a call is one that it is made in. */
  readonly moves?: Readonly<Record<string, string | null>>
  readonly stateOf?: (raw: unknown) => string | null
  /** A new record is made in its state. */
  readonly madeInOne?: true
  /** What a change is sent as, given the record as it is: some members are said again. */
  readonly whole?: (raw: Take.Item, body: Take.Item) => object
  /** What voids a record, below its address. */
  readonly voids?: string
  /** Calls that complete a new record, given what it was made as, and how far they have come. */
  readonly completes?: (sent: Sent, raw: Take.Item) => Write.Step | Write.Answer | null
  /** What was made or changed, of an answer or a row. */
  readonly shown?: (raw: Take.Item, item: Take.Item) => Write.Answer
}
type Sent = Parameters<Writer.Steps>[0]

/** An answer that is as much as a call for the record would be answered is not asked for again. */
export const shownBy = ({ kind, shown }: Own): NonNullable<Own["shown"]> =>
  shown ??
  ((raw) =>
    kind.within === undefined || raw[kind.within] !== undefined
      ? Write.accepted(raw)
      : Write.acceptedId(idIn(raw, kind)))
