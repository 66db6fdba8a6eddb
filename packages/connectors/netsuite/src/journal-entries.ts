/** Journal entries. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { header, headerMembers, money } from "./document-fields.ts"
import { lineFeatures } from "./line-columns.ts"
import { source } from "./query.ts"
import { journalState } from "./states.ts"
import { featured, has, type Settings } from "./statement.ts"
import { headOf, partyKind, recordOf } from "./wire.ts"

const Row = Wire.struct({
  id: Wire.required(Wire.id),
  ...Wire.all(Wire.id, "part", "account", "lineentity", "class", "department", "location"),
  ...headerMembers,
  amount: Wire.number,
  linememo: Wire.text,
  lineentitytype: Wire.text
})

export const journalEntries = Connector.read("JOURNAL_ENTRIES", {
  ...source({
    mapping: 2,
    table: "transaction",
    changed: "t.lastmodifieddate",
    dated: "t.trandate",
    statement: (settings: Settings) => ({
      id: "t.id",
      part: "tl.id",
      select: {
        ...header,
        ...featured(settings, money),
        account: "tl.expenseaccount",
        amount: has(settings, "currency") ? "tl.foreignamount" : "tl.netamount",
        linememo: "tl.memo",
        lineentity: "tl.entity",
        lineentitytype: "e.type",
        ...featured(settings, lineFeatures)
      },
      from: "transaction t JOIN transactionline tl ON tl.transaction = t.id LEFT JOIN entity e ON e.id = tl.entity",
      where: ["t.type = 'Journal'"]
    })
  }),
  item: recordOf(Row),
  map: (raw) => {
    const { id, rows } = raw
    const row = headOf(raw)
    const journal_lines = rows
      .filter(({ account, amount }) => account && amount !== null && amount !== undefined)
      .map((own) => ({
        platform_id: `${id}/line/${own.part}`,
        account_id: own.account,
        contact_id: Normalize.prefixed(partyKind(own.lineentitytype), own.lineentity),
        tracking_category_ids: (["class", "department", "location"] as const).flatMap(
          (kind) => Normalize.prefixed(kind, own[kind]) ?? []
        ),
        // Quirk: a debit is positive, a credit negative.
        type: own.amount! < 0 ? ("CREDIT" as const) : ("DEBIT" as const),
        description: own.linememo,
        net_amount: Normalize.absolute(own.amount)
      }))
    return {
      platform_id: id,
      document_number: row.tranid,
      posted_date: Normalize.day(row.trandate, "trandate"),
      journal_entry_type: "MANUAL",
      description: row.memo,
      amount: Normalize.sum(journal_lines.map(({ net_amount, type }) => (type === "DEBIT" ? net_amount : null))),
      currency_id: row.currency,
      currency_rate: row.exchangerate,
      status: journalState(row),
      journal_lines
    }
  }
})
