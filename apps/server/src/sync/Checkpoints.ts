/**
 * Where the reading of each source stands. A run's state moves page by page in the transaction of the page's records, so
 * that a killed process resumes where it stopped; the watermark moves only when a run has seen the end. It is the moment the
 * run began, and where the platform counts changes instead of dating them, the place at which the count stood then: what
 * changes while the run reads has a higher number and is the next run's.
 */
import { Read } from "@svc/core"
import { Reading } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { cleanText } from "../database/CleanJson.ts"
import { texts } from "../database/Parameters.ts"

/** One reading of one source, from its first page to its end, over as many processes as it takes. */
export interface Run {
  readonly id: number
  /** When it began, ISO 8601; the watermark once it has ended. */
  readonly now: string
  /** Only changes since this moment; null for everything. */
  readonly since: string | null
  /** Until when it was known what is gone; null where nothing was read before. A full run asks for deletions since then. */
  readonly goneSince: string | null
  readonly isFull: boolean
  /** Of a dated model, only what is dated on this moment's day or later; null for everything. It stays through the run. */
  readonly from: string | null
  /** Only what has changed after this place in the platform's count; null for everything, or where it has none. */
  readonly after: number | null
  /** The platform's count has not moved since the last run: there is nothing to list. */
  readonly isUnchanged: boolean
  /** State of the page to read next; undefined for the first, null when the listing has ended. */
  readonly state: unknown
  readonly pages: number
}
export interface Place {
  readonly companyId: number
  readonly connectionId: number
  readonly model: string
  readonly source: string
}

/**
 * Platforms' clocks and indexes lag, and our own clock may be ahead by ten minutes: each run asks for changes from a little
 * before the last one began, in minutes.
 */
const overlap = 15
/** A run that has not moved for longer begins anew, since page cursors do not live for ever, in hours. */
const patience = 24

/**
 * What a row keeps of its reading: the state of the page to read next while a run is under way, and how far back it looks;
 * between runs, how far back the source has been read.
 */
interface State {
  readonly next?: unknown
  readonly from?: string | null
}
interface Row {
  readonly run_id: number | null
  readonly now: Date
  readonly since: Date | null
  readonly is_full: boolean | null
  readonly after: number | null
  readonly position: number | null
  readonly state: State | null
  readonly pages: number
}
/** What a row says when a new run is to begin. */
interface Known {
  /** Another process has begun the run meanwhile. */
  readonly isBegun: boolean
  /** It was read to its end before: what follows is of then. */
  readonly isRead: boolean
  readonly of: string | null
  readonly at: number | null
  readonly from: string | null
  readonly isDone: boolean
  /** Changes since then are wanted, and whether the platform has forgotten them. */
  readonly since: string | null
  readonly isForgotten: boolean
}
/** The id of a run that may begin, and when the sync began that it is of. */
interface Next {
  readonly id: number
  readonly syncStarted: string | null
}
/** How a source can be asked for less than everything. */
export interface Ways {
  /** The sync that reads. */
  readonly syncId: number
  /** Everything is wanted whatever the source can. */
  readonly wantFull: boolean
  readonly read: Read.Read
  /** How far back is wanted, as midnight UTC of a day; null for everything. */
  readonly from: string | null
  /** Its count of changes, and where that stands now. */
  readonly counted: { readonly sequence: Read.Sequence; readonly position: Read.Position } | null
}

