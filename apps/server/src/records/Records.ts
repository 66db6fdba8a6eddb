/**
 * Stores records: compares what came with what is there by hash, writes only what changed, keeps the ids of sub-records,
 * and appends one event for each change. Everything here runs inside the caller's transaction.
 */
import type { Models } from "@svc/core"
import { Reading } from "@svc/core/runtime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Crypto from "node:crypto"
import { cleanJsonText, isTooDeep } from "../database/CleanJson.ts"
import { isRefused, isUntold, wordsOf } from "../database/Refused.ts"
import * as Refusals from "../sync/Refusals.ts"
import { Events, type NewEvent } from "../webhooks/Events.ts"
import * as Custom from "./Custom.ts"
import { compose, hashOf, markDeleted, subListsOf, subRecord } from "./RecordJson.ts"
import { type NewRow, RecordRows, type StoredRow, type Target, type Whose } from "./RecordRows.ts"

export type { Target } from "./RecordRows.ts"

export interface Counts {
  readonly created: number
  readonly updated: number
  readonly deleted: number
}
export const noCounts: Counts = { created: 0, updated: 0, deleted: 0 }
export const addCounts = (a: Counts, b: Counts): Counts => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  deleted: a.deleted + b.deleted
})

/** What became of items: those that are stored, and refusals of those that the database does not take. */
export interface Ingested extends Counts {
  readonly stored: ReadonlyArray<Reading.Item>
  readonly refusals: ReadonlyArray<Reading.Refusal>
}

export const addIngested = (a: Ingested, b: Ingested): Ingested => ({
  ...addCounts(a, b),
  stored: [...a.stored, ...b.stored],
  refusals: [...a.refusals, ...b.refusals]
})

/** Connections and models remembered at once. */
const remembered = 10_000

/** Whether the items of a page stand and fall together: then nothing has to be kept to go back to, and nobody asks which was refused. */
const IsTogether = Context.Reference<boolean>("@svc/server/records/Records/IsTogether", { defaultValue: () => false })

/**
 * A transaction that stores items and touches nothing but the database. Refused are items hardly ever, so at first they are
 * stored together; only when some are refused it is all done again, each half of a page for itself.
 */
