/** What moves on bank accounts and in the cash box: payments, receipts, and contra vouchers between them. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { books, isMoney, ledger } from "./books.ts"
import { amountsOf } from "./document-fields.ts"
import { contactOf } from "./documents.ts"
import { isContra, isPayment, isReceipt } from "./families.ts"
import { owner, vouchers } from "./voucher-reads.ts"
import { entriesOf, type Entry } from "./voucher.ts"

const reconciled = (entry: Entry) => {
  const days = (entry["BANKALLOCATIONS.LIST"] ?? []).map(({ BANKERSDATE }) => BANKERSDATE)
  return days.length === 0 ? null : days.every(Boolean) ? "RECONCILED" : "UNRECONCILED"
}

/** Quirk: a voucher may move several accounts at once: a record for each entry of a bank or of cash. */
export const bankTransactions = Connector.read("BANK_TRANSACTIONS", {
  ...vouchers(`(${isPayment} OR ${isReceipt} OR ${isContra})`, books),
  owner,
  map: (raw, { lookups }) => {
    if (raw.ISCANCELLED || raw.ISOPTIONAL) return []
    const entries = entriesOf(raw)
    const idOf = ({ LEDGERNAME }: Entry) => ledger(lookups, LEDGERNAME)?.GUID
    return entries.flatMap((entry, index) => {
      if (!entry.AMOUNT || !isMoney(lookups, ledger(lookups, entry.LEDGERNAME))) return []
      const isOut = entry.AMOUNT.base > 0
      const others = entries.filter((one) => one.AMOUNT && one.AMOUNT.base > 0 !== isOut)
      const other = others.length === 1 ? others[0] : undefined
      const isTransfer = other !== undefined && isMoney(lookups, ledger(lookups, other.LEDGERNAME))
      const amounts = amountsOf([entry.AMOUNT], lookups)
      const instrument = entry["BANKALLOCATIONS.LIST"]?.[0]
      return [
        {
          platform_id: `${raw.GUID}:${index}`,
          account_id: other && idOf(other),
          from_account_id: isOut ? idOf(entry) : isTransfer ? idOf(other) : null,
          to_account_id: isOut ? (isTransfer ? idOf(other) : null) : idOf(entry),
          contact_id: others.map(({ LEDGERNAME }) => contactOf(lookups, LEDGERNAME)).find((id) => id),
          amount: Normalize.absolute(amounts.read(entry.AMOUNT, "credit")),
          type: isTransfer ? "TRANSFER" : isOut ? "SPEND" : "RECEIVE",
          debit_or_credit: isOut ? "DEBIT" : "CREDIT",
          status: reconciled(entry),
          currency_id: amounts.currency_id,
          currency_rate: amounts.currency_rate,
          transaction_date: raw.DATE,
          description: raw.NARRATION,
          reference: instrument?.INSTRUMENTNUMBER ?? raw.VOUCHERNUMBER
        } as const
      ]
    })
  }
})