export const Checkpoints = (sql: SqlClient) => {
  /** A row is found by its company too: it may be on the node of that. */
  const at = ({ companyId, connectionId, model, source }: Place) =>
    sql`company_id = ${companyId} and connection_id = ${connectionId} and data_model = ${model} and source = ${source}`
  const columns =
    sql.literal(`run_id, run_started_at as now, run_since as since, run_is_full as is_full, run_after as after,
    run_position_at as position, state, pages`)

  /** Whether a row has a run under way that is what is wanted. */
  const isUnderWay = ({ counted, from, wantFull }: Ways) =>
    sql`run_id is not null and run_started_at > now() - make_interval(hours => ${patience})
      and (run_is_full or not ${wantFull}::boolean)
      and run_position_of is not distinct from ${counted?.position.of ?? null}::text
      and coalesce(run_position_at, 0) <= coalesce(${counted?.position.at ?? null}::bigint, 0)
      and (state ->> 'from' is null or state ->> 'from' <= ${from}::text)`

  /** A new run, in a transaction of its own. "Begun" where another process has begun one meanwhile. */
  const beginAnew = Effect.fnUntraced(function* (
    place: Place,
    ways: Ways,
    { id, syncStarted }: Next
  ): Effect.fn.Return<Run | "Begun" | null, SqlError> {
    const { counted, from, read, wantFull } = ways
    const keeps = read.changes?.keeps ?? null
    const { at: countAt, of: countOf } = counted?.position ?? { at: null, of: null }
    const [known] = yield* sql<Known>`
      select coalesce(${isUnderWay(ways)}, false) as "isBegun", watermark is not null as "isRead", position_of as of, position_at as at, state ->> 'from' as "from",
        coalesce(completed_at >= ${syncStarted}::text::timestamptz, false) as "isDone",
        -- A run that was given up has stored records: what was deleted since it began has to be asked for as well.
        coalesce(watermark - make_interval(mins => ${overlap}), run_since,
          run_started_at - make_interval(mins => ${overlap}))::text as since,
        coalesce(watermark - make_interval(mins => ${overlap})
          < now() - make_interval(secs => ${keeps}::double precision), false) as "isForgotten"
      from checkpoint where ${at(place)} for update`
    if (known === undefined) {
      // Where no reference does it, whoever erases the company waits for this and deletes it too.
      const [connection] = yield* sql<{ type: string }>`
        select integration_type as type from connection where id = ${place.connectionId} for key share`
      if (connection === undefined) return null
      const [made] = yield* sql<Row>`
        insert into checkpoint (company_id, connection_id, integration_type, data_model, source, mapping_version, run_id,
          run_started_at, run_is_full, run_position_of, run_position_at, state)
        values (${place.companyId}, ${place.connectionId}, ${connection.type}, ${place.model}, ${place.source},
          ${Reading.mappingVersion(read)}, ${id}, date_trunc('milliseconds', now()), true, ${countOf}, ${countAt}::bigint,
          ${stateOf({ from })}::text::json)
        on conflict do nothing returning ${columns}`
      return made === undefined ? "Begun" : runOf(made, from)
    }
    // Two that begin at once have both seen none before they came here one after the other.
    if (known.isBegun) return "Begun"
    const ended = known.isRead ? known : null
    if (ended?.isDone === true) return null
    const last = ended?.of != null && ended.at !== null ? { of: ended.of, at: ended.at } : null
    const after = counted === null || wantFull ? null : Read.afterOf(counted.sequence, last, counted.position)
    const isWider = ended?.from != null && (from === null || from < ended.from)
    const isPart = !isWider && (counted === null ? Read.isIncremental(read) && !wantFull : after !== null)
    const [moved] = yield* sql<Row>`
      update checkpoint set run_id = ${id}, run_started_at = date_trunc('milliseconds', now()), pages = 0,
        state = ${stateOf({ from })}::text::json, run_position_of = ${countOf}, run_position_at = ${countAt}::bigint,
        run_after = ${after}::bigint, run_since = ${known.since}::text::timestamptz,
        run_is_full = ${!isPart || ended === null || known.isForgotten}
      where ${at(place)} returning ${columns}`
    return runOf(moved!, from)
  })

  const checkpoints = {
    /**
     * The run under way, or a new one; null when the source was read to its end since the sync began: another process of it, or
     * one that died before it could say so, has done the work. Null, too, when the connection is gone. A full sync, a source
     * that cannot be asked for changes only or never reached its end, one that was last read longer ago than the platform
     * remembers, or one whose count of changes went back or is of another file, reads everything. So does one that is wanted
     * from an earlier date on than it has been read.
     */
    begin: (place: Place, ways: Ways): Effect.Effect<Run | null, SqlError> =>
      Effect.gen(function* () {
        const { from, syncId } = ways
        const [under] = yield* sql<Row>`select ${columns} from checkpoint where ${at(place)} and ${isUnderWay(ways)}`
        if (under !== undefined) return runOf(under, from)
        // What the coordinator of a cluster knows; the row itself may be on a node.
        const [next] = yield* sql<Next>`
          select nextval('svc_id') as id, (select started_at::text from sync where id = ${syncId}) as "syncStarted"`
        const begun = yield* sql.withTransaction(beginAnew(place, ways, next!))
        return begun === "Begun" ? yield* checkpoints.begin(place, ways) : begun
      }),
    /**
     * Moves the run on by a page, in the page's transaction; null when the listing has ended. False when the run is not at this
     * page any more: another process has taken it up, or it was given up. Where a process of another release has mapped the
     * page, it is not known any more how the source is mapped.
     */
    advance: (place: Place, run: Run, state: unknown, read: Read.Read) =>
      Effect.map(
        sql`update checkpoint set state = ${stateOf({ next: state, from: run.from })}::text::json, pages = pages + 1,
            mapping_version = nullif(mapping_version, nullif(mapping_version, ${Reading.mappingVersion(read)}))
          where ${at(place)} and run_id = ${run.id} and pages = ${run.pages} returning 1 as one`,
        (rows) => rows.length > 0
      ),
    /**
     * Before items of a source are stored outside of a run, in their transaction: where a process of another release has said
     * how the source is mapped, that is not known any more. Nobody says so anew before the transaction ends.
     */
    mapped: (place: Place, read: Read.Read) =>
      Effect.andThen(
        sql`update checkpoint set mapping_version = null
          where ${at(place)} and mapping_version <> ${Reading.mappingVersion(read)}`,
        sql`select 1 from checkpoint where ${at(place)} for share`
      ),
    /** Whether the run is still the one under way; held so until the transaction ends. */
    isCurrent: (place: Place, run: Run) =>
      Effect.map(
        sql`select run_id from checkpoint where ${at(place)} and run_id = ${run.id} and pages = ${run.pages} for update`,
        (rows) => rows.length > 0
      ),
    /** Whether the run was read to its end, by whichever process. */
    hasEnded: (place: Place, run: Run) =>
      Effect.map(
        sql`select 1 from checkpoint where ${at(place)} and run_id is distinct from ${run.id}::bigint
          and watermark >= ${run.now}::text::timestamptz`,
        (rows) => rows.length > 0
      ),
    /** Ends the run: the watermark is the moment it began, and where the count stood then. */
    complete: (place: Place, run: Run) =>
      Effect.andThen(
        sql`update checkpoint set watermark = run_started_at, position_of = run_position_of, position_at = run_position_at,
            completed_at = now(), run_id = null, state = ${stateOf({ from: run.from })}::text::json, pages = 0
          where ${at(place)} and run_id = ${run.id}`,
        sql`delete from listing_page where company_id = ${place.companyId} and run_id = ${run.id}`
      ),
    /** Gives a run up, so that the next begins at the first page. */
    abandon: (place: Place) => sql`update checkpoint set run_id = null, state = null, pages = 0 where ${at(place)}`,
    /** Notes the ids a page of a full listing showed; null for an item of which the id is not known. */
    note: (place: Place, run: Run, ids: ReadonlyArray<string | null>) =>
      sql`insert into listing_page (company_id, run_id, source, page, platform_ids)
      values (${place.companyId}, ${run.id}, ${place.source}, ${run.pages}, ${texts(ids.map((id) => (id === null ? null : cleanText(id))))})
      on conflict do nothing`,
    /** Whether a page of the run showed an item of which the id is not known: then what it lacks is not known to be gone. */
    hasUnknown: (place: Place, run: Run) =>
      Effect.map(
        sql`select 1 from listing_page where company_id = ${place.companyId} and run_id = ${run.id}
        and array_position(platform_ids, null) is not null limit 1`,
        (rows) => rows.length > 0
      )
  }
  return checkpoints
}

const stateOf = (state: State): string => JSON.stringify(state)

/** `from` is how far back the run looks where it is older than this being kept. */
const runOf = (row: Row, from: string | null): Run => ({
  id: row.run_id!,
  now: row.now.toISOString(),
  since: (row.is_full ?? true) ? null : (row.since?.toISOString() ?? null),
  goneSince: row.since?.toISOString() ?? null,
  isFull: row.is_full ?? true,
  after: (row.is_full ?? true) ? null : row.after,
  isUnchanged: row.is_full === false && row.after !== null && row.after === row.position,
  from: row.state?.from === undefined ? from : row.state.from,
  state: row.state?.next,
  pages: row.pages
})
