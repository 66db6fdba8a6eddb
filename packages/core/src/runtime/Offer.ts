/** What a connector offers, as types: the models, writes, settings and events that both of an embedder's doors speak of. */
import type { Any, Connector, WrittenBy } from "../contract/Connector.ts"
import type { ConnectorError } from "../contract/ConnectorError.ts"
import type { InboundEnded, InboundEvent } from "../contract/Inbound.ts"
import type { ModelId, Record as UnifiedRecord } from "../contract/Models.ts"
import { type Known, type Positions, unread, type Walked } from "./Steps.ts"
import { idsOf, type Item, type Refusal, toldOf } from "./Reading.ts"
import type { WriteFailure } from "./WriteResults.ts"
import type { Settings, Values } from "../contract/Setting.ts"
import type { Operation, Requiring, WriteId, WriteInput } from "../contract/Writes.ts"

/** The models a connector reads. */
export type ReadsOf<C> = C extends Connector<any, any, infer R, any, any> ? keyof R & ModelId : never
/** The models to which a connector can do what the operation says. */
export type WritesOf<C, Op extends Operation> =
  C extends Connector<any, any, any, infer W, any> ? Written<WrittenBy<W>, Op> : never
type Written<W, Op> = { [M in keyof W & WriteId]: Op extends keyof W[M] ? M : never }[keyof W & WriteId]
/** What a connector's write takes of one item, with the members that its platform requires. */
export type InputOf<C, M extends WriteId, Op extends Operation> = Requiring<WriteInput<M, Op>, RequiredBy<C, M, Op>>
type RequiredBy<C, M extends WriteId, Op extends Operation> =
  C extends Connector<any, any, any, infer W, any> ? PathsOf<WrittenBy<W>, M, Op> : never
type PathsOf<W, M extends WriteId, Op extends Operation> = W extends {
  readonly [_ in M]: { readonly [_ in Op]: { readonly requires: ReadonlyArray<infer P extends string> } }
}
  ? P
  : never
/** The values a connection to it needs besides its credentials. */
export type SettingsOf<C> = C extends Connector<any, infer S extends Settings, any, any, any> ? Values<S> : never
/** The names of its ways to be authorised, where it has several. */
export type MethodsOf<C> = C extends Connector<any, any, any, any, infer M> ? M : never

/** What became of one item of a write; `R` is the record as it is then. */
export type WriteResult<M extends ModelId, R = UnifiedRecord<M>> =
  | { readonly status: "success"; readonly record: R; readonly raw: unknown; readonly error: null }
  | { readonly status: "failed"; readonly record: null; readonly raw: null; readonly error: WriteFailure }

/**
 * A change that a platform's webhook tells of: read the record again, only what it says then is believed. Without an id, list
 * what changed since you last did.
 */
export interface Event<C> extends InboundEvent {
  readonly model: ReadsOf<C>
}

/** A platform's webhook, verified or refused. */
export interface Received<C> {
  /** False for a request that the platform did not sign. */
  readonly accepted: boolean
  /** Empty for a handshake and for a refused request. */
  readonly events: ReadonlyArray<Event<C>>
  /** Authorisations that are said to have ended: `check` those connections, and believe what the platform answers then. */
  readonly ended: ReadonlyArray<InboundEnded>
  /** What the platform is to be answered. */
  readonly response: Response
}

/** The record of an item that was asked for by its id; null for one that is not there or is shown as deleted. */
export const present = (item: Item | null, id: string): unknown =>
  item === null || item.deleted
    ? null
    : (item.records.find(({ platform_id }) => platform_id === id) ?? item.records[0] ?? null)

/** What an item is now: its records take the place of those that were kept under its id; of a deleted one none are left. */
export interface Change<M extends ModelId> {
  /** The record's `platform_id`; the id of the item they belong to where an item has several records. */
  readonly id: string
  readonly deleted: boolean
  /** Of a deleted item what it was, where the platform still shows it. */
  readonly records: ReadonlyArray<UnifiedRecord<M>>
}

/** An item that could not be read, or not in full. */
export interface Refused {
  /** `warning`: its record was handed out without the members that could not be read, which are null there. */
  readonly kind: "refused" | "warning"
  /** What the item seems to be; null where it does not tell. */
  readonly id: string | null
  /** What is wrong, each with its place. */
  readonly issues: ReadonlyArray<string>
  /** The platform's own item. */
  readonly raw: unknown
}

/** What is listed. */
export interface Listing {
  /** Only records changed since then, ISO 8601 or a Date; all where the platform cannot tell. */
  readonly since?: string | Date | undefined
  /** Of documents, movements, activities and statements only what is dated on this day (UTC) or later, or not at all. */
  readonly from?: string | Date | undefined
  /** For platforms that count changes instead of dating them: what `positions` answered before the list was read last. */
  readonly after?: Positions | undefined
  /**
   * Yields changes instead of records, what is gone among them. Pass `{ known }`, the ids of the changes that you keep, for
   * models that show what is gone only by what is there (`deletionsOf` says which).
   */
  readonly deleted?: true | Known | undefined
}

/** What could not be read of an item that was read. */
export const warningsOf = (item: Item): ReadonlyArray<Refused> =>
  item.warnings === undefined
    ? []
    : [{ kind: "warning", id: idsOf(item)[0] ?? null, issues: item.warnings.map(toldOf), raw: item.raw }]

/** Collects what could not be read, tells it where somebody wants to know, and says what the listing ends with. */
export const refusing = (connector: Any, model: ModelId, isTold: boolean) => {
  const kept: Array<Refusal> = []
  return {
    /** The refusals and warnings of a step as they are told. */
    of: ({ items, refusals }: Walked): ReadonlyArray<Refused> => {
      // Enough to see what is wrong, however long the listing is.
      if (!isTold) kept.push(...refusals.slice(0, 100 - kept.length))
      return isTold
        ? [
            ...refusals.map(({ issues, platform_id, raw }) => ({
              kind: "refused" as const,
              id: platform_id,
              issues,
              raw
            })),
            ...items.flatMap(warningsOf)
          ]
        : []
    },
    end: (): ConnectorError | null => (kept.length === 0 ? null : unread(connector, model, kept))
  }
}

/** The moment as the runtime takes it; what is no date is left to its own check. */
export const momentOf = (since: string | Date | undefined): string | undefined =>
  since instanceof Date && !Number.isNaN(since.getTime()) ? since.toISOString() : (since as string | undefined)

/** What a step hands out. */
export const handedOut = ({ gone, items }: Walked, isChanges: boolean): ReadonlyArray<any> =>
  isChanges
    ? [
        ...items.flatMap((item) =>
          item.owner === null
            ? item.records.map((record) => ({ id: record.platform_id, deleted: item.deleted, records: [record] }))
            : idsOf(item).map((id) => ({ id, deleted: item.deleted, records: item.records }))
        ),
        ...gone.map((id) => ({ id, deleted: true, records: [] }))
      ]
    : items.flatMap((item) => (item.deleted ? [] : item.records))
