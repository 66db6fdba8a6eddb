/** What goes over the bank: deposits, withdrawals, and transfers between own accounts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { entry, Lines } from "./account-lines.ts"
import { dated, Named } from "./lists.ts"

const movement = {
  ...entry,
  original_amount: Wire.number,
  person: Named,
  is_reconciled: Wire.boolean,
  deposit_to: Named,
  refund_from: Named,
  transaction_account_lines: Lines
}
const Movement = Wire.struct(movement)

type Direction = "DEBIT" | "CREDIT" | null
/** Quirk: the three are counted apart, so an id says which it is of. */
const moved = (kind: string, direction: Direction) =>
  Connector.read("BANK_TRANSACTIONS", {
    ...dated(`bank_${kind}s`, `bank_${kind}`, kind),
    item: Movement,
    map: (raw) => {
      const lines = raw.transaction_account_lines ?? []
      const accounts = Normalize.distinct(lines.map(({ account }) => account?.id))
      const [account] = accounts.length === 1 ? accounts : []
      return {
        platform_id: `${kind}:${raw.id}`,
        account_id: account,
        from_account_id: direction === "CREDIT" ? account : raw.refund_from?.id,
        to_account_id: direction === "DEBIT" ? account : raw.deposit_to?.id,
        contact_id: raw.person?.id,
        amount: raw.original_amount,
        type: kind,
        debit_or_credit: direction,
        status: raw.is_reconciled == null ? null : raw.is_reconciled ? "RECONCILED" : "UNRECONCILED",
        currency_id: raw.currency_code,
        currency_rate: raw.currency_rate,
        transaction_date: raw.transaction_date,
        description: raw.memo,
        reference: raw.transaction_no,
        updated_at: raw.updated_at
      }
    }
  })

export const deposits = moved("deposit", "CREDIT")
export const withdrawals = moved("withdrawal", "DEBIT")
/** A transfer comes in and goes out: its accounts say where. */
export const transfers = moved("transfer", null)
export const bankTransactions = [deposits, withdrawals, transfers]
