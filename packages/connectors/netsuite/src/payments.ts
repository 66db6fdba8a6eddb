/** What payments of bills and of invoices have in common: one record for each document that something was put on. */
import { Normalize, Wire } from "@svc/core"
import { header, headerMembers, money } from "./document-fields.ts"
import { source } from "./query.ts"
import { featured, prefixed, type Settings } from "./statement.ts"
import { recordOf } from "./wire.ts"

const Row = Wire.struct({
  id: Wire.required(Wire.id),
  part: Wire.required(Wire.id),
  previoustype: Wire.text,
  account: Wire.id,
  applied: Wire.number,
  ...headerMembers
})
export const Payment = recordOf(Row)
type Payment = (typeof Payment)["Type"]

/** Payments and credit notes of these types, with what they were put on; those that are put on nothing any more too. */
export const payments = (types: readonly [payment: string, creditNote: string]) =>
  source({
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
        memo: header.memo,
        modified: header.modified,
        previoustype: "l.previoustype",
        account: "tl.expenseaccount",
        ...featured(settings, money)
      },
      sums: { applied: "SUM(l.foreignamount)" },
      from:
        "transaction t LEFT JOIN nexttransactionlinelink l ON l.nextdoc = t.id AND l.linktype = 'Payment' " +
        "JOIN transactionline tl ON tl.transaction = t.id AND tl.mainline = 'T'",
      where: [`t.type IN ('${types[0]}', '${types[1]}')`]
    })
  })

/** The allocations to documents of a type. */
export const allocations = ({ id, rows }: Payment, creditNote: string, document: string, kind: "customer" | "vendor") =>
  rows
    .filter(({ previoustype }) => previoustype === document)
    .map((row) => {
      const isCredit = row.type === creditNote
      return {
        platform_id: `${id}:${row.part}`,
        payment_id: isCredit ? null : id,
        credit_note_id: isCredit ? id : null,
        document: row.part,
        // A credit note moves no money: its main line is what is owed.
        account_id: isCredit ? null : row.account,
        contact_id: prefixed(kind, row.entity),
        amount: Normalize.absolute(row.applied),
        currency_id: row.currency,
        currency_rate: row.exchangerate,
        document_number: row.tranid,
        memo: row.memo,
        payment_date: Normalize.day(row.trandate, "trandate"),
        updated_at: null
      }
    })
