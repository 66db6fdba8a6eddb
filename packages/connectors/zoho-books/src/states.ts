/** The states that records are brought into by calls of their own. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import { statuses } from "./contacts.ts"

type Moves = Readonly<Record<string, string | null>>
/** A state that a record can be brought into; any other is refused before anything is sent. */
export const state =
  (moves: Moves) =>
  (wanted: string, { refuse }: Take.At<unknown>): object =>
    wanted in moves ? {} : refuse(`must be one of ${Object.keys(moves).join(", ")}`)
/** What is in use, and what is put away. */
export const shelved = { ACTIVE: "active", ARCHIVED: "inactive" }
export const shelf = state(shelved)
/** Of records that say which by a word. */
export const listed = { moves: shelved, stateOf: (raw: unknown) => statuses(Call.at(raw, "status") as string) }
