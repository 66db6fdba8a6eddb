/** Applying a credit note to documents, by a payment of zero; a note that cannot be applied is deleted again. */
import type { Take, Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { byIds, found, post } from "./posting.ts"
import { Ref } from "./wire.ts"
import { ref } from "./writing.ts"

interface Options {
  readonly ids: "bill_ids" | "invoice_ids"
  readonly document: "Bill" | "Invoice"
  readonly party: "VendorRef" | "CustomerRef"
  readonly note: "VendorCredit" | "CreditMemo"
}
const Made = Wire.struct({
  Id: Wire.required(Wire.id),
  SyncToken: Wire.id,
  TxnDate: Wire.text,
  ...Wire.all(Wire.number, "TotalAmt", "Balance", "RemainingCredit"),
  CurrencyRef: Ref
})
interface Due {
  readonly left: number
  readonly party: string | undefined
}

/** What a note that names documents asks, checks and does. */
export const applying = ({ document, ids, note, party }: Options) => {
  const idsOf = (item: Take.Item): ReadonlyArray<string> => [...new Set<string>(item[ids] ?? [])]
  const isBill = document === "Bill"
  const lookups = {
    /** What is left to pay on each of the documents, and by or to whom. */
    due: found(
      document,
      (items) => byIds(items.flatMap(idsOf)),
      (rows): ReadonlyMap<string, Due> =>
        new Map(rows.map((row) => [row["Id"], { left: row["Balance"] ?? 0, party: row[party]?.value }])),
      new Map<string, Due>()
    ),
    /** Quirk: the payment that applies a note to bills must name a bank account, though it moves nothing. */
    bank: found(
      "Account",
      (items) => (isBill && items.some((item) => idsOf(item).length > 0) ? ["AccountType = 'Bank'"] : null),
      (rows) => rows,
      []
    )
  }
  const makes = (item: Take.Item, { lookups, refuse }: Take.At): object => {
    const owner = String(item["contact_id"]).replace(/^(customer|vendor)-/, "")
    for (const [index, id] of ((item[ids] ?? []) as ReadonlyArray<string>).entries()) {
      const due = (lookups["due"] as ReadonlyMap<string, Due>).get(id)
      if (due?.party !== owner || due.left <= 0) {
        const [what, whose] = isBill ? ["bill", "vendor"] : ["invoice", "customer"]
        refuse(`is no ${what} of the ${whose} with an amount left to pay`, `${ids}[${index}]`)
      }
      if (isBill && (lookups["bank"] as ReadonlyArray<unknown>).length === 0)
        refuse("cannot be applied to without a bank account", ids)
    }
    return {}
  }
  const payment = (made: (typeof Made)["Type"], item: Take.Item, looked: any, body: Take.Item): Call.Call | null => {
    let left = made.RemainingCredit ?? made.Balance ?? made.TotalAmt ?? 0
    const lines = idsOf(item).flatMap((TxnId) => {
      const Amount = Math.min(left, looked.due.get(TxnId)?.left ?? 0)
      left = Normalize.difference(left, Amount) ?? 0
      return Amount > 0 ? [{ Amount, LinkedTxn: [{ TxnId, TxnType: document }] }] : []
    })
    if (lines.length === 0) return null
    const currency = made.CurrencyRef?.value
    const bank = looked.bank.find((own: Take.Item) => own["CurrencyRef"]?.value === currency) ?? looked.bank[0]
    const Amount = Normalize.sum(lines.map((line) => line.Amount))
    return post(
      isBill ? "BillPayment" : "Payment",
      Call.present({
        [party]: body[party],
        TotalAmt: 0,
        ...(isBill ? { PayType: "Check", CheckPayment: { BankAccountRef: ref(bank?.Id) } } : {}),
        TxnDate: Normalize.day(made.TxnDate),
        CurrencyRef: ref(currency),
        Line: [...lines, { Amount, LinkedTxn: [{ TxnId: made.Id, TxnType: note }] }]
      })
    )
  }
  const noteIn = (answer: Write.StepAnswer) => Wire.decode(Made, Call.at(answer.body, note))
  const steps = (
    body: Take.Item,
    { answered, item, lookups: looked }: Writer.Sent & { readonly answered: Write.Answered }
  ): Write.Step | Write.Answer => {
    const { applied, made } = answered
    if (made === undefined) {
      return Write.step("made", post(note, body), {
        id: (answer) => noteIn(answer).Id,
        undo: (answer) => {
          const { Id, SyncToken } = noteIn(answer)
          return post(note, { Id, SyncToken }, { operation: "delete" })
        }
      })
    }
    const own = noteIn(made)
    const call = applied === undefined ? payment(own, item, looked, body) : null
    if (call !== null) return Write.step("applied", call)
    return applied === undefined ? Write.accepted(Call.at(made.body, note)) : Write.acceptedId(own.Id)
  }
  return { lookups, makes, steps }
}
