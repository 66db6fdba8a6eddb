/**
 * What Busy is asked: statements that read, made of names of columns and of whole numbers alone, and sent in a header. Busy pages nothing, so
 * lists are asked for by their code, so many at a time.
 */
import type { Auth } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Xml from "@svc/core/Xml"
import { pairs, type Table } from "./settings.ts"

type Settings = Auth.AuthSettings
export interface Select {
  readonly table: Table
  readonly columns: ReadonlyArray<string>
  /** Whole numbers, or ids that are. */
  readonly where: Readonly<Record<string, ReadonlyArray<number | string>>>
  readonly order?: string
  readonly top?: number
  /** A column that is added up, by the first of `columns`. */
  readonly sum?: string
  /** The number of a voucher, in plain letters: its own, or that of the bill. */
  readonly number?: string
}
const whole = (value: number | string): string => {
  if (!/^-?\d{1,15}$/.test(String(value))) throw new Normalize.Unreadable("a code", value)
  return String(value)
}
const statement = (settings: Settings, { columns, number, order, sum, table, top, where }: Select): string => {
  const others = pairs(settings["columns"])
  const own = (column: string, of: Table = table) => others.get(`${of}.${column}`) ?? column
  const shown = columns
    .filter((column) => own(column) !== "none")
    .map((column) => (own(column) === column ? `[${column}]` : `[${own(column)}] AS [${column}]`))
  const conditions = Object.entries(where).map(
    ([column, values]) => `[${own(column)}] IN (${values.map(whole).join(",")})`
  )
  if (number !== undefined) {
    const bill = own("PurchaseBillNo", "VchOtherInfo")
    const code = own("VchCode", "VchOtherInfo")
    // Quirk: numbers are filled up with blanks.
    const is = (column: string) => `LTRIM(RTRIM([${column}])) = '${number.replaceAll("'", "''")}'`
    const others = `[${own("VchCode")}] IN (SELECT [${code}] FROM [VchOtherInfo] WHERE ${is(bill)})`
    conditions.push(bill === "none" ? is(own("VchNo")) : `(${is(own("VchNo"))} OR ${others})`)
  }
  return [
    `SELECT ${top === undefined ? "" : `TOP ${top} `}${shown.join(", ")}${sum === undefined ? "" : `, SUM([${own(sum)}]) AS [Total]`}`,
    `FROM [${table}] WHERE ${conditions.join(" AND ")}`,
    ...(sum === undefined ? [] : [`GROUP BY [${own(columns[0]!)}]`]),
    ...(order === undefined ? [] : [`ORDER BY [${own(order)}]`])
  ].join(" ")
}
/** Quirk: every parameter is a header of the request, and the body is empty. */
export const ask = (settings: Settings, select: Select): Call.Call & { readonly headers: Call.Headers } => ({
  path: "/",
  headers: { SC: "1", Qry: statement(settings, select) }
})

export type Row = Readonly<Record<string, unknown>>
/** A recordset as its rows, with names in lower case: Access and SQL Server spell columns as they were made. A text is one. */
export const parse = (text: string): unknown => {
  if (!text.trimStart().startsWith("<")) return text.trim()
  const data = Call.at(Xml.read(text, { isList: (name) => name === "z:row" }), "xml")
  if (typeof data !== "object" || data === null || !("rs:data" in data)) return text
  const found = Call.at(data["rs:data"], "z:row")
  return {
    rows: (Array.isArray(found) ? found : []).map((row: Row | string) =>
      // Quirk: what is null has no attribute.
      typeof row === "string"
        ? {}
        : Object.fromEntries(Object.entries(row).map(([name, value]) => [name.replace("@", "").toLowerCase(), value]))
    )
  }
}
export const rows = (body: unknown): ReadonlyArray<Row> => Read.requiredArrayAt(body, "rows") as ReadonlyArray<Row>

const keyOf = (row: Row): string => whole(Normalize.id(row["code"] ?? row["vchcode"]) ?? "")
/** The rows after the last one. */
export const page = Page.lastKey({
  key: keyOf,
  after: (key, { headers }) => ({
    headers: {
      Qry: (headers?.["Qry"] ?? "").replace(/ ORDER BY \[(\w+)\]$/, ` AND [$1] > ${whole(key)} ORDER BY [$1]`)
    }
  }),
  sorted: "The statement names the order"
})

/** The rows that belong to items, by their code. */
export const byCode = (all: ReadonlyArray<Row>, name: string): ReadonlyMap<string, ReadonlyArray<Row>> =>
  Map.groupBy(all, (row) => whole(Normalize.id(row[name.toLowerCase()]) ?? ""))

/** A listing by codes, and one of it by its code. */
export const listing = (select: (settings: Settings) => Select, key: string, prefix = "") => ({
  path: "/",
  headers: ({ settings }: { readonly settings: Settings }) =>
    ask(settings, { ...select(settings), order: key, top: 100 }).headers,
  page,
  items: rows,
  deletes: Read.fullListing,
  get: (id: string, { settings }: { readonly settings: Settings }): Call.Call | null => {
    const code = id.startsWith(prefix) ? id.slice(prefix.length) : ""
    if (!/^\d{1,15}$/.test(code)) return null
    const own = select(settings)
    return ask(settings, { ...own, where: { ...own.where, [key]: [code] } })
  }
})
