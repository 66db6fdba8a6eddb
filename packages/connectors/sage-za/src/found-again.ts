/** How a record that was made is found again: Sage takes no key, so what was made since a moment is looked through. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import { literal } from "./wire.ts"

const day = /^\d{4}-\d\d-\d\d/
/** Quirk: days come with a time, ids without what ours begin with, and what is empty is left out. */
const sameAs = (value: unknown, shown: unknown): boolean => {
  if (value === null || value === undefined) return true
  if (typeof value === "number") return Normalize.number(shown) === value
  const text = String(value)
  return day.test(text) ? String(shown).slice(0, 10) === text.slice(0, 10) : String(shown) === text.split(":").at(-1)
}
/** Whether a row is what an item was made into. */
export const isMadeOf =
  (alike: Readonly<Record<string, string>>, item: Take.Item) =>
  (row: unknown): boolean =>
    Object.entries(alike).every(([member, at]) => sameAs(item[member], Call.at(row, at)))
/** What was made since a moment, the last of it first. Quirk: the zone of Created is not documented, as that of Modified. */
export const madeSince = (service: string, since: string, query: Call.Query = {}): Call.Call => ({
  path: `/${service}/Get`,
  query: {
    ...query,
    $filter: `Created gt ${literal(Normalize.before(since, 86_400))}`,
    $orderby: "Created desc",
    $top: 100,
    $skip: 0
  }
})

/** Whether an amount that a row shows is one of ours. */
export const shows = (row: unknown, at: string, amount: number | null | undefined): boolean =>
  Normalize.number(Call.at(row, at)) === amount
