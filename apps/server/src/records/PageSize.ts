/**
 * How many bytes a page of records has. What a record's texts measure is not known until they are read, so a text that may
 * be large is left out of the page's own statement and fetched afterwards, a few at a time, until the page is full.
 */
import type { Models } from "@svc/core"
import * as Effect from "effect/Effect"
import type { Reader } from "../database/Nodes.ts"
import type { SqlError } from "effect/sql/SqlError"
import { ids } from "../database/Parameters.ts"
import type { Caller } from "../http/Caller.ts"
import * as Horizon from "./Horizon.ts"
import * as RawItems from "./RawItems.ts"
import { partition } from "./RecordRows.ts"

/** Stored bytes up to which a text that is not compressed comes with the page. */
const PLAIN = 4096
/** The same for one that is: it may be a hundred times as long. */
const COMPRESSED = 160
const EXPANSION = 100
/** Most bytes that a unit of a text takes in UTF-8. */
const BYTES_OF_A_UNIT = 3
/** No JSON begins with these. */
const MARK = "!"
const LATE = "~"

/** What most texts are comes first. */
const isSmall = (column: string): string =>
  `pg_column_size(${column}) <= ${PLAIN}
     and (pg_column_compression(${column}) is null or pg_column_size(${column}) <= ${COMPRESSED})`

/** The stamp of the record table `r`. As a number the engine would work it out in decimals, for every record of a page. */
export const stamp = "r.updated_at"
/** The body of the record table `r`, in bytes; null where it may be large, or is not stamped before a moment. */
export const bytes = (until: string | null): string =>
  `case when ${isSmall("r.body")}${until === null ? "" : ` and ${stamp} < ${until}`} then ${sent("r.body")} end`

/** As one function: operators of texts and numbers are functions in SQL, which would be planned again with every page. */
const marked = (...parts: ReadonlyArray<string>): string => `textsend(concat('${MARK}', ${parts.join(", ' ', ")}))`
/** A JSON column as the engine sends it: as a text it would be written, read and written again, for every record of a page. */
export const sent = (column: string): string => `json_send(${column})`
/** The text of a JSON column, or where it may be large, a mark with its stored size. */
export const text = (column: string): string =>
  `case when ${isSmall(column)} then ${sent(column)} else ${marked(`pg_column_size(${column})`)} end`
/** The body of the record table `r`. */
export const body = text("r.body")

/**
 * The same where all are to be stamped before a moment: of one that is not, only that. With a mark comes the stamp. Nobody asks for
 * that of others, and to tell and to read it of all takes 3 % of a page.
 */
export const bodyUntil = (until: string): string =>
  `case when ${stamp} >= ${until} then textsend('${LATE}') when ${isSmall("r.body")} then ${sent("r.body")}
     else ${marked("pg_column_size(r.body)", Horizon.milliseconds(stamp))} end`
/** Whether a record is stamped at the moment of {@link bodyUntil} or later. */
export const isLate = ({ body }: Pick<Sized, "body">): boolean => body.startsWith(LATE)

interface Sized {
  readonly svc_id: number
  readonly body: string
  readonly raw?: string | null
  /** Where it is not to be told as it became meanwhile; or it comes with the body, if that is left out. */
  readonly stamp?: Date | null
}
const stampOf = ({ body, stamp }: Sized): number | undefined => {
  if (stamp) return stamp.getTime()
  const told = isLeftOut(body) ? body.split(" ")[1] : undefined
  return told === undefined ? undefined : Number(told)
}

const isLeftOut = (text: string | null | undefined): boolean => text?.startsWith(MARK) === true
/** At most so many bytes. */
const bound = (text: string | null | undefined): number => {
  if (text === null || text === undefined) return 0
  return isLeftOut(text) ? Number.parseInt(text.slice(1), 10) * EXPANSION : bytesOf(text)
}
/** The bytes of a text as it is sent. */
export const bytesOf = (text: string): number => Buffer.byteLength(text)
const boundOf = ({ body, raw }: Sized): number => bound(body) + bound(raw)

/**
 * The first of the rows, as many as fit in so many bytes and at least one, with their texts. Rows whose texts are all there
 * cost nothing.
 */
export const fill = <Row extends Sized>(
  sql: Reader,
  caller: Pick<Caller, "companyId">,
  model: Models.ModelId,
  rows: ReadonlyArray<Row>,
  most: number
): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  rows.some(({ body, raw }) => isLeftOut(body) || isLeftOut(raw))
    ? fetched(sql, caller, model, rows, most)
    : Effect.succeed(
        fits(rows, most) ? rows : fitting(rows, ({ body, raw }) => bytesOf(body) + bytesOf(raw ?? ""), most)
      )

/** Whether rows fit in any case, told without a look into their texts. */
const fits = (rows: ReadonlyArray<Sized>, most: number): boolean =>
  rows.reduce((sum, { body, raw }) => sum + body.length + (raw?.length ?? 0), 0) * BYTES_OF_A_UNIT <= most

/** The first of what fits in so many bytes, and at least one. */
export const fitting = <A>(all: ReadonlyArray<A>, sizeOf: (one: A) => number, most: number): ReadonlyArray<A> => {
  let size = 0
  const end = all.findIndex((one, index) => (size += sizeOf(one)) > most && index > 0)
  return end === -1 ? all : all.slice(0, end)
}

const fetched = Effect.fnUntraced(function* <Row extends Sized>(
  sql: Reader,
  { companyId }: Pick<Caller, "companyId">,
  model: Models.ModelId,
  rows: ReadonlyArray<Row>,
  most: number
) {
  const own = companyId === null ? "" : " and r.company_id = $2::bigint"
  const kept: Array<Row> = []
  let size = 0
  for (let at = 0; at < rows.length;) {
    // Fetched together is what fits however long it turns out to be; one that may not fit comes alone.
    const next = fitting(rows.slice(at), boundOf, most - size)
    const wanted = next.filter(({ body, raw }) => isLeftOut(body) || isLeftOut(raw))
    const found =
      wanted.length === 0
        ? []
        : yield* sql.unsafe<{ svc_id: number; body: string; raw: string | null; stamp: Date }>(
            `select r.svc_id, ${stamp} as stamp, ${sent("r.body")} as body, ${wanted.some(({ raw }) => isLeftOut(raw)) ? RawItems.sqlOf(model, sent) : "null"} as raw
             from ${partition(model)} r where r.svc_id = any($1::bigint[])${own}`,
            [ids(wanted.map(({ svc_id }) => svc_id)), ...(companyId === null ? [] : [String(companyId)])]
          )
    at += next.length
    const byId = new Map(found.map((row) => [row.svc_id, row]))
    for (const row of next) {
      const texts = byId.get(row.svc_id)
      // Erased meanwhile, or changed: then its place among what changed is another, further on.
      if (wanted.includes(row)) {
        if (texts === undefined || (stampOf(row) ?? texts.stamp.getTime()) !== texts.stamp.getTime()) continue
      }
      const body = isLeftOut(row.body) ? texts!.body : row.body
      const raw = isLeftOut(row.raw) ? texts!.raw : row.raw
      size += bytesOf(body) + bytesOf(raw ?? "")
      if (size > most && kept.length > 0) return kept
      kept.push({ ...row, body, ...(raw === undefined ? {} : { raw }) })
    }
  }
  return kept
})
