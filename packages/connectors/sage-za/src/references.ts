/** How members of ours become those of Sage that several records have: other records' numbers, what is analysed, what is in use. */
import type { Take } from "@svc/core"
import { unprefixed } from "./wire.ts"

/** Another record, by the number that it has at Sage. */
export const ref = (to: string, prefix?: string): Take.Named<string> => ({
  to,
  by: (id, { refuse }) => numberOf(id, refuse, prefix)
})
export const numberOf = (id: string, refuse: Take.At["refuse"], prefix?: string): number => {
  const own = prefix === undefined ? id : unprefixed(prefix, id)
  return own !== null && /^[1-9]\d*$/.test(own) ? Number(own) : refuse("is of no record that it can name")
}
/** Quirk: a document, a line and a movement are each analysed by three at most. */
export const analysedBy: Take.Make<ReadonlyArray<string>, unknown> = (ids, { refuse }) =>
  ids.length > 3
    ? refuse("is one more than Sage keeps", "[3]")
    : Object.fromEntries(
        [0, 1, 2].map((at) => [
          `AnalysisCategoryId${at + 1}`,
          ids[at] === undefined ? 0 : numberOf(ids[at], (message) => refuse(message, `[${at}]`))
        ])
      )
export const statusTo = (status: string): object => ({ Active: status !== "ARCHIVED" })
/** What of a list's record Sage works out, so that a change does not send it. */
export const computed = ["Modified", "Created", "Balance", "HasActivity"]

const methods: Readonly<Record<string, number>> = { CASH: 1, CHEQUE: 2, CREDITCARD: 3, EFT: 4 }
/** How a payment is made. */
export const modeTo = (mode: string, { refuse }: Take.At<any>): object => ({
  PaymentMethod:
    methods[mode.toUpperCase().replace(/[\s_-]/g, "")] ?? refuse("must be one of Cash, Cheque, CreditCard, EFT")
})
