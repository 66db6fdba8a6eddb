/**
 * How one data model is read from a platform: the call, its pages, the items in an answer, and the pure mapping of one
 * item. A model may have several reads, each from a source of its own.
 */
import type { AuthSettings } from "./Auth.ts"
import { at, type Call, type Headers, type Method, type Patch, type Query, segment } from "./Call.ts"
import type { Further } from "./Further.ts"
import type { Found, Lookups } from "./Lookup.ts"
import type { ModelId, Unified } from "./Models.ts"
import * as Normalize from "./Normalize.ts"
import type { Page } from "./Page.ts"
import type { Decoder } from "./Wire.ts"

export { type Further, isPages, type Pages, pages } from "./Further.ts"

/** What the calls of a read may be made of. */
export interface ReadContext {
  /** Of the connection. */
  readonly settings: AuthSettings
  /** The moment the run began, ISO 8601. */
  readonly now: string
}
/** What a call may be made of: besides the context, what the read's lookups found. */
export interface CallContext<L extends Lookups = Lookups> extends ReadContext {
  /** What the read's look-ups found, by name. */
  readonly lookups: Found<L>
}
/** The same for reads of any lookups, as whoever runs them sees it. */
export interface AnyCallContext extends ReadContext {
  /** What the read's look-ups found, by name; absent of a read without. */
  readonly lookups?: any
}
/** What the call for one record may be made of. */
export interface GetContext<L extends Lookups = Lookups> {
  /** Of the connection. */
  readonly settings: AuthSettings
  /** What the read's look-ups found, by name. */
  readonly lookups: Found<L>
}
/** What a mapping is given besides the item: what was looked up, and what was followed. */
export interface MapContext<L extends Lookups = Lookups, C extends Lookups = Lookups> {
  /** Of the connection. */
  readonly settings: AuthSettings
  /** What the read's look-ups found, by name. */
  readonly lookups: Found<L>
  /** Answers of the read's companions to the page that the item is of. */
  readonly companions: Found<C>
  /** Bodies of the answers to `follow`, in order; of `Pages` all their items. */
  readonly followed: ReadonlyArray<unknown>
}

/**
 * How the engine learns that a record is gone. Nothing is ever deleted after an incomplete run. The ids of a feed or an id
 * listing are those of items: of a read with `owner`, they stand for all records of that item.
 */
export type Deletes<Raw = any> =
  /** The listing shows deleted records and marks them. */
  | { readonly _tag: "Flag"; readonly isDeleted: (raw: Raw) => boolean }
  /** The platform lists what was deleted since a moment. */
  | {
      readonly _tag: "Feed"
      readonly call: (context: ReadContext & { readonly since: string }) => Call
      readonly page: Page
      readonly ids: (body: unknown) => ReadonlyArray<string>
      /** The feed does not name all that is gone, such as what was merged: what a complete full listing lacks is gone too. */
      readonly isPartial?: boolean
    }
  /** A cheap listing of all ids that exist; what it lacks is gone. */
  | {
      readonly _tag: "IdListing"
      readonly call: (context: ReadContext) => Call
      readonly page: Page
      readonly ids: (body: unknown) => ReadonlyArray<string>
    }
  /**
   * What a complete full listing lacks is gone; incremental runs delete nothing. `why`: where the listing can be asked for
   * changes, so that a deletion is seen late, why nothing tells of it sooner.
   */
  | { readonly _tag: "FullListing"; readonly why?: string }
  /**
   * Only inbound webhooks tell, such as where old records are hidden rather than gone: one that cannot be found is deleted
   * when a webhook said so, and otherwise left as it is.
   */
  | { readonly _tag: "Events" }
  /** Records of this kind are never deleted on the platform, or it cannot be known: `why` says which. */
  | { readonly _tag: "None"; readonly why: string }

/** Deletes that the items themselves show. */
export const flag = <Raw>(isDeleted: (raw: Raw) => boolean): Deletes<Raw> => ({ _tag: "Flag", isDeleted })
/** What a full run does not list is deleted. */
export const fullListing: Deletes = { _tag: "FullListing" }
/** The same for a listing that can be asked for changes, of which runs in between see no deletion: `why` nothing tells of it. */
export const byFullListing = (why: string): Deletes => ({ _tag: "FullListing", why })
/** Deletes that the platform's webhooks tell of. */
export const events: Deletes = { _tag: "Events" }
/** Nothing is ever known to be gone: `why` says that the platform deletes none of these records, or tells nobody. */
export const never = (why: string): Deletes => ({ _tag: "None", why })
/** Deletes that a list of their own names, since a moment. */
export const feed = (options: Omit<Extract<Deletes, { readonly _tag: "Feed" }>, "_tag">): Deletes => ({
  _tag: "Feed",
  ...options
})
/** What is missing among all ids is deleted. */
export const idListing = (options: Omit<Extract<Deletes, { readonly _tag: "IdListing" }>, "_tag">): Deletes => ({
  _tag: "IdListing",
  ...options
})

