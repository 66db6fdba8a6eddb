/** Prints what a run found: a table of models, everything that is wrong, and totals. */
import { passed, type Report, type Row } from "./Conform.ts"

const columns = ["examples", "items", "records", "others", "refusals"] as const

const table = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const width = Math.max(5, ...rows.map(({ name }) => name.length))
  const line = (name: string, cells: ReadonlyArray<string>) =>
    `  ${name.padEnd(width)}  ${cells.map((cell, index) => cell.padStart(columns[index]!.length)).join("  ")}`
  return [
    line("model", columns),
    ...rows.map(
      (row) =>
        line(
          row.name,
          columns.map((column) => String(row[column]))
        ) + madeOf(row)
    )
  ]
}

const madeOf = ({ examples, made, varied, variant }: Row): string =>
  [
    made === 0 ? "" : made === examples ? "  (made of the schema: no example)" : `  (${made} made of the schema)`,
    varied === 0 ? "" : `  (${varied} changed: ${variant})`
  ].join("")

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", `${title}:`, ...lines.map((line) => `  ${line}`)]

const sum = (rows: ReadonlyArray<Row>, column: (typeof columns)[number]): number =>
  rows.reduce((total, row) => total + row[column], 0)

/** Counts equal lines. */
const counted = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, times]) => (times === 1 ? line : `${line}  (${times} times)`))
}

export const totals = (report: Report) => {
  const invalid = report.sent.filter(({ faults }) => faults.length > 0).length
  return {
    examples: sum(report.rows, "examples"),
    /** Of the examples, those that are not the description's own words. */
    made: report.rows.reduce((total, { made }) => total + made, 0),
    varied: report.rows.reduce((total, { varied }) => total + varied, 0),
    records: sum(report.rows, "records"),
    refusals: sum(report.rows, "refusals"),
    requests: report.sent.length,
    invalid
  }
}

/** The report as text. */
export const format = (report: Report): string => {
  const { examples, invalid, made, records, refusals, requests, varied } = totals(report)
  const why = counted(report.refused.map(({ reason }) => reason ?? "not explained"))
  return [
    `${report.connector}`,
    ...table(report.rows),
    ...section(
      "Invalid requests",
      counted(
        report.sent.flatMap(({ faults, purpose }) => faults.map((fault) => `${fault}  [${purpose.split(":")[0]}]`))
      )
    ),
    ...section("Crashed", report.crashes),
    ...section("Not exercised", report.gaps),
    ...section(
      "Refused",
      counted(
        report.refused.map(
          ({ example, issue, platform_id, reason, row }) =>
            `${row}: ${platform_id ?? "an item"} of ${example}: ${issue}: ${reason ?? "NOT EXPLAINED"}`
        )
      )
    ),
    ...section(
      "Departures from the description, explained",
      report.departures.map(
        ({ count, departure }) => `${departure.fault.source}: ${departure.reason}  (${count} times)`
      )
    ),
    ...section(
      "Explanations that nothing needed",
      report.unusedDepartures.map(({ fault, reason }) => `${fault.source}: ${reason}`)
    ),
    ...section("Answers of failure without a message for people", counted(report.failures.silent)),
    "",
    `${report.connector}: examples read ${examples} (${made} made of schemas, ${varied} changed), records ${records}, refusals ${refusals}` +
      `${why.length === 0 ? "" : ` (${why.join("; ")})`}, requests checked ${requests}, invalid ${invalid}` +
      `, answers of failure read ${report.failures.read}: ${passed(report) ? "passed" : "FAILED"}`
  ].join("\n")
}
