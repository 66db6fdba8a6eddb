/** What came of an import: its counters alone tell. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import { places } from "./failure.ts"

const counters = ["CREATED", "ALTERED", "DELETED", "CANCELLED", "COMBINED", "IGNORED", "ERRORS", "EXCEPTIONS"] as const
type Counters = Readonly<Record<(typeof counters)[number], number>> & { readonly LASTVCHID: string | null }
const countersOf = (body: unknown): Counters | null => {
  const found = places.map((place) => Call.at(body, place)).find((one) => Call.at(one, "CREATED") !== undefined)
  if (found === undefined) return null
  const all = counters.map((name) => [name, Normalize.number(Call.at(found, name) ?? 0, name) ?? 0])
  return { ...Object.fromEntries(all), LASTVCHID: Normalize.id(Call.at(found, "LASTVCHID") ?? null) }
}

/** Whether the one item of an import was taken: the counters alone tell. `id` finds the record that came of it. */
export const taken =
  (done: ReadonlyArray<(typeof counters)[number]>, id: (lastVoucher: string | null) => string | null) =>
  (body: unknown): ReadonlyArray<Write.Answer> => {
    const found = countersOf(body)
    if (found === null) throw new Error("the answer of the import has no counters")
    const refuse = (message: string) => [Write.refused({ message }, body)]
    if (found.ERRORS > 0) return refuse("Tally refused the import and did not say why.")
    // Quirk: an exception without a line is a refusal too: unbalanced, a date outside the period, a duplicate.
    if (found.EXCEPTIONS > 0) return refuse("Tally set the voucher aside as an exception.")
    if (done.every((name) => found[name] === 0))
      return refuse("Tally did not apply it: nothing was created or altered.")
    const made = id(found.LASTVCHID)
    return made === null ? refuse("Tally took the item and did not say under which id.") : [Write.acceptedId(made)]
  }
