/**
 * The cash flow statement, one record for each calendar month. Its rows are those that Business Central generates (operating, investing and
 * financing activities under a header each, then the change and the cash before and after), in whatever words; others are refused.
 */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { text, word } from "./lists.ts"
import { head, inMonth, monthly, sumOf } from "./trial-balance.ts"

const Line = Wire.struct({
  lineNumber: Wire.required(Wire.number),
  display: text,
  netChange: Wire.required(Wire.number),
  lineType: Wire.decisive(word),
  indentation: Wire.decisive(Wire.number)
})
type Line = (typeof Line)["Type"]

const rowsOf = (lines: ReadonlyArray<Line>, sign: 1 | -1 = 1) =>
  lines
    .filter(({ lineType, netChange }) => lineType === "detail" && netChange !== 0)
    .map(({ display, netChange }) => ({
      name: display ?? null,
      value: sign * netChange,
      account_id: null,
      line_items: []
    }))

export const cashFlowStatement = Connector.read("CASH_FLOW_STATEMENT", {
  path: "/cashFlowStatements",
  ...monthly("lineNumber"),
  items: inMonth("lines"),
  item: Wire.struct({
    period: Wire.required(Wire.struct({ start: Wire.required(Wire.text), end: Wire.required(Wire.text) })),
    lines: Wire.required(Wire.list(Wire.required(Line)))
  }),
  map: ({ lines, period }) => {
    const all = lines.filter(({ lineType }) => lineType !== "spacer").toSorted((a, b) => a.lineNumber - b.lineNumber)
    const other = () => new Normalize.Unreadable("a cash flow statement as it is generated", all.length, "lines")
    const heads = all.flatMap(({ lineType }, at) => (lineType === "header" ? [at] : []))
    const [change, before, after] = all.slice(-3)
    if (heads.length !== 3 || heads[0] !== 0 || heads[2]! > all.length - 4) throw other()
    if ([change, before, after].map((own) => own!.lineType).join() !== "total,detail,total") throw other()
    const [operating, investing, financing] = [
      all.slice(0, heads[1]),
      all.slice(heads[1], heads[2]),
      all.slice(heads[2], -3)
    ]
    const isIncome = ({ indentation }: Line) => (indentation ?? 0) === 0
    const income = rowsOf(operating!.filter(isIncome))
    const moved = [...operating!.filter((own) => !isIncome(own)), ...investing!, ...financing!]
    const ends = (sign: 1 | -1) => Normalize.sum([sumOf(income), sumOf(rowsOf(moved, sign))]) === change!.netChange
    // Quirk: as it is generated, all but the net income is shown as debits, so that what is paid is above zero.
    const sign = ends(-1) ? -1 : ends(1) ? 1 : null
    if (sign === null || Normalize.sum([before!.netChange, change!.netChange]) !== after!.netChange) throw other()
    return {
      ...head(period),
      cash_at_beginning_of_period: before!.netChange,
      operating_activities: [
        ...income,
        ...rowsOf(
          operating!.filter((own) => !isIncome(own)),
          sign
        )
      ],
      investing_activities: rowsOf(investing!, sign),
      financing_activities: rowsOf(financing!, sign),
      net_change_in_cash: change!.netChange,
      cash_at_end_of_period: after!.netChange
    }
  }
})
