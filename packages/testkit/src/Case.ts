/**
 * What a connector's author writes down for each capability: the exchanges with the platform and what must come of them.
 * A fixture says where it is from, so that nobody takes an invented answer for a real one.
 */
import { readdirSync, readFileSync } from "node:fs"
import type { Files, Read } from "@svc/core"
import type { Because } from "./because.ts"
import type { Exchange } from "./FakePlatform.ts"
import { expanded } from "./like.ts"

export { expanded } from "./like.ts"

/** What an author writes down for a capability: the exchanges, and what must come of them. */
export interface Case {
  /** `documented`: written by us after the platform's description. `recorded`: taken from a real account and scrubbed. */
  readonly source: "documented" | "recorded"
  /** Which description, or which account and when. */
  readonly source_note: string
  /** The requests that are made, with the platform's answers. */
  readonly exchanges: ReadonlyArray<Exchange>
  /** Reads: the records in their order; members that are null or empty lists may be left out. */
  readonly unified?: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** Reads: platform ids of those records that the platform shows as deleted. */
  readonly deleted?: ReadonlyArray<string>
  /** Reads: records asked for by their ids, one for each source that can; null for one the platform does not know. */
  readonly get?: ReadonlyArray<{
    readonly id: string
    readonly exchanges: ReadonlyArray<Exchange>
    readonly record: Readonly<Record<string, unknown>> | null
  }>
  /** Reads whose changes a feed names: a run since a moment, with what it reads anew and what is gone. */
  readonly changes?: {
    readonly since: string
    readonly exchanges: ReadonlyArray<Exchange>
    readonly unified?: ReadonlyArray<Readonly<Record<string, unknown>>>
    readonly gone?: ReadonlyArray<string>
  }
  /**
   * Reads that can be asked for changes: what the first request of a run since the moment `at` (or since the count stood at
   * `after`) asks for beyond that of a full run, by source: `if-modified-since: 2026-03-10T12:34:56`, `where = changed > …`.
   */
  readonly since?: {
    readonly at?: string
    readonly after?: number
    readonly asks: Readonly<Record<string, ReadonlyArray<string>>>
  }
  /**
   * Reads whose deletes a feed or a listing of ids names: what is asked, and the ids that come of it. `since` is the moment
   * of a feed; absent where the platform always names all.
   */
  readonly deletes?: {
    readonly since?: string
    readonly exchanges: ReadonlyArray<Exchange>
    readonly ids: ReadonlyArray<string>
  }
  /** Reads of a platform that counts changes: the question where the count stands, and the answer. */
  readonly position?: { readonly exchanges: ReadonlyArray<Exchange>; readonly is: Read.Position }
  /**
   * Reads of dated records that the platform can list from a date on: the moment asked for, and what the first page of such
   * a listing asks, for each source that says so in its query.
   */
  readonly dated?: { readonly from: string; readonly requests: ReadonlyArray<Exchange["request"]> }
  /** Reads: the moment of the run, and how far back it looks; a day in March 2026, and to the beginning, when absent. */
  readonly now?: string
  /** Reads: how far back the run looks, ISO 8601; to the beginning when absent. */
  readonly from?: string
  /** What the case does not show that it should, and why. */
  readonly because?: Because
  /** Writes: what is sent, and one result for each item; `gone` where nothing is left of the record. */
  readonly input?: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** Writes: what becomes of each item, in their order. */
  readonly results?: ReadonlyArray<
    | { readonly record: Readonly<Record<string, unknown>> }
    | { readonly gone: true }
    | { readonly error: { readonly code: string; readonly field?: string | null; readonly message?: string } }
  >
  /** Writes that look for what is there before a repeat: the input sent again after a crash, of which something is there. */
  readonly repeated?: {
    readonly exchanges: ReadonlyArray<Exchange>
    readonly results: NonNullable<Case["results"]>
  }
  /** Writes in steps: the calls that take steps back when a later one is refused. */
  readonly undone?: ReadonlyArray<Exchange>
  /** Writes with `current`: a record that somebody changes between its reading and the change, which is then made again. */
  readonly stale?: {
    readonly input: ReadonlyArray<Readonly<Record<string, unknown>>>
    readonly exchanges: ReadonlyArray<Exchange>
    readonly results: NonNullable<Case["results"]>
  }
  /** `DOCUMENTS.download`: the document as its record has it, and the text that its bytes are. */
  readonly document?: Files.Filed
  /** `DOCUMENTS.download`: the text that the bytes of the document are. */
  readonly content?: string
  /** `DOCUMENTS.upload`: the file, its content as a text, and the record that it becomes. */
  readonly file?: Omit<Files.File, "content"> & { readonly content: string }
  /** `DOCUMENTS.upload`: the record that the file becomes. */
  readonly record?: Readonly<Record<string, unknown>>
  /** Writes: members that a record has otherwise than they were sent, such as `line_items.tax_id`, and why. */
  readonly departs?: Readonly<Record<string, string>>
  /** Writes: members that an item cannot do without here, and those that are refused. */
  readonly requires?: ReadonlyArray<string>
  /** Writes: members that are refused here, by their path. */
  readonly unsupported?: ReadonlyArray<string>
  /**
   * `check`, where its answer says whose the account is (`Account.answer`): the id in it, and the same question answered for
   * another account.
   */
  readonly account?: string
  /** `check`: the same question answered for another account, and that account's id. */
  readonly other?: { readonly exchanges: ReadonlyArray<Exchange>; readonly account: string }
  /** `discover`: the choices it finds. */
  readonly choices?: ReadonlyArray<unknown>
  /** `subscribe`: what is registered, and what the platform then shows; `now` is when. */
  readonly webhooks?: SubscribeCase
  /** `inbound`: the webhook secret, and requests with their answers and events; `now` is when they come. */
  readonly secret?: string
  /** `inbound`: requests of the platform, with the answers and events that come of each. */
  readonly requests?: ReadonlyArray<{
    readonly headers: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly body: string
    /** Where the platform is asked whether it sent the request: the question as documented, and its answer. */
    readonly asked?: ReadonlyArray<Exchange>
    readonly status: number
    readonly events: ReadonlyArray<unknown>
    /** The settings of connections whose authorisation it says has ended. */
    readonly ended?: ReadonlyArray<Readonly<Record<string, string>>>
  }>
}
/** How webhooks are registered; `exchanges` of the case are their creations, one for each topic in its order. */
export interface SubscribeCase {
  /** Where the platform is told to send. */
  readonly address: string
  /** What the platform is told to sign with, or to send along. */
  readonly secret: string
  /** What each creation is answered: the id, the secret that the platform made, when it ends. */
  readonly registered: ReadonlyArray<{
    readonly id: string
    readonly secret?: string | null
    readonly until?: string | null
  }>
  /** The platform's list where none of them is there, and where all are: with one at another address, of somebody else's. */
  readonly none: ReadonlyArray<Exchange>
  /** The platform's list where all of them are there, and one of somebody else's. */
  readonly listed: ReadonlyArray<Exchange>
  /** The list with them switched off, where the platform does that. */
  readonly off?: ReadonlyArray<Exchange>
  /** Where they end: how each is given more time, or, without `renew`, made again. */
  readonly renewed?: ReadonlyArray<Exchange>
  /** How each is removed. */
  readonly removed: ReadonlyArray<Exchange>
  /** What the platform answers to the removal of one that is not there any more. */
  readonly gone: Exchange["response"]
}
/** By capability: `CONTACTS` is the read, `CONTACTS.create` a write; `check`, `discover`, `disconnect`, `inbound`, `subscribe`. */
export type Cases = Readonly<Record<string, Case>>

/** All fixtures of a folder: `bill-payments.json` is BILL_PAYMENTS, `contacts.create.json` is CONTACTS.create. */
export const load = (folder: URL): Cases =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith(".json"))
      .map((file) => {
        const [name = "", operation] = file.slice(0, -".json".length).split(".")
        const capability = connections.has(name) ? name : name.toUpperCase().replaceAll("-", "_")
        return [
          operation === undefined ? capability : `${capability}.${operation}`,
          expanded(JSON.parse(readFileSync(new URL(file, folder), "utf8"))) as Case
        ]
      })
  )
/** The name of a capability's file in that folder. */
export const fileOf = (capability: string): string =>
  `${capability
    .split(".")
    .map((part) => part.toLowerCase().replaceAll("_", "-"))
    .join(".")}.json`
const connections = new Set(["check", "discover", "disconnect", "inbound", "subscribe"])
