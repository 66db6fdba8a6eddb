/** How NetSuite is asked in bulk: by statements of its query language, whose rows are put together into records. */
import type { Call, Page } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import { keys, type Position, records, rowsOf } from "./rows.ts"
import { date, isNumber, moment, type Settings, type Statement, suiteql, textOf } from "./statement.ts"

/** Ids of what was deleted since. Quirk: how a deleted record's type is named is not said; what is still there is not gone. */
const gone = (table: (settings: Settings) => string | null, idIn: (id: string) => string) =>
  Read.feed({
    call: ({ settings, since }) => {
      const own = table(settings)
      // Without the table nothing says what is still there, so nothing is gone.
      const left = own === null ? "d.recordid < 0" : `d.recordid NOT IN (SELECT x.id FROM ${own} x)`
      return suiteql(
        textOf({
          id: "d.recordid",
          select: {},
          sums: {},
          from: "deletedrecord d",
          where: [`d.deleteddate >= ${moment(since)}`, left]
        })
      )
    },
    page: keys({ id: "d.recordid" }),
    ids: Read.idsOf("items", "id", idIn)
  })

export interface SourceOptions {
  readonly statement: (settings: Settings) => Statement
  /** The table whose rows the records are; null in an account that does not have it. */
  readonly table: string | ((settings: Settings) => string | null)
  /** The column that says when a record changed; without it every run reads everything. */
  readonly changed?: string
  /** The column that holds the day of what is booked. */
  readonly dated?: string
  /** Of a model that several sources make up: its ids have the kind in front. */
  readonly kind?: string
  /** Number of the mapping, where it is not the first. */
  readonly mapping?: number
}
/** Everything about reading a statement but its items: all of it, what changed, one by its id, and what is gone. */
export interface Source extends Omit<ReturnType<typeof suiteql>, "body"> {
  readonly source?: string
  readonly mapping: number
  readonly body: (context: Read.ReadContext) => unknown
  readonly since?: (context: Read.ReadContext & { readonly since: string }) => Call.Patch
  readonly from?: (context: Read.ReadContext & { readonly from: string }) => Call.Patch
  readonly page: Page.Page
  readonly items: (body: unknown, state: Position | null) => ReadonlyArray<unknown>
  readonly get: (id: string, context: { readonly settings: Settings }) => Call.Call | null
  readonly deletes: Read.Deletes
}
export const source = ({ changed, dated, kind, mapping = 1, statement, table }: SourceOptions): Source => {
  const keyed = statement({})
  const where = (settings: Settings, ...more: ReadonlyArray<string>) => {
    const own = statement(settings)
    return suiteql(textOf({ ...own, where: [...(own.where ?? []), ...more] }))
  }
  const { body: _, ...call } = suiteql("")
  return {
    ...(kind === undefined ? {} : { source: kind }),
    ...call,
    mapping,
    body: ({ settings }) => where(settings).body,
    page: keys(keyed),
    items: keyed.part === undefined ? rowsOf : records,
    ...(changed && {
      since: ({ settings, since }) => ({ body: where(settings, `${changed} >= ${moment(since)}`).body })
    }),
    ...(dated && {
      from: ({ from, settings }) => ({ body: where(settings, `${dated} >= ${date(from.slice(0, 10))}`).body })
    }),
    get: (id, { settings }) => {
      const own = (Normalize.unprefixed(kind ?? "", id) ?? "").split(":", 1)[0] ?? ""
      return isNumber(own) ? where(settings, `${keyed.id} = ${own}`) : null
    },
    deletes: gone(typeof table === "string" ? () => table : table, (id) => Normalize.prefixed(kind ?? "", id))
  }
}
