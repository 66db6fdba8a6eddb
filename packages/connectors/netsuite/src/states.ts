/** What the states of transactions mean. */
import { Normalize } from "@svc/core"
import type { Row } from "./document-fields.ts"

/**
 * Quirk: the state is a letter that means something else for each type, and a text in the language of the user. A text that
 * is known decides; then the letter.
 */
const stateOf = <const T extends string>(
  byLetter: Readonly<Record<string, T>>,
  byText: Readonly<Record<string, T>>
) => {
  const [letters, texts] = [Normalize.word(byLetter), Normalize.word(byText, null)]
  return ({
    status,
    statusname,
    voided
  }: Pick<Row, "status" | "statusname" | "voided">): T | "VOID" | "UNKNOWN" | null =>
    voided === true
      ? "VOID"
      : (texts(statusname?.split(" : ").at(-1)) ??
        letters(status?.split(":").at(-1)) ??
        (statusname ? "UNKNOWN" : null))
}

const documentState = stateOf(
  { A: "SUBMITTED", B: "PAID", C: "VOID", D: "DRAFT", V: "VOID" },
  {
    Open: "SUBMITTED",
    "Paid In Full": "PAID",
    "Fully Applied": "PAID",
    "Pending Approval": "DRAFT",
    Cancelled: "VOID",
    Canceled: "VOID",
    Voided: "VOID"
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
  { A: "SUBMITTED", B: "PAID", V: "VOID" },
  { Open: "SUBMITTED", "Fully Applied": "PAID", "Paid In Full": "PAID", Voided: "VOID", "Pending Approval": "DRAFT" }
)
/** Of an order: what became of it says nothing of a payment. */
export const purchaseState = stateOf(
  { A: "DRAFT", B: "SUBMITTED", D: "SUBMITTED", E: "SUBMITTED", F: "SUBMITTED", G: "SUBMITTED", H: "SUBMITTED" },
  {
    "Pending Supervisor Approval": "DRAFT",
    "Pending Receipt": "SUBMITTED",
    "Partially Received": "SUBMITTED",
    "Pending Billing/Partially Received": "SUBMITTED",
    "Pending Bill": "SUBMITTED",
    "Fully Billed": "SUBMITTED",
    Closed: "SUBMITTED"
  }
)
export const salesState = stateOf(
  {
    A: "DRAFT",
    B: "SUBMITTED",
    C: "VOID",
    D: "SUBMITTED",
    E: "SUBMITTED",
    F: "SUBMITTED",
    G: "SUBMITTED",
    H: "SUBMITTED"
  },
  {
    "Pending Approval": "DRAFT",
    "Pending Fulfillment": "SUBMITTED",
    "Partially Fulfilled": "SUBMITTED",
    "Pending Billing/Partially Fulfilled": "SUBMITTED",
    "Pending Billing": "SUBMITTED",
    Billed: "SUBMITTED",
    Closed: "SUBMITTED",
    Cancelled: "VOID",
    Canceled: "VOID"
  }
)
export const journalState = stateOf(
  { A: "DRAFT", B: "SUBMITTED" },
  { "Pending Approval": "DRAFT", "Approved for Posting": "SUBMITTED", Voided: "VOID" }
)
