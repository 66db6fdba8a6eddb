/** What the states of transactions mean. */
import * as Normalize from "@svc/core/Normalize"
import type { Row } from "./document-fields.ts"

/**
 * Quirk: the state is a letter that means something else for each type, and a text in the language of the user. A text that
 * is known decides; then the letter.
 */
const stateOf = <const L extends Words, const T extends Words>(byLetter: L, byText: T) => {
  const [letters, texts] = [Normalize.meaning(byLetter), Normalize.meaning(byText, null)]
  return ({ status, statusname, voided }: Pick<Row, "status" | "statusname" | "voided">) =>
    voided === true
      ? "VOID"
      : (texts(statusname?.split(" : ").at(-1)) ??
        letters(status?.split(":").at(-1)) ??
        (statusname ? "UNKNOWN" : null))
}
type Words = Readonly<Record<string, ReadonlyArray<string>>>

const documentState = stateOf(
  { SUBMITTED: ["A"], PAID: ["B"], VOID: ["C", "V"], DRAFT: ["D"] },
  {
    SUBMITTED: ["Open"],
    PAID: ["Paid In Full", "Fully Applied"],
    DRAFT: ["Pending Approval"],
    VOID: ["Cancelled", "Canceled", "Voided"]
  }
)
/** Of a bill or invoice: open with less left to pay than its total, it is partly paid. */
export const paidState = (row: Row, total: number | null) => {
  const state = documentState(row)
  const left = row.unpaid
  return state === "SUBMITTED" && typeof left === "number" && total !== null && left > 0 && left < total
    ? "PARTIALLY_PAID"
    : state
}
/** Of a credit note. */
export const creditState = stateOf(
  { SUBMITTED: ["A"], PAID: ["B"], VOID: ["V"] },
  { SUBMITTED: ["Open"], PAID: ["Fully Applied", "Paid In Full"], VOID: ["Voided"], DRAFT: ["Pending Approval"] }
)
/** Of an order: what became of it says nothing of a payment. */
export const purchaseState = stateOf(
  { DRAFT: ["A"], SUBMITTED: ["B", "D", "E", "F", "G", "H"] },
  {
    DRAFT: ["Pending Supervisor Approval"],
    SUBMITTED: [
      "Pending Receipt",
      "Partially Received",
      "Pending Billing/Partially Received",
      "Pending Bill",
      "Fully Billed",
      "Closed"
    ]
  }
)
export const salesState = stateOf(
  { DRAFT: ["A"], SUBMITTED: ["B", "D", "E", "F", "G", "H"], VOID: ["C"] },
  {
    DRAFT: ["Pending Approval"],
    SUBMITTED: [
      "Pending Fulfillment",
      "Partially Fulfilled",
      "Pending Billing/Partially Fulfilled",
      "Pending Billing",
      "Billed",
      "Closed"
    ],
    VOID: ["Cancelled", "Canceled"]
  }
)
export const journalState = stateOf(
  { DRAFT: ["A"], SUBMITTED: ["B"] },
  { DRAFT: ["Pending Approval"], SUBMITTED: ["Approved for Posting"], VOID: ["Voided"] }
)
