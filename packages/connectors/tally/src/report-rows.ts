/** The rows of a built-in report: a flat sequence of names and amounts, of which only the position tells what belongs together. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

const listOf = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
const shownName = (value: unknown): unknown =>
  Call.at(value, "DSPDISPNAME") ??
  Call.at(value, "DSPACCNAME.DSPDISPNAME") ??
  (typeof value === "string" ? value : undefined)
/** The names of rows and the amounts beside them, by report. */
const pairs = [
  ["BSNAME", "BSAMT"],
  ["DSPACCNAME", "PLAMT"],
  ["DSPACCNAME", "DSPACCINFO"]
] as const
const given = (value: unknown) =>
  value === undefined || (typeof value === "string" && value.trim() === "") ? null : value

/** The names with the amounts beside them. */
export const rowsIn = (body: unknown): ReadonlyArray<unknown> => {
  const root = [Call.at(body, "ENVELOPE.BODY.DATA"), Call.at(body, "ENVELOPE")].find((one) =>
    pairs.some(([name]) => Call.at(one, name) !== undefined)
  )
  const found = pairs.find(([name, amount]) => Call.at(root, name) !== undefined && Call.at(root, amount) !== undefined)
  if (found === undefined) return []
  // A name of one element is a member, not a path: none of these holds a dot.
  const names = listOf(Call.at(root, found[0]))
  const amounts = listOf(Call.at(root, found[1]))
  if (names.length !== amounts.length)
    throw new Normalize.Unreadable("an amount beside each name", amounts.length, found[1])
  return names.map((name, index) => {
    const amount = amounts[index]
    return {
      name: shownName(name),
      main: given(Call.at(amount, "BSMAINAMT")),
      sub: given(Call.at(amount, "PLSUBAMT") ?? Call.at(amount, "BSSUBAMT")),
      inflow: given(Call.at(amount, "DSPDRAMT.DSPDRAMTA") ?? Call.at(amount, "DSPCLDRAMT.DSPCLDRAMTA")),
      outflow: given(Call.at(amount, "DSPCRAMT.DSPCRAMTA") ?? Call.at(amount, "DSPCLCRAMT.DSPCLCRAMTA"))
    }
  })
}