export const inTransaction = <A, E, R>(
  sql: SqlClient.SqlClient,
  storing: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError, R> =>
  sql.withTransaction(Effect.provideService(storing, IsTogether, true)).pipe(
    Effect.catchIf(
      (error) => isRefused(error) || isUntold(error),
      () => sql.withTransaction(storing)
    )
  )

type Change = "CREATE" | "UPDATE" | "DELETE"
/** A row to write, and what to tell of it; null for a record that is first seen deleted, of which nobody knew. */
interface Changed {
  readonly row: NewRow
  readonly change: Change | null
}

/** A record that came in, before it is known whether it is new. */
interface Incoming {
  readonly item: Reading.Item
  readonly platformId: string
  readonly owner: string | null
  readonly record: Readonly<Record<string, unknown>>
  readonly hash: string
  /** JSON texts of the item, as they came; null where it is not known. */
  readonly raw: string | null
  readonly followed: string | null
  readonly rawHash: string | null
  readonly deleted: boolean
}

export class Records extends Context.Service<
  Records,
  {
    /**
     * Stores items of one data model that came from one source. Items with an owner bring all records of that owner:
     * those it had and no longer has are deleted. `custom` names members of the raw item that are copied into
     * `custom_fields`. What the database refuses is found out item by item and answered as refusals; the others are stored.
     */
    readonly ingest: (
      target: Target,
      model: Models.ModelId,
      source: string,
      items: ReadonlyArray<Reading.Item>,
      custom?: ReadonlyArray<string>
    ) => Effect.Effect<Ingested, SqlError>
    /**
     * The same for items that nobody asked for: those of which there are records here stay as they are at the platform, the
     * others are left out.
     */
    readonly refresh: (
      target: Target,
      model: Models.ModelId,
      source: string,
      items: ReadonlyArray<Reading.Item>,
      custom?: ReadonlyArray<string>
    ) => Effect.Effect<Ingested, SqlError>
    /**
     * Marks what became of a platform's items as deleted, sub-records included. Ids are those of items, which are the
     * records' own or their owner's, and those of `source` where it is given; what is unknown or deleted already is
     * ignored.
     */
    readonly removeItems: (
      target: Target,
      model: Models.ModelId,
      itemIds: ReadonlyArray<string>,
      source?: string
    ) => Effect.Effect<Counts, SqlError>
    /** The same by the records' own ids. */
    readonly remove: (
      target: Target,
      model: Models.ModelId,
      platformIds: ReadonlyArray<string>
    ) => Effect.Effect<Counts, SqlError>
    /** The same for records with all that came of the same item at the platform, such as the other parts of a payment. */
    readonly removeWhole: (
      target: Target,
      model: Models.ModelId,
      platformIds: ReadonlyArray<string>
    ) => Effect.Effect<Counts, SqlError>
    /** The stored JSON texts of records by platform id, deleted ones only where they are asked for. */
    readonly bodies: (
      whose: Whose,
      model: Models.ModelId,
      platformIds: ReadonlyArray<string>,
      withDeleted?: boolean
    ) => Effect.Effect<ReadonlyMap<string, string>, SqlError>
  }
>()("@svc/server/records/Records") {
  static readonly layer: Layer.Layer<Records, never, SqlClient.SqlClient | Events> = Layer.effect(
    Records,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = RecordRows(sql)
      const events = yield* Events

      /** Connections and models whose last page held changes. */
      const changing = new Set<string>()

      /**
       * Two writers of one connection take turns, so that neither sees half of what the other does: with the mappings of
       * its custom fields, which no other can change from then on. Undefined when the connection is gone with its company:
       * then nothing may be stored any more.
       */
      const lock = (target: Target) =>
        Effect.map(
          sql<{ mappings: Custom.FieldMappings }>`
            select field_mappings as mappings from connection where id = ${target.connectionId} for update`,
          ([row]) => row
        )

      const announce = Effect.fnUntraced(function* (target: Target, changed: ReadonlyArray<Changed>) {
        if (changed.length === 0) return
        const wanted = yield* events.wanted(target.organisationId)
        const news: Array<NewEvent> = []
        for (const { change, row } of changed) {
          if (change === null || !wanted.has(row.model, change)) continue
          news.push({
            organisation_id: target.organisationId,
            company_id: target.companyId,
            connection_id: target.connectionId,
            integration_type: target.integrationType,
            type: "DATA_MODEL_CHANGES",
            data_model: row.model,
            operation: change,
            subject: row.svcId,
            data: row.body
          })
        }
        if (news.length > 0) yield* events.append(news, wanted)
      })

      const ingest = Effect.fn("Records.ingest")(function* (
        target: Target,
        model: Models.ModelId,
        source: string,
        items: ReadonlyArray<Reading.Item>,
        custom: ReadonlyArray<string> = []
      ) {
        const known = Custom.textOf(target.fieldMappings, model)
        let { incoming: page, refusals: refused, takeable } = incomingOf(items, Custom.customOf(custom, known))
        const none: Ingested = { ...noCounts, stored: takeable, refusals: refused }
        // An unchanged page is the common case and needs no turn; what changed is looked at again once it is ours. Behind
        // a page of changes there is mostly another one, for which the first look would be in vain.
        const place = `${target.connectionId}:${model}`
        if (!changing.delete(place)) {
          const isChanged =
            (yield* rows.changed(target, model, [...page.values()])).size > 0 ||
            (yield* ownersLost(rows, target, model, source, takeable, page)).length > 0
          if (!isChanged) return none
        }
        const held = yield* lock(target)
        if (held === undefined) return none
        // Mapped otherwise since the caller looked: what is stored meanwhile is not to be undone.
        const now = Custom.textOf(held.mappings, model)
        if (now !== known) {
          ;({ incoming: page, refusals: refused, takeable } = incomingOf(items, Custom.customOf(custom, now)))
        }
        const done = yield* (yield* IsTogether)
          ? Effect.map(store(target, model, source, takeable, custom, page), (counts): Ingested => ({
              ...counts,
              stored: takeable,
              refusals: []
            }))
          : storing(target, model, source, takeable, custom, page)
        if (done.created + done.updated + done.deleted > 0) {
          if (changing.size >= remembered) changing.clear()
          changing.add(place)
        }
        return { ...done, refusals: [...refused, ...done.refusals] }
      })

      /** Stores items, or of those that are refused together each half for itself, until the culprit stands alone. */
      const storing = (
        target: Target,
        model: Models.ModelId,
        source: string,
        items: ReadonlyArray<Reading.Item>,
        custom: ReadonlyArray<string>,
        page: ReadonlyMap<string, Incoming>
      ): Effect.Effect<Ingested, SqlError> =>
        // Inside the caller's transaction this is a savepoint: what was refused leaves the rest as it was.
        sql.withTransaction(store(target, model, source, items, custom, page)).pipe(
          Effect.map((counts): Ingested => ({ ...counts, stored: items, refusals: [] })),
          Effect.catchIf(isRefused, (error) => {
            const [only, second] = items
            if (only === undefined) return Effect.fail(error)
            if (second === undefined) {
              const refusals = [refusalOf(only, wordsOf(error))]
              return Effect.succeed({ ...noCounts, stored: [], refusals } satisfies Ingested)
            }
            const half = Math.ceil(items.length / 2)
            return Effect.map(
              Effect.forEach([items.slice(0, half), items.slice(half)], (part) =>
                storing(target, model, source, part, custom, page)
              ),
              ([a, b]): Ingested => ({
                ...addCounts(a!, b!),
                stored: [...a!.stored, ...b!.stored],
                refusals: [...a!.refusals, ...b!.refusals]
              })
            )
          })
        )

      const store = Effect.fnUntraced(function* (
        target: Target,
        model: Models.ModelId,
        source: string,
        items: ReadonlyArray<Reading.Item>,
        custom: ReadonlyArray<string>,
        page: ReadonlyMap<string, Incoming>
      ) {
        const asked = new Set(items)
        const incoming = new Map([...page].filter(([, { item }]) => asked.has(item)))
        const known = yield* rows.changed(target, model, [...incoming.values()])
        const dropped = yield* ownersLost(rows, target, model, source, items, page)
        const same = [...incoming.values()].flatMap((own) => {
          const stored = known.get(own.platformId)
          return stored?.isSame === true ? [{ ...storable(own), svcId: stored.svcId, source, owner: own.owner }] : []
        })
        yield* rows.restate(target.companyId, model, same)
        const changed = [...incoming.values()].filter(
          ({ platformId }) => known.has(platformId) && known.get(platformId)?.isSame !== true
        )
        const isNew = ({ platformId }: Incoming) => known.get(platformId) === null
        const removed = yield* remove(target, model, [
          ...dropped,
          ...changed.filter((own) => own.deleted && !isNew(own)).map(({ platformId }) => platformId)
        ])
        const kept = changed.filter((own) => !own.deleted || isNew(own))
        if (kept.length === 0) return removed
        const changes = yield* build(rows, target, model, source, kept, known)
        yield* rows.write(
          target,
          changes.map(({ row }) => row),
          !(yield* IsTogether)
        )
        yield* announce(target, changes)
        const own = changes.filter(({ row }) => row.model === model)
        const count = (wanted: Change) => own.filter(({ change }) => change === wanted).length
        return { created: count("CREATE"), updated: count("UPDATE"), deleted: removed.deleted }
      })

      const remove: (typeof Records)["Service"]["remove"] = Effect.fn("Records.remove")(
        function* (target, model, platformIds) {
          if (platformIds.length === 0 || (yield* lock(target)) === undefined) return noCounts
          const now = yield* rows.now
          const found = yield* rows.load(target, model, platformIds)
          const subs = yield* Effect.forEach(subListsOf(model), (list) =>
            rows.loadChildren(
              target.companyId,
              list.model,
              found.map(({ svcId }) => svcId)
            )
          )
          const gone = [...found, ...subs.flat()].map((row) => ({
            change: "DELETE" as const,
            row: { ...row, body: markDeleted(row.body, now), updatedAt: now, deletedAt: now }
          }))
          yield* rows.write(
            target,
            gone.map(({ row }) => row)
          )
          yield* announce(target, gone)
          // What is gone has nothing left that could not be read of it.
          yield* Refusals.forget(
            sql,
            { ...target, model },
            found.map(({ platformId }) => platformId)
          )
          return { created: 0, updated: 0, deleted: found.length }
        }
      )

      return Records.of({
        ingest,
        refresh: Effect.fn("Records.refresh")(function* (target, model, source, items, custom) {
          const none: Ingested = { ...noCounts, stored: items, refusals: [] }
          if (items.length === 0) return none
          const stored = new Set(yield* rows.itemsOf(target, model, source, items.flatMap(Reading.idsOf)))
          const known = items.filter((item) => Reading.idsOf(item).some((id) => stored.has(id)))
          if (known.length === 0) return none
          // What is left out has been read all the same.
          const left = items.filter((item) => !known.includes(item))
          return addIngested({ ...none, stored: left }, yield* ingest(target, model, source, known, custom))
        }),
        remove,
        removeItems: Effect.fn("Records.removeItems")(function* (target, model, itemIds, source) {
          if ((yield* lock(target)) === undefined) return noCounts
          const known = itemIds.filter(isTakeableId)
          // Also of one that never was a record.
          yield* Refusals.forget(sql, { ...target, model }, known)
          return yield* remove(target, model, yield* rows.ofItems(target, model, source ?? null, known))
        }),
        removeWhole: Effect.fn("Records.removeWhole")(function* (target, model, platformIds) {
          if (platformIds.length === 0 || (yield* lock(target)) === undefined) return noCounts
          const found = yield* rows.load(target, model, platformIds)
          const bySource = Map.groupBy(found, ({ source }) => source)
          const ids = yield* Effect.forEach(bySource, ([source, own]) =>
            rows.ofItems(
              target,
              model,
              source,
              own.map(({ owner, platformId }) => owner ?? platformId)
            )
          )
          return yield* remove(target, model, ids.flat())
        }),
        bodies: (whose, model, platformIds, withDeleted = false) =>
          Effect.map(
            rows.load(whose, model, platformIds, withDeleted),
            (found) => new Map(found.map(({ body, platformId }) => [platformId, body]))
          )
      })
    })
  )
}

