/** What bills, invoices, credit notes, orders and expenses have in common: their statement and their shared fields. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { amounts, lines } from "./document-lines.ts"
import { lineColumns, lineFeatures, lineMembers } from "./line-columns.ts"
import { source } from "./query.ts"
import { day, featured, type Settings, time } from "./statement.ts"
import { headOf, partyKind, recordOf } from "./wire.ts"

/** Columns of the transaction itself. */
export const header = {
  tranid: "t.tranid",
  type: "t.type",
  trandate: day("t.trandate"),
  entity: "t.entity",
  memo: "t.memo",
  status: "t.status",
  statusname: "BUILTIN.DF(t.status)",
  voided: "t.voided",
  modified: time("t.lastmodifieddate")
}
export const money = {
  currency: ["currency", "t.currency"],
  exchangerate: ["currency", "t.exchangerate"]
} as const

export const headerMembers = {
  ...Wire.all(Wire.text, "tranid", "type", "trandate", "duedate", "shipdate", "entitytype", "memo", "status"),
  ...Wire.all(Wire.text, "statusname", "modified"),
  entity: Wire.id,
  voided: Wire.boolean,
  ...Wire.all(Wire.number, "unpaid", "unused", "exchangerate"),
  currency: Wire.id
}
const Row = Wire.struct({ id: Wire.required(Wire.id), part: Wire.id, ...headerMembers, ...lineMembers })
export const Document = recordOf(Row)
type Document = (typeof Document)["Type"]
export type Row = (typeof Row)["Type"]

const joined =
  "transaction t JOIN transactionline tl ON tl.transaction = t.id LEFT JOIN transaction cf ON cf.id = tl.createdfrom"

/** Transactions of these types with their lines; `more` are columns that only some have. */
export const documents = (types: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}) =>
  source({
    mapping: 2,
    table: "transaction",
    changed: "t.lastmodifieddate",
    dated: "t.trandate",
    statement: (settings: Settings) => ({
      id: "t.id",
      part: "tl.id",
      select: {
        ...header,
        ...more,
        ...featured(settings, money),
        ...lineColumns(settings),
        ...featured(settings, lineFeatures)
      },
      from: Object.hasOwn(more, "entitytype") ? `${joined} LEFT JOIN entity e ON e.id = t.entity` : joined,
      where: [`t.type IN (${types.map((type) => `'${type}'`).join(", ")})`]
    })
  })
/** Of those types that have a day they are due by. */
export const due = { duedate: day("t.duedate"), unpaid: "t.foreignamountunpaid" }

/** Whom it is of: the kind that documents of this type are with, or what the entity itself is. */
export const partyOf = (row: Row, kind: "customer" | "vendor" | null) =>
  Normalize.prefixed(kind ?? partyKind(row.entitytype), row.entity)

/** The unified fields of the shared members. */
export const documentFields = (raw: Document, side: "sales" | "purchases", kind: "customer" | "vendor" | null) => {
  const row = headOf(raw)
  const { main: _, ...own } = amounts(raw.rows, side)
  return {
    platform_id: raw.id,
    contact_id: partyOf(row, kind),
    document_number: row.tranid,
    posted_date: Normalize.day(row.trandate, "trandate"),
    currency_id: row.currency,
    currency_rate: row.exchangerate,
    ...own,
    line_items: lines(raw.id, raw.rows, side)
  }
}

/** Ids of the documents of a type that the lines were made from, each once. */
export const madeFrom = ({ rows }: Document, type: string): ReadonlyArray<string> =>
  Normalize.distinct(rows.map(({ createdfrom, createdtype }) => (createdtype === type ? createdfrom : null)))
