/**
 * The statements that a coordinator was sent, out of its log (`pnpm citus record`): each text once, with the first parameters
 * that the log has whole. What only the tests themselves ask is left out, and so are migrations.
 */
import { createReadStream, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Recorded {
  /** As it was sent, without its parameters, on one line; the partitions of all models under one name. */
  readonly shape: string
  /** With its parameters in their places. */
  readonly text: string
}
export interface Refused {
  readonly shape: string
  readonly message: string
}

/** The columns of the log that are looked at. */
const column = { severity: 11, code: 12, message: 13, detail: 14, query: 19, application: 22 }

async function* linesOf(path: string): AsyncGenerator<ReadonlyArray<string>> {
  let row: Array<string> = []
  let field = ""
  let isQuoted = false
  let wasQuote = false
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: 2 ** 20 })) {
    let from = 0
    const text = chunk as string
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (isQuoted) {
        if (code !== 34) continue
        field += text.slice(from, at)
        from = at + 1
        isQuoted = false
        wasQuote = true
      } else if (code === 34) {
        if (wasQuote) field += '"'
        else field += text.slice(from, at)
        from = at + 1
        isQuoted = true
        wasQuote = false
      } else if (code === 44 || code === 10) {
        row.push(field + text.slice(from, at))
        field = ""
        from = at + 1
        wasQuote = false
        if (code === 10) {
          yield row
          row = []
        }
      } else wasQuote = false
    }
    field += text.slice(from)
  }
}

const told = /^(?:statement|execute [^:]*): /
const oneLine = (text: string): string =>
  text
    .replaceAll(/--[^\n]*/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
const shapeOf = (text: string): string => oneLine(text).replaceAll(/\brecord_[a-z_]+/g, "record_*")
const parameter = /\$(\d+) = (?:NULL|'((?:[^']|'')*)')/g
/** The log keeps so many bytes of a parameter (`pnpm citus`), less what a letter at the end would need beyond them. */
const isCutShort = (value: string): boolean =>
  value.endsWith("...") && Buffer.byteLength(value.replaceAll("''", "'")) >= 2000
/** The parameters by their places, and whether the log has cut none short; one that is cut is as good as none. */
const literalsOf = (detail: string): { readonly of: ReadonlyMap<string, string>; readonly isWhole: boolean } => {
  const found = [...detail.matchAll(parameter)].map(([, place, value]) => ({
    place: place!,
    value,
    isCut: value !== undefined && isCutShort(value)
  }))
  return {
    of: new Map(found.map(({ isCut, place, value }) => [place, value === undefined || isCut ? "null" : `'${value}'`])),
    isWhole: found.every(({ isCut }) => !isCut)
  }
}

const sourcesOf = (folder: string, isWanted = (_name: string): boolean => true): string =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && isWanted(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n")

const hole = "\0"
/** The statements that stand whole in sources, each as what it is to be like: what is put in is a word, or a call of a function. */
const statementsIn = (sources: string): ReadonlyArray<RegExp> =>
  [...sources.matchAll(/([`"'])(?=\s*(?:with|select|insert|update|delete)\s)/g)].map(({ 0: quote, index }) => {
    let text = ""
    let at = index + 1
    while (at < sources.length && sources[at] !== quote) {
      if (quote !== "`" || !sources.startsWith("${", at)) text += sources[at++]
      else {
        let depth = 0
        do depth += Number(sources[++at] === "{") - Number(sources[at] === "}")
        while (depth > 0 && at < sources.length)
        text += hole
        at++
      }
    }
    const parts = shapeOf(text)
      .split(hole)
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    return new RegExp(`^${parts.join(String.raw`(?:\w+\([^()]*\)|\S+)`)}$`)
  })

/** What tests that move the clock ask in place of the time (`WebhookFixture.ts`), of a table that is theirs. */
const movedClock = "(now() + (select shift from test_clock))"

/** Reads a log; `tables` are those that are looked at. */
export const read = async (
  path: string,
  tables: ReadonlyArray<string>
): Promise<{ readonly sent: ReadonlyArray<Recorded>; readonly refused: ReadonlyArray<Refused> }> => {
  const named = new RegExp(String.raw`\b(?:from|join|into|update|only)\s+(?:${tables.join("|")}|record_\w+)\b`)
  const sources = join(import.meta.dirname, "../../src")
  const ours = sourcesOf(sources, (name) => !name.startsWith("database/migrations"))
  // Migrations run before anything is spread.
  const theirs = [sourcesOf(join(import.meta.dirname, "..")), sourcesOf(join(sources, "database/migrations"))].join(
    "\n"
  )
  const [src, tests, whole] = [oneLine(ours), oneLine(theirs), shapeOf(theirs)]
  const [inService, inTests] = [statementsIn(ours), statementsIn(theirs)]
  const isOfTests = (shape: string): boolean => {
    // Of a migration whose texts are put together, of a table before it is spread, of who plans what was recorded, and of
    // tests that count rows, or put them in an order.
    const own =
      /^update \w+ (?:own set company_id = |set company_id = 0 where ctid = any)|^delete from \w+ where company_id is null$|^explain |^select count\(\*\) as n from \w+ where |^select body ->> 'memo' as memo from record where /
    if (own.test(shape)) return true
    // One that is a part of a longer one elsewhere.
    if ([`"${shape}"`, `\`${shape}\``].some((text) => whole.includes(text))) return true
    if (inTests.some((like) => like.test(shape)) && !inService.some((like) => like.test(shape))) return true
    const [longest = ""] = shape
      .replaceAll(/record_\*/g, "\n")
      .split(/\$\d+|'[^']*'|\b\d+\b|\n/)
      .toSorted((a, b) => b.length - a.length)
    return tests.includes(longest.trim()) && !src.includes(longest.trim())
  }
  const sent = new Map<string, Recorded & { readonly isWhole: boolean }>()
  const ofTests = new Set<string>()
  const refused = new Map<string, Refused>()
  for await (const line of linesOf(path)) {
    if (line[column.application]?.startsWith("citus")) continue
    if (line[column.severity] === "ERROR" && line[column.code] === "0A000") {
      const shape = shapeOf(line[column.query] ?? "")
      if (!isOfTests(shape)) refused.set(shape, { shape, message: line[column.message]! })
      continue
    }
    const message = line[column.message] ?? ""
    if (line[column.severity] !== "LOG" || !told.test(message)) continue
    const text = message.replace(told, "").replaceAll(movedClock, "now()")
    if (!/^\s*(?:with|select|insert|update|delete)\b/i.test(text) || !named.test(text)) continue
    const shape = shapeOf(text)
    const before = sent.get(shape)
    if (before?.isWhole === true || ofTests.has(shape)) continue
    if (before === undefined && isOfTests(shape)) {
      ofTests.add(shape)
      continue
    }
    const { isWhole, of } = literalsOf(line[column.detail] ?? "")
    if (before !== undefined && !isWhole) continue
    sent.set(shape, { shape, isWhole, text: text.replaceAll(/\$(\d+)/g, (place, number) => of.get(number) ?? place) })
  }
  return { sent: [...sent.values()], refused: [...refused.values()] }
}