/** What a question to the database may name. Nothing is stored under another id. */
const isTakeableId = (id: string): boolean => !id.includes("\0")
const refusalOf = ({ followed, owner, raw, records }: Reading.Item, why: string): Reading.Refusal => ({
  platform_id: owner ?? records[0]?.platform_id ?? null,
  issues: [`It cannot be stored: ${why}.`],
  raw,
  ...(followed === undefined ? {} : { followed })
})

/** A page on its way in: its records, the items they are of, and refusals of those that need not be shown to the database. */
interface Page {
  /** By platform id; where a page shows one twice, the later one counts. */
  readonly incoming: ReadonlyMap<string, Incoming>
  readonly takeable: ReadonlyArray<Reading.Item>
  readonly refusals: ReadonlyArray<Reading.Refusal>
}
const tooDeep = "it is nested too deep"
const incomingOf = (items: ReadonlyArray<Reading.Item>, custom: Custom.Custom | null): Page => {
  const incoming = new Map<string, Incoming>()
  const takeable: Array<Reading.Item> = []
  const refusals: Array<Reading.Refusal> = []
  for (const item of items) {
    const ids = [item.owner ?? "", ...item.records.map(({ platform_id }) => platform_id)]
    if (!ids.every(isTakeableId)) {
      refusals.push(refusalOf(item, "its id holds a character that no text can hold"))
      continue
    }
    try {
      const { item: taken, values } = withCustom(item, custom)
      for (const own of recordsOf(taken, values)) incoming.set(own.platformId, own)
      takeable.push(taken)
    } catch (error) {
      // What is nested very deep has no text.
      if (!(error instanceof RangeError)) throw error
      refusals.push(refusalOf(item, tooDeep))
    }
  }
  return { incoming, takeable, refusals }
}
/** The item with what of its custom fields could not be read, and those that there are. */
const withCustom = (item: Reading.Item, custom: Custom.Custom | null) => {
  if (custom === null) return { item, values: null }
  const { values, warnings } = Custom.read(custom, item.raw)
  return {
    item: warnings.length === 0 ? item : { ...item, warnings: [...(item.warnings ?? []), ...warnings] },
    values: Object.keys(values).length === 0 ? null : values
  }
}
const recordsOf = (item: Reading.Item, custom: Readonly<Record<string, unknown>> | null): ReadonlyArray<Incoming> => {
  const raw = item.raw === undefined ? null : JSON.stringify(item.raw)
  const followed = item.followed === undefined ? null : JSON.stringify(item.followed)
  if ((raw !== null && isTooDeep(raw)) || (followed !== null && isTooDeep(followed))) throw new RangeError(tooDeep)
  const rawHash = raw === null ? null : Crypto.hash("sha256", followed === null ? raw : `${raw}\n${followed}`, "base64")
  return item.records.map((mapped) => {
    const record = custom === null ? mapped : { ...mapped, custom_fields: custom }
    return {
      item,
      platformId: mapped.platform_id,
      owner: item.owner,
      record,
      hash: hashOf(record),
      raw,
      followed,
      rawHash,
      deleted: item.deleted
    }
  })
}

