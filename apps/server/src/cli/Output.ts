/** What commands print: aligned columns for a person, JSON for a program, progress on a line of its own. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"

export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false))

type Row = Readonly<Record<string, unknown>>
const shown = (value: unknown): string => {
  if (value === null || value === undefined) return "-"
  return Array.isArray(value) ? value.join(",") : String(value)
}

/** Rows with some of their members as columns. */
export const table = (rows: ReadonlyArray<Row>, columns: ReadonlyArray<string>): string => {
  const lines = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

export const print = (asJson: boolean, value: unknown, text: () => string): Effect.Effect<void> =>
  Console.log(asJson ? JSON.stringify(value, null, 2) : text())

/** Shows how far something is; on a terminal each message takes the place of the one before. */
export const progress = (message: string): Effect.Effect<void> =>
  process.stderr.isTTY ? Effect.sync(() => process.stderr.write(`\r\u001b[2K${message}`)) : Console.error(message)
/** The same of what goes on and on: not more than once a second, but at once where it is due. */
export const progressNowAndThen = () => {
  let toldAt = 0
  return (message: () => string, isDue = false): Effect.Effect<void> =>
    Effect.suspend(() => {
      const now = Date.now()
      if (!isDue && now - toldAt < 1000) return Effect.void
      toldAt = now
      return progress(message())
    })
}
export const progressEnd: Effect.Effect<void> = Effect.sync(() => {
  if (process.stderr.isTTY) process.stderr.write("\n")
})
