/** How a record that was made is found again: by its number among those made since, or by a reference of ours. */
import type { Auth, Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import { rowsIn } from "./lists.ts"
import { at, type Own, shownBy } from "./records.ts"

/** Days come without a time, words in lower case, and what the item does not say may be anything. */
const isSame = (value: unknown, shown: unknown): boolean => {
  if (value === null || value === undefined) return true
  if (typeof value === "number") return Normalize.number(shown) === value
  const text = String(value)
  const said = /^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, 10) : text
  return String(shown).toLowerCase() === said.toLowerCase()
}

/** What a look-up answers: the record, or its id. */
const answerOf = (answer: Write.Answer): unknown => (answer._tag === "Accepted" ? answer.raw : answer)

/** Lists into which a record can be put by a custom field of which no two records have the same value. */
const uniquely = new Set("contacts items invoices bills expenses salesorders purchaseorders creditnotes".split(" "))
/** The user's own field of that kind, where one was named. */
export const uniqueField = ({ kind }: Own, settings: Auth.AuthSettings): string | undefined =>
  uniquely.has(kind.path) ? settings["uniqueField"] || undefined : undefined
const byReference = { in: "body", name: "reference_number", form: "plain" } as const
const byField = { in: "header", name: "x-unique-identifier-value", form: "plain" } as const

export const existing = (own: Own) => (settings: Auth.AuthSettings) => {
  const { alike = {}, completes, found, kind, madeInOne, moves, referred } = own
  const isStepped = !madeInOne && (moves ?? completes) !== undefined
  const members = Object.entries(alike)
  const asked = (item: Take.Item, since: string, key: string): Call.Query => {
    if (referred) return { reference_number: key }
    return found?.(since, item) ?? Object.fromEntries(members.slice(0, 1).map(([member, name]) => [name, item[member]]))
  }
  return Write.lookup<Take.Item>({
    call: (item, { key, since }) => ({ path: at(kind), query: { ...asked(item, since, key), page: 1, per_page: 200 } }),
    find: (answer, item, { key, since }) => {
      const rows = rowsIn(answer, kind)
      const isAlike = (own: unknown) => members.every(([member, name]) => isSame(item[member], Call.at(own, name)))
      const isOurs = (own: unknown): boolean => {
        const [created, reference] = [Normalize.instant(Call.at(own, "created_time")), Call.at(own, "reference_number")]
        if (!referred) return isAlike(own) && (created ?? since) >= since
        // Quirk: payments of customers are described without it: what was asked for by it is then the only one.
        return reference === undefined ? rows.length === 1 && isAlike(own) : reference === key
      }
      const row = rows.find(isOurs)
      if (row === undefined) return undefined
      return isStepped ? { [kind.one]: row } : answerOf(shownBy(own)(row as Take.Item, item))
    },
    ...(referred ? { key: byReference } : uniqueField(own, settings) === undefined ? {} : { key: byField })
  })
}
