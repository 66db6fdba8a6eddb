/**
 * That what comes of a write is what was sent. A fixture whose requests were made by the code itself agrees with every
 * mistake of it; the record that is read afterwards does not: another currency, cents for euros and a wrong word show.
 */
import assert from "node:assert/strict"
import { type Field, Writes } from "@svc/core"
import type { Case } from "./Case.ts"
import { complete } from "./reads.ts"

type Members = Readonly<Record<string, unknown>>

/** Every member of an item that its record has otherwise, of all that the case shows; each has its reason in `departs`. */
export const keptAsSent = (model: Writes.WriteId, operation: Writes.Operation, own: Case): void => {
  const { departs = {} } = own
  const fields = Writes.get(model, operation)?.fields ?? {}
  const found = [own, own.repeated, own.stale].flatMap((shown) => {
    const input = (shown !== undefined && "input" in shown ? shown.input : own.input) ?? []
    return (shown?.results ?? []).flatMap((result, index) =>
      "record" in result ? departures(fields, input[index] ?? {}, complete(model, result.record) as Members, "") : []
    )
  })
  const unsaid = found.find(({ member }) => !(departs[member]?.trim() ?? ""))
  assert.ok(
    unsaid === undefined,
    `\`${unsaid?.member}\` is ${JSON.stringify(unsaid?.read)} in the record and was sent as ${JSON.stringify(unsaid?.sent)}, or \`departs\` says why`
  )
  const needless = Object.keys(departs).filter((member) => found.every((one) => one.member !== member))
  assert.deepEqual(needless, [], "`departs` names what the record has as it was sent")
}

interface Departure {
  readonly member: string
  readonly sent: unknown
  readonly read: unknown
}
/** What the platform does not say is no departure: only another value is one, and what should be empty and is not. */
const departures = (fields: Field.Fields, sent: Members, read: Members, front: string): ReadonlyArray<Departure> =>
  Object.entries(sent).flatMap(([name, value]): ReadonlyArray<Departure> => {
    const { kind, members, of } = fields[name] ?? {}
    const [member, other] = [`${front}${name}`, read[name] ?? null]
    const departed = [{ member, sent: value, read: other }]
    if (value === undefined || isEmpty(other)) return []
    if (isEmpty(value)) return departed
    const inner = of?.fields ?? members ?? {}
    if (kind === "rows" || kind === "records") {
      const rows = (other as ReadonlyArray<Members>) ?? []
      return (value as ReadonlyArray<Members>).flatMap((row, index) => {
        const all = rows.map((one) => departures(inner, sums(whole(row, one), one), one, `${member}.`))
        return all.some((ones) => ones.length === 0) ? [] : (all[index] ?? all[0] ?? [])
      })
    }
    if (kind === "object")
      return departures(inner, whole(value as Members, other as Members), other as Members, `${member}.`)
    return isSame(value, other, kind) ? [] : departed
  })

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)
const isSame = (sent: unknown, read: unknown, kind: Field.Field["kind"] | undefined): boolean => {
  if (kind === "date" || kind === "dateTime") return Date.parse(String(sent)) === Date.parse(String(read))
  if (typeof sent === "number") return Math.abs(sent - Number(read)) < 1e-9
  if (typeof sent === "string") return sent.trim() === read
  return JSON.stringify(sent) === JSON.stringify(read)
}
/** A platform without a place for a locality has it in the text of the street. */
const whole = ({ locality, street, ...others }: Members, read: Members): Members =>
  isEmpty(read["locality"] ?? null) && typeof street === "string" && typeof locality === "string"
    ? { ...others, street: `${street}, ${locality}` }
    : { ...others, locality, street }
/** A line that comes to the same amount may have it as one piece, or at the price that the discount leaves. */
const sums = (row: Members, read: Members): Members => {
  const [mine, its] = [amountOf(row), amountOf(read)]
  if (mine === null || its === null || Math.abs(mine - its) >= 0.005) return row
  const { quantity: _, total_discount: __, unit_amount: ___, ...others } = row
  return others
}
const amountOf = ({ quantity, total_discount: discount, unit_amount: unit }: Members): number | null =>
  typeof unit === "number" ? Number(quantity ?? 1) * unit - Number(discount ?? 0) : null