/** Whether the listing shows deleted records and marks them. */
export const isMarking = ({ deletes, isDeleted }: Read): boolean => deletes._tag === "Flag" || isDeleted !== undefined
/** Whether a decoded item is marked as deleted. */
export const isMarked = ({ deletes, isDeleted }: Read, raw: unknown): boolean =>
  (deletes._tag === "Flag" && deletes.isDeleted(raw)) || isDeleted?.(raw) === true

/**
 * How it can be known that records of a model are gone. `told`: the listing says so. `ids`: by the ids that there are, in
 * every run. `listing`: by what a run without `since` lacks. `events`: only the platform's webhooks tell. `never`: nothing does.
 */
export type Deletions = "told" | "ids" | "listing" | "events" | "never"

/** Whether what a complete full listing lacks is gone. */
export const isProvenByListing = ({ deletes }: Read): boolean =>
  deletes._tag === "FullListing" || (deletes._tag === "Feed" && deletes.isPartial === true)

/**
 * A feed that names the changed records and does not show them. A run since a moment reads it after the listing (instead
 * of it where the listing knows no `since`) and asks for each record with `get`; one that is not there any more is gone.
 */
export interface Changes<C = AnyCallContext> {
  /** What the feed is asked, since a moment (ISO 8601). */
  readonly call: (context: C & { readonly since: string }) => Call
  /** How the feed goes on from page to page. */
  readonly page: Page
  /** Dotted path of the entries in a page. */
  readonly items: string
  /** Id of the item that an entry names; null for one that the listing since the same moment shows anyway. */
  readonly id: (entry: unknown, context: { readonly since: string }) => string | null
  /** For how many seconds the platform keeps the feed; a run since longer ago reads everything. */
  readonly keeps: number
}

/** A place in a platform's count of changes. Places in two counts (`of`: of two files, two accounts) cannot be compared. */
export interface Position {
  /** Which count it is in: of which file, of which account. */
  readonly of: string
  /** Where the count stands; a whole number that only goes up. */
  readonly at: number
}

/**
 * The change a platform tells not by a time but by a number that it counts up with every change. The count is asked for
 * once, before a run's first page; a run that has ended is followed by one that reads what has changed after that place, or
 * nothing where the count has not moved. A count that went back, or one of another file, is followed by a full run.
 */
export interface Sequence {
  /** The question where the count stands. */
  readonly call: (context: ReadContext) => Call
  /** Where the count stands; throws where the answer does not say. */
  readonly position: (body: unknown) => Position
  /** What restricts the listing to what has changed after a place; without it a count that has moved means a full run. */
  readonly after?: (context: ReadContext & { readonly after: number }) => Patch
}

/** How a run is to read after one that ended at `last`, when the count is at `current` now: everything, or what is after. */
export const afterOf = (sequence: Sequence, last: Position | null, current: Position): number | null => {
  if (last === null || last.of !== current.of || last.at > current.at) return null
  return sequence.after === undefined && last.at !== current.at ? null : last.at
}

/**
 * How the full listing of a dated model (`Model.date`) begins at `sync_from` instead of at the beginning of all time. What
 * is listed nevertheless is left out by core, by the mapped record's date, and so is what a run since a moment shows of
 * older records: only what restricts the platform's own listing is said here.
 * - A function: the platform's query. `from` is midnight UTC of the day before the first one wanted, since a day may begin
 *   earlier there. Records without a date must still be listed, and what the listing is restricted to otherwise must hold.
 * - `"page"`: the pages begin there (`Page.months`, `Page.days`).
 * - `Read.byMapping("why")`: the platform cannot list by that date, and everything is listed.
 */
export type From<C = AnyCallContext> = ((context: C & { readonly from: string }) => Patch) | "page" | ByMapping
/** Everything is listed, since the platform cannot list by a date: only what is handed out is restricted. */
export interface ByMapping {
  readonly _tag: "Mapping"
  /** In a sentence: what of the platform is in the way. */
  readonly why: string
}
/** Only what is handed out begins at a date; `why` says what keeps the platform's own listing from it. */
export const byMapping = (why: string): ByMapping => ({ _tag: "Mapping", why })

