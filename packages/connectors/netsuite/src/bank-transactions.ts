/** What was booked on bank and credit card accounts. Lines of the bank's own feed are not offered. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
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
const isOutOf = ({ amount }: { readonly amount?: number | null | undefined }) =>
  amount !== null && amount !== undefined && amount < 0
const states = Normalize.word({ T: "CLEARED", F: "UNCLEARED" }, null)

export const bankTransactions = Connector.read("BANK_TRANSACTIONS", {
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
      const isOut = isOutOf(row)
      // From one account of ours to another: each side names both.
      const other = rows.length === 2 ? rows.find((one) => isOutOf(one) !== isOut) : undefined
      return {
        platform_id: `${id}:${row.part}`,
        from_account_id: isOut ? row.account : other?.account,
        to_account_id: isOut ? other?.account : row.account,
        contact_id: partyOf(row, null),
        amount: Normalize.absolute(row.amount),
        type: row.type,
        debit_or_credit:
          row.amount !== null && row.amount !== undefined ? (isOut ? ("DEBIT" as const) : ("CREDIT" as const)) : null,
        status: states(row.cleared),
        currency_id: row.currency,
        currency_rate: row.exchangerate,
        transaction_date: Normalize.day(row.trandate, "trandate"),
        description: Normalize.text(row.linememo) ?? row.memo,
        reference: row.tranid
      }
    })
})
