/** Credit that was put on documents later: credit notes, and payments that were on none. No money moves with it. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { Artefact, customers, idIn, paid, receipts, vendors } from "./payments.ts"
import { common, inOrder, listed, Ref } from "./wire.ts"

const Allocation = Wire.struct({
  ...common,
  transaction_type: Wire.struct({ id: Wire.decisive(Wire.id) }),
  contact: Ref,
  date: Wire.day,
  allocated_artefacts: Wire.list(Wire.required(Wire.struct({ artefact: Artefact, amount: Wire.number })))
})
type Allocation = (typeof Allocation)["Type"]
type Put = { readonly artefact: Artefact; readonly amount: number }

/** Quirk: credit has a minus. Each document takes of it in turn, until both are used up. */
const pairsOf = (all: ReadonlyArray<Put>) => {
  const credits = all.filter(({ amount }) => amount < 0).map((own) => ({ ...own, left: -own.amount }))
  return all.flatMap(({ amount, artefact }) => {
    let due = amount
    return credits.flatMap((credit) => {
      const part = Math.min(due, credit.left)
      if (part <= 0) return []
      due = Normalize.difference(due, part) ?? 0
      credit.left = Normalize.difference(credit.left, part) ?? 0
      return [{ amount: part, artefact, credit: credit.artefact }]
    })
  })
}

/** The read of one side's allocations; `on` names the document and the credit that was put on it. */
const allocationsOf = <On extends object>(type: string, on: (artefact: Artefact, credit: Artefact) => On) => ({
  source: "allocations",
  ...listed("contact_allocations", { transaction_type_id: type, ...inOrder }),
  from: Read.byMapping("Allocations take no date"),
  item: Allocation,
  owner: ({ id }: Allocation) => id,
  map: (raw: Allocation) =>
    raw.transaction_type?.id !== type
      ? null
      : pairsOf((raw.allocated_artefacts ?? []).map(({ amount, artefact }) => ({ amount: amount ?? 0, artefact }))).map(
          ({ amount, artefact, credit }) => ({
            ...on(artefact, credit),
            platform_id: `${raw.id}:${artefact?.id}:${credit?.id}`,
            payment_id: raw.id,
            contact_id: raw.contact?.id,
            amount,
            payment_date: raw.date,
            updated_at: raw.updated_at
          })
        )
})

export const invoicePayments = [
  receipts,
  Connector.read(
    "INVOICE_PAYMENTS",
    allocationsOf("CUSTOMER_ALLOCATION", (artefact, credit) => ({
      invoice_id: idIn(customers.documents, artefact),
      credit_note_id: idIn(customers.notes, credit)
    }))
  )
]
export const billPayments = [
  paid,
  Connector.read(
    "BILL_PAYMENTS",
    allocationsOf("VENDOR_ALLOCATION", (artefact, credit) => ({
      bill_id: idIn(vendors.documents, artefact),
      credit_note_id: idIn(vendors.notes, credit)
    }))
  )
]