/** The day of a moment, which is wanted as a whole: its first moment in UTC. */
export const firstMoment = (from: string): string => `${new Date(from).toISOString().slice(0, 10)}T00:00:00.000Z`
const dayBefore = (from: string): string => new Date(Date.parse(from) - 86_400_000).toISOString()
/** What restricts a full listing to records dated `from` and later; nothing where the platform cannot. */
export const fromPatch = (read: Read, context: AnyCallContext, from: string | null): Patch =>
  typeof read.from === "function" && from !== null ? read.from({ ...context, from: dayBefore(firstMoment(from)) }) : {}
/** Whether a full listing may lack what is dated before: then what it lacks is not known to be gone. */
export const isRestricted = (read: Read, from: string | null): boolean =>
  from !== null && (read.from === "page" || typeof read.from === "function")

/**
 * How it is seen that an item is as it was stored: then what it needs besides is not asked for again (`follow`), nor is it
 * mapped anew. For listings of short rows, of which each needs a call of its own.
 */
export interface Unchanged<Raw = any> {
  /** The id of the item: of the record it becomes, or the one that `owner` answers. */
  readonly id: (raw: Raw) => string
  /** What is another with every change of the item and of what is asked for it; null where it cannot be told. */
  readonly stamp: (raw: Raw) => string | null
}

/** How records of one data model are read from one source. */
export interface Read<out M extends ModelId = ModelId> {
  readonly _tag: "Read"
  /** Of which data model the records are. */
  readonly model: M
  /** Names the source where a model has several; part of the checkpoint's key. */
  readonly source: string
  /** The listing; a page is laid over it. */
  readonly call: (context: AnyCallContext) => Call
  /** What restricts the listing to records changed since a moment; absent means every run reads everything. */
  readonly since?: (context: AnyCallContext & { readonly since: string }) => Patch
  /** How the full listing of a dated model begins at a date; every read of one says so. */
  readonly from?: From
  /** Where changes are told that the listing since a moment does not show. Needs `get`. */
  readonly changes?: Changes
  /** Where the platform counts changes and keeps no time of them; instead of `since`. */
  readonly sequence?: Sequence
  /** How the listing goes on from page to page. */
  readonly page: Page
  /** Pages of a run since a moment, where they are others than those of the full listing. */
  readonly sincePage?: Page
  /** `state` is the page's own: what was asked for, where the answer does not say it (the month of a statement). */
  readonly items: (body: unknown, state: any) => ReadonlyArray<unknown>
  /** Schema of one raw item: names only what the mapping uses, tolerant of everything else. */
  readonly item: Decoder<unknown>
  /** Turns one decoded item into its record, or several, or null for an item of another kind. Pure. */
  readonly map: (raw: any, context: MapContext<any, any>) => Mapping<M>
  /** How it is known that a record is gone. */
  readonly deletes: Deletes
  /**
   * The records are made of items of another kind, such as customers of transactions: many items show the same one, and
   * the last of them counts. Nothing of it is ever known to be gone.
   */
  readonly derived?: boolean
  /** The listing marks deleted records besides, such as those in a bin before they are gone for good. */
  readonly isDeleted?: (raw: any) => boolean
  /**
   * For a mapping that answers several records for one item (a contact's persons): the id of the item they belong to.
   * Records of an item that its next reading lacks are gone.
   */
  readonly owner?: (raw: any) => string
  /**
   * One record by its platform id; `items` finds it in the answer. Absent where the platform has no such call; null for
   * an id that another source's records have.
   */
  readonly get?: (id: string, context: { readonly settings: AuthSettings; readonly lookups?: any }) => Call | null
  /** Finds the item in the answer of `get` where it is not where `items` looks. */
  readonly getItem?: (body: unknown) => unknown
  /** What is asked of the platform before the first page, by name. Empty for nothing. */
  readonly lookups: Lookups
  /** Asked once for all items of a page together, such as what they are associated with. */
  readonly companions: Lookups
  /** Further calls one item needs, such as its attachments; made with bounded concurrency. */
  readonly follow?: (raw: any, context: { readonly settings: AuthSettings }) => ReadonlyArray<Further>
  /** Heeded where stored items are at hand, and not of a read with companions, which may change apart from the item. */
  readonly unchanged?: Unchanged
  /** Statuses that mean an empty list. A success among them, such as 204, means so where its answer has no body. */
  readonly emptyStatuses: ReadonlyArray<number>
  /** Statuses that mean that the account does not have this kind of record, such as a product it has not bought. */
  readonly unofferedStatuses: ReadonlyArray<number>
  /**
   * Number of the mapping, 1 at first. Raised with each change after which the same item becomes another record (`map`,
   * `item`, `owner`, a flag of deletion, the `pick` of a lookup): stored items are then mapped again.
   */
  readonly mapping: number
  /**
   * A scope that `auth.scopes` leaves out because not every app is granted it. A connection whose credentials do not
   * name it does not offer this read; an operator adds it to the scopes of the registration.
   */
  readonly scope?: string
  /** Members that the platform's records never fill, by their path (`line_items.project_id`), and why. */
  readonly absent?: Readonly<Record<string, string>>
}

