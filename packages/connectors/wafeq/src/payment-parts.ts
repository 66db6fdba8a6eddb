/** What a payment is on: lists of documents and notes, each with how much of it. */

export type Part = Readonly<Record<string, unknown>>
const lists = [
  "bill_payments",
  "credit_note_payments",
  "credit_notes",
  "debit_note_payments",
  "debit_notes",
  "invoice_payments",
  "payslip_payments"
]
export const partsIn = (raw: Part | undefined, list: string) => (raw?.[list] ?? []) as ReadonlyArray<Part>
const computed = new Set(["created_ts", "modified_ts"])
/** As it is sent back. */
export const sent = (own: Part): Part => Object.fromEntries(Object.entries(own).filter(([name]) => !computed.has(name)))

/** The list that a payment's record is of, and which element. */
export const placeOf = (
  all: ReadonlyArray<readonly [list: string, member: string]>,
  id: string,
  raw: Part | undefined
) =>
  all
    .map(([list, name]) => ({
      list,
      parts: partsIn(raw, list),
      index: partsIn(raw, list).findIndex((own) => `${String(raw?.["id"])}:${String(own[name])}` === id)
    }))
    .find(({ index }) => index !== -1)
/** All that a payment is on, of whichever side. */
export const countOf = (raw: Part | undefined): number =>
  lists.reduce((sum, list) => sum + partsIn(raw, list).length, 0)
