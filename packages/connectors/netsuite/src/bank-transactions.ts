/** What was booked on bank and credit card accounts. Lines of the bank's own feed are not offered. */
import { Connector, Normalize, Wire } from "@svc/core"
import { header, headerMembers, money, partyOf } from "./document-fields.ts"
import { source } from "./query.ts"
import { featured, has, type Settings } from "./statement.ts"
import { recordOf } from "./wire.ts"

const Row = Wire.struct({
  id: Wire.required(Wire.id),
  part: Wire.required(Wire.id),
  ...headerMembers,
  account: Wire.id,
  amount: Wire.number,
  linememo: Wire.text,
  cleared: Wire.text
})
const states = Normalize.word({ T: "CLEARED", F: "UNCLEARED" }, null)

export const bankTransactions = Connector.read("BANK_TRANSACTIONS", {
  ...source({
    table: "transaction",
    changed: "t.lastmodifieddate",
    dated: "t.trandate",
    statement: (settings: Settings) => ({
      id: "t.id",
      part: "tl.id",
      select: {
        ...header,
        entitytype: "e.type",
        ...featured(settings, money),
        account: "tl.expenseaccount",
        amount: has(settings, "currency") ? "tl.foreignamount" : "tl.netamount",
        linememo: "tl.memo",
        cleared: "tl.cleared"
      },
      from:
        "transaction t JOIN transactionline tl ON tl.transaction = t.id " +
        "JOIN account a ON a.id = tl.expenseaccount LEFT JOIN entity e ON e.id = t.entity",
      where: ["t.posting = 'T'", "a.accttype IN ('Bank', 'CredCard')"]
    })
  }),
  item: recordOf(Row),
  owner: ({ id }) => id,
  map: ({ id, rows }) =>
    rows.map((row) => {
      const isOut = typeof row.amount === "number" && row.amount < 0
      return {
        platform_id: `${id}:${row.part}`,
        from_account_id: isOut ? row.account : null,
        to_account_id: isOut ? null : row.account,
        contact_id: partyOf(row, null),
        amount: Normalize.absolute(row.amount),
        type: row.type,
        debit_or_credit: typeof row.amount === "number" ? (isOut ? ("DEBIT" as const) : ("CREDIT" as const)) : null,
        status: states(row.cleared),
        currency_id: row.currency,
        currency_rate: row.exchangerate,
        transaction_date: Normalize.day(row.trandate, "trandate"),
        description: Normalize.text(row.linememo) ?? row.memo,
        reference: row.tranid,
        updated_at: null
      }
    })
})