/** Whether credentials with these scopes (separated by blanks or commas) may use a read. */
export const isGranted = (read: Read, scopes: string | undefined): boolean =>
  read.scope === undefined || scopes === undefined || scopes.split(/[\s,]+/).includes(read.scope)

/** What a mapping may answer. */
export type Mapping<M extends ModelId> = Unified<M> | ReadonlyArray<Unified<M>> | Untaken | null

/** An item of the kind that is offered which becomes no record all the same. */
export interface Untaken {
  readonly _tag: "Untaken"
  /** Why, for whoever looks for it: "a credit note to a supplier". */
  readonly why: string
}
/**
 * What a mapping answers for an item of its own kind that has no place in any model: it is told as a warning, so that nothing
 * falls between two models without a word. Null is for items that are of another kind, whose own read shows them.
 */
export const untaken = (why: string): Untaken => ({ _tag: "Untaken", why })
/** Whether a mapping has said that an item is none of its records. */
export const isUntaken = (mapped: unknown): mapped is Untaken =>
  typeof mapped === "object" && mapped !== null && "_tag" in mapped && mapped._tag === "Untaken"

/** A body that is given as it is. Not `unknown`, which would take a function for anything and leave its context untyped. */
export type Body = object | string | number | boolean | null

/** Reasons by the members of a model, those of its lists as `line_items.project_id`. */
export type Absent<M extends ModelId> = { readonly [_ in MemberOf<Unified<M>>]?: string }
type MemberOf<R> = {
  readonly [K in keyof R & string]-?:
    | Exclude<K, "platform_id" | "platform_unique_id">
    | (NonNullable<R[K]> extends ReadonlyArray<infer E>
        ? E extends object
          ? `${K}.${keyof E & string}`
          : never
        : NonNullable<R[K]> extends object
          ? `${K}.${keyof NonNullable<R[K]> & string}`
          : never)
}[keyof R & string]

/** What a read is made of; its types follow from the decoder of items and from the look-ups. */
export interface ReadOptions<
  M extends ModelId,
  Raw,
  L extends Lookups,
  U extends Mapping<M> = Mapping<M>,
  C extends Lookups = Lookups