/** The item as it is stored. */
const storable = ({ followed, raw, rawHash }: Incoming) => ({
  raw: raw === null ? null : cleanJsonText(raw),
  followed: followed === null ? null : cleanJsonText(followed),
  rawHash
})

/** Platform ids of records whose owner came and no longer has them. */
const ownersLost = Effect.fnUntraced(function* (
  rows: RecordRows,
  target: Target,
  model: Models.ModelId,
  source: string,
  items: ReadonlyArray<Reading.Item>,
  incoming: ReadonlyMap<string, Incoming>
) {
  const owners = items.flatMap(({ owner }) => (owner === null ? [] : [owner]))
  if (owners.length === 0) return []
  const had = yield* rows.ownedBy(target, model, source, owners)
  return had.filter((platformId) => !incoming.has(platformId))
})

/** The rows to write: each changed record, its new or changed sub-records, and the sub-records it lost. */
const build = Effect.fnUntraced(function* (
  rows: RecordRows,
  target: Target,
  model: Models.ModelId,
  source: string,
  changed: ReadonlyArray<Incoming>,
  known: ReadonlyMap<string, StoredRow | null>
) {
  const lists = subListsOf(model)
  const stored = changed.flatMap(({ platformId }) => known.get(platformId)?.svcId ?? [])
  const children = new Map<string, StoredRow>()
  for (const list of lists) {
    for (const child of yield* rows.children(target.companyId, list.model, stored))
      children.set(childKey(list.model, child.parentId, child.platformId), child)
  }
  const need = changed.reduce(
    (sum, { record }) =>
      sum + 1 + lists.reduce((n, { field }) => n + (record[field] as ReadonlyArray<unknown>).length, 0),
    0
  )
  const { ids, now } = yield* rows.reserve(need)
  let next = 0
  const changes: Array<Changed> = []
  const seen = new Set<string>()

  for (const own of changed) {
    const before = known.get(own.platformId) ?? undefined
    const svcId = before?.svcId ?? ids[next++]!
    const deletedAt = own.deleted ? now : null
    const told = (change: Change) => (own.deleted ? null : change)
    const record: Record<string, unknown> = { ...own.record }
    for (const list of lists) {
      record[list.field] = (own.record[list.field] as ReadonlyArray<Readonly<Record<string, unknown>>>).map(
        (element) => {
          const platformId = element["platform_id"] as string
          const key = childKey(list.model, svcId, platformId)
          seen.add(key)
          const child = children.get(key)
          const hash = hashOf(element)
          const childId = child?.svcId ?? ids[next++]!
          if (child === undefined || child.deleted || child.hash !== hash) {
            const stamp = {
              svcId: childId,
              createdAt: child?.createdAt ?? now,
              updatedAt: now,
              companyId: target.companyId,
              deletedAt
            }
            changes.push({
              change: told(child === undefined || child.deleted ? "CREATE" : "UPDATE"),
              row: {
                ...stamp,
                isNew: child === undefined,
                model: list.model,
                parentId: svcId,
                platformId,
                source,
                owner: null,
                hash,
                body: compose(stamp, subRecord(element)),
                raw: null,
                followed: null,
                rawHash: null
              }
            })
          }
          return { svc_id: childId, ...element }
        }
      )
    }
    const stamp = {
      svcId,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
      companyId: target.companyId,
      deletedAt
    }
    changes.push({
      // A record that comes back after its deletion is new to whoever listens.
      change: told(before === undefined || before.deleted ? "CREATE" : "UPDATE"),
      row: {
        ...stamp,
        isNew: before === undefined,
        model,
        parentId: 0,
        platformId: own.platformId,
        source,
        owner: own.owner,
        hash: own.hash,
        body: compose(stamp, record),
        ...storable(own)
      }
    })
  }
  for (const list of lists) {
    const lost = [...children.values()].filter(
      (child) =>
        child.model === list.model &&
        !child.deleted &&
        !seen.has(childKey(list.model, child.parentId, child.platformId))
    )
    for (const row of yield* rows.loadById(
      target.companyId,
      list.model,
      lost.map(({ svcId }) => svcId)
    )) {
      changes.push({
        change: "DELETE",
        row: { ...row, body: markDeleted(row.body, now), updatedAt: now, deletedAt: now }
      })
    }
  }
  return changes
})

const childKey = (model: string, parentId: number, platformId: string): string => `${model}:${parentId}:${platformId}`
