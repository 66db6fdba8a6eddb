/**
 * What payments of bills and of invoices have in common: one record for each document that something was put on, and one
 * for what a payment has left.
 */
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { left } from "./credit-notes.ts"
import { header, headerMembers, money, partyOf } from "./document-fields.ts"
import { source } from "./query.ts"
import { featured, type Settings } from "./statement.ts"
import { headOf, recordOf } from "./wire.ts"

const Row = Wire.struct({
  ...headerMembers,
  id: Wire.required(Wire.id),
  part: Wire.required(Wire.id),
  type: Wire.required(Wire.text),
  previoustype: Wire.decisive(Wire.text),
  account: Wire.id,
  applied: Wire.number
})
export const Payment = recordOf(Row)
type Payment = (typeof Payment)["Type"]

/** Payments and credit notes of these types, with what they were put on; those that are put on nothing any more too. */
export const payments = (types: readonly [payment: string, creditNote: string]) =>
  source({
    mapping: 2,
    table: "transaction",
    changed: "t.lastmodifieddate",
    dated: "t.trandate",
    statement: (settings: Settings) => ({
      id: "t.id",
      part: "NVL(l.previousdoc, 0)",
      select: {
        tranid: header.tranid,
        type: header.type,
        trandate: header.trandate,
        entity: header.entity,
        entitytype: "e.type",
        memo: header.memo,
        modified: header.modified,
        ...left,
        previoustype: "l.previoustype",
        account: "tl.expenseaccount",
        ...featured(settings, money)
      },
      sums: { applied: "SUM(l.foreignamount)" },
      from:
        "transaction t LEFT JOIN nexttransactionlinelink l ON l.nextdoc = t.id AND l.linktype = 'Payment' " +
        "JOIN transactionline tl ON tl.transaction = t.id AND tl.mainline = 'T' LEFT JOIN entity e ON e.id = t.entity",
      where: [`t.type IN ('${types[0]}', '${types[1]}')`]
    })
  })

/**
 * The allocations of a payment or credit note. One to what is no document of the type, such as a journal entry, names none,
 * and neither does what is left of a payment. What is left of a credit note is the note's.
 */
export const allocations = ({ id, rows }: Payment, creditNote: string, type: string) => {
  const row = headOf({ rows })
  const isCredit = row.type === creditNote
  const shared = {
    payment_id: isCredit ? null : id,
    credit_note_id: isCredit ? id : null,
    // A credit note moves no money: its main line is what is owed.
    account_id: isCredit ? null : row.account,
    contact_id: partyOf(row, null),
    currency_id: row.currency,
    currency_rate: row.exchangerate,
    document_number: row.tranid,
    memo: row.memo,
    payment_date: Normalize.day(row.trandate, "trandate")
  }
  const put = rows
    .filter(({ part }) => part !== "0")
    .map(({ applied, part, previoustype }) => ({
      ...shared,
      platform_id: `${id}:${part}`,
      document: previoustype === type ? part : null,
      amount: Normalize.absolute(applied)
    }))
  const rest = isCredit ? null : Normalize.absolute(row.unused)
  const all = rest ? [...put, { ...shared, platform_id: `${id}:unapplied`, document: null, amount: rest }] : put
  return all.length > 0 || isCredit ? all : Read.untaken("a payment that is put on nothing and has nothing left")
}