> {
  /** Names the source where a model has several; `default` when absent. */
  readonly source?: string
  /** Of the listing; GET when absent. */
  readonly method?: Method
  /** Of the listing, below the base address. */
  readonly path: string | ((context: CallContext<NoInfer<L>>) => string)
  /** Which of the connector's `bases` the path is below; the base address itself when absent. */
  readonly base?: string
  /** Parameters of the listing. */
  readonly query?: Query | ((context: CallContext<NoInfer<L>>) => Query)
  /** Headers of the listing, beside those of every call. */
  readonly headers?: Headers | ((context: CallContext<NoInfer<L>>) => Headers)
  /** A JSON value, or what the connector's `http.encode` takes; a function of the context makes it for each run. */
  readonly body?: Body | ((context: CallContext<NoInfer<L>>) => unknown)
  /** What restricts the listing to records changed since a moment (ISO 8601); without it every run reads everything. */
  readonly since?: (context: CallContext<NoInfer<L>> & { readonly since: string }) => Patch
  /** How the full listing of a dated model begins at a date; every read of one says so. */
  readonly from?: From<CallContext<NoInfer<L>>>
  /** Where changes are told that the listing since a moment does not show. Needs `get`. */
  readonly changes?: Changes<CallContext<NoInfer<L>>>
  /** Where the platform counts changes and keeps no time of them; instead of `since`. */
  readonly sequence?: Sequence
  /** How the listing goes on from page to page. */
  readonly page: Page
  /** Pages of a run since a moment, where they are others than those of the full listing. */
  readonly sincePage?: Page
  /** Dotted path of the array in the body (`""` when the body is the array), or a function. */
  readonly items: string | Read["items"]
  /** Schema of one raw item: names only what the mapping uses, tolerant of everything else. */
  readonly item: Decoder<Raw>
  /** How it is known that a record is gone. */
  readonly deletes: Deletes<NoInfer<Raw>>
  /** Whether an item is marked as deleted, where the listing shows some of those that are. */
  readonly isDeleted?: (raw: NoInfer<Raw>) => boolean
  /** The records are made of items of another kind: nothing of it is ever known to be gone. */
  readonly derived?: boolean
  /** For a mapping that answers several records: the id of the item that they belong to. */
  readonly owner?: (raw: NoInfer<Raw>) => string
  /** One record by its platform id: the call, or a path with `{id}`; null for an id that another source's records have. */
  readonly get?: ((id: string, context: GetContext<NoInfer<L>>) => Call | null) | string
  /** Finds the item in the answer of `get` where it is not where `items` looks. */
  readonly getItem?: Read["getItem"]
  /** What is asked of the platform before the first page, by name. */
  readonly lookups?: L
  /** What is asked once for all items of a page together, by name. */
  readonly companions?: C
  /** Further calls one item needs, such as its attachments. */
  readonly follow?: (raw: NoInfer<Raw>, context: { readonly settings: AuthSettings }) => ReadonlyArray<Further>
  /** How it is seen that an item is as it was stored, and needs no further calls. */
  readonly unchanged?: Unchanged<NoInfer<Raw>>
  /** Statuses that mean an empty list; none when absent. */
  readonly emptyStatuses?: ReadonlyArray<number>
  /** Number of the mapping, raised with each change of it after which stored items become other records; 1 when absent. */
  readonly mapping?: number
  /** Statuses that mean that the account does not have this kind of record; none when absent. */
  readonly unofferedStatuses?: ReadonlyArray<number>
  /** A scope that not every app is granted and without which the read is not offered. */
  readonly scope?: string
  /**
   * Members of the model that stay empty, and why: `{ registration_number: "No field for it" }`, those of lines by their path.
   * A read that says so says it of all: the suite then wants every other member shown by a case.
   */
  readonly absent?: Absent<M>
  /** Turns one decoded item into its record, or several, or null for an item of another kind. Pure. */
  readonly map: (raw: NoInfer<Raw>, context: MapContext<L, C>) => U
}

/** Names in one object that the other does not have; of what may have any name, none. */
type Beyond<A, B> = string extends keyof A ? never : Exclude<keyof A, keyof B> & string
type ElementOf<A> = NonNullable<A> extends ReadonlyArray<infer E> ? Extract<E, object> : never
/** Members of a record and of its lines which the data model does not have. */
type Strange<M extends ModelId, U> = U extends Untaken | null
  ? never
  : U extends ReadonlyArray<infer E>
    ? StrangeIn<Unified<M>, E>
    : StrangeIn<Unified<M>, U>
type StrangeIn<R, U> =
  | Beyond<U, R>
  | { readonly [K in keyof U & keyof R & string]: `${K}.${Beyond<ElementOf<U[K]>, ElementOf<R[K]>>}` }[keyof U &
      keyof R &
      string]
/** Nothing, or what makes a misspelt member an error that names it. */
type Spelt<M extends ModelId, U> = [Strange<M, U>] extends [never]
  ? unknown
  : { readonly map: `${Strange<M, U>} is no member of ${M}` }

const resolve = <A, C>(value: A | ((context: C) => A), context: C): A =>
  typeof value === "function" ? (value as (context: C) => A)(context) : value

/**
 * Declares how `model` is read. `map` answers the record, several (with `owner`), or null for an item that is of another
 * kind. `get` may be a path with `{id}`.
 */
export const make = <
  const M extends ModelId,
  Raw,
  const U extends Mapping<M>,
  L extends Lookups = {},
  C extends Lookups = {}
