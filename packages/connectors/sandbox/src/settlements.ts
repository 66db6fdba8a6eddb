/**
 * What puts money or credit on documents: a payment or a credit note becomes one record for each document it settles,
 * and a payment one more for what it leaves open, so that its records add up to it.
 */
import * as Normalize from "@svc/core/Normalize"

interface Settlement {
  readonly document: string | null | undefined
  readonly amount: number | null | undefined
}

/** Amounts by document, those for the same document together. */
export const byDocument = (owner: string, settlements: ReadonlyArray<Settlement>) =>
  [...new Set(settlements.flatMap(({ document }) => document ?? []))].map((document) => ({
    platform_id: `${owner}:${document}`,
    document,
    amount: Normalize.sum(settlements.flatMap((one) => (one.document === document ? [one.amount] : [])))
  }))

/** The same for a payment, of which a part may not be put on any document yet. */
export const withRest = (owner: string, settlements: ReadonlyArray<Settlement>, rest: number | null | undefined) => [
  ...byDocument(owner, settlements),
  ...(rest ? [{ platform_id: owner, document: null, amount: rest }] : [])
]