>(
  model: M,
  options: ReadOptions<M, Raw, L, U, C> & Spelt<M, U>
): Read<M> => {
  const { base, body, get, headers, items, method = "GET", path, query, ...own } = options
  const read = {
    ...own,
    source: own.source ?? "default",
    lookups: own.lookups ?? {},
    companions: own.companions ?? {},
    emptyStatuses: own.emptyStatuses ?? [],
    mapping: own.mapping ?? 1,
    unofferedStatuses: own.unofferedStatuses ?? [],
    _tag: "Read" as const,
    model,
    // Core runs a read's lookups before it asks for its calls.
    call: (context: CallContext<L>): Call => ({
      method,
      path: resolve(path, context),
      ...(base === undefined ? {} : { base }),
      ...(query === undefined ? {} : { query: resolve(query, context) }),
      ...(headers === undefined ? {} : { headers: resolve(headers, context) }),
      ...(body === undefined ? {} : { body: resolve(body, context) })
    }),
    items: typeof items === "function" ? items : (answer: unknown) => arrayAt(answer, items),
    ...(get === undefined
      ? {}
      : {
          get:
            typeof get === "function"
              ? get
              : (id: string): Call => ({
                  path: get.replace("{id}", () => segment(id)),
                  ...(base === undefined ? {} : { base })
                })
        })
  }
  // For the compiler, a read forgets the types of its items and of what its lookups find.
  return read as unknown as Read<M>
}

/** The pages of a run: of everything, or since a moment. */
export const pageOf = (read: Read, since: string | null): Page =>
  since === null ? read.page : (read.sincePage ?? read.page)

/** What an item is mapped with whose page has no companions: one that is looked at alone. */
export const absentCompanions = (read: Read): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(read.companions).map(([name, { absent }]) => [name, absent]))

const noListBrand = Symbol.for("@svc/core/noList")
/** What stands for a list that is not in the answer: some platforms leave an empty one out. */
export const noList: ReadonlyArray<unknown> = Object.freeze(Object.assign([], { [noListBrand]: true }))
/** Recognises `noList` of any copy of core: nobody may take an absent list for an empty one. */
export const isNoList = (items: ReadonlyArray<unknown>): boolean => noListBrand in items

/** Whether a read can be asked for changes only. */
export const isIncremental = (read: Read): boolean =>
  read.since !== undefined ||
  read.changes !== undefined ||
  read.sequence?.after !== undefined ||
  read.sincePage?.isNewestFirst === true

/** The moment a run may ask for changes since: null, which is everything, where the platform knows no changes that old. */
export const within = (read: Read, since: string | null, now: string): string | null =>
  since !== null && read.changes !== undefined && Date.parse(now) - Date.parse(since) > read.changes.keeps * 1000
    ? null
    : since

/** A list that is absent or null is empty; anything else that is no array is not what the platform documents. */
export const arrayAt = (body: unknown, path: string): ReadonlyArray<unknown> => {
  const found = at(body, path)
  if (found === undefined || found === null) {
    if (path === "" || typeof body !== "object" || body === null) throw new ItemsMissing(path)
    return noList
  }
  if (!Array.isArray(found)) throw new ItemsMissing(path)
  return found
}

/** A list that must be there: where an answer without one is broken, not empty. */
export const requiredArrayAt = (body: unknown, path: string): ReadonlyArray<unknown> => {
  const found = at(body, path)
  if (!Array.isArray(found)) throw new ItemsMissing(path)
  return found
}

/**
 * The ids of a page's rows, for `ids` of a feed or an id listing: `Read.idsOf("results")`. `rows` is a dotted path or finds
 * them, `place` is the id's in a row (`""` where the rows are the ids), `as` makes a record's id of it. A page without its list,
 * and a row without an id, end the run: nobody can tell which record would be taken for gone, or be kept for ever.
 */
export const idsOf =
  (rows: string | ((body: unknown) => ReadonlyArray<unknown>), place = "id", as: (id: string) => string = (id) => id) =>
  (body: unknown): ReadonlyArray<string> => {
    const found = typeof rows === "string" ? requiredArrayAt(body, rows) : rows(body)
    if (isNoList(found)) throw new ItemsMissing("")
    return found.map((row) => {
      const own = Normalize.id(at(row, place), place)
      if (own === null) throw new Normalize.Unreadable("an id", at(row, place), place)
      return as(own)
    })
  }

const itemsMissingBrand = Symbol.for("@svc/core/ItemsMissing")
/** Thrown by `items` when an answer has no list where one is documented; core turns it into `Undecodable`. */
export class ItemsMissing extends Error {
  readonly [itemsMissingBrand] = true
  constructor(path: string) {
    super(`expected a list ${path === "" ? "as the whole body" : `at ${path}`}`)
  }
}
/** Recognises `ItemsMissing` of any copy of core. */
export const isItemsMissing = (error: unknown): error is ItemsMissing =>
  typeof error === "object" && error !== null && itemsMissingBrand in error
