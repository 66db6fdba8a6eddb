/**
 * Busy has no description and no sample of an answer: what there is are requests put together after public programs (`requests/`) and the numbers
 * and tables that these name (`busy-codes.json`). From them come the headers of a call, the elements of what is booked, and what a statement may
 * name. Answers are recordsets of rows of our own: a statement is carried out upon them.
 */
import { Call, Xml } from "@svc/core"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Description, Example, Found, Operation, Outgoing } from "../Description.ts"
import { isObject, type Json } from "../JsonSchemas.ts"

type Value = string | number
export type Row = Readonly<Record<string, Value>>
export type Tables = Readonly<Record<string, ReadonlyArray<Row>>>

type Grammar = Map<string, Set<string>>
const many = (node: unknown): ReadonlyArray<unknown> => (node === undefined ? [] : Array.isArray(node) ? node : [node])
const members = (node: unknown): ReadonlyArray<readonly [string, unknown]> =>
  many(node).flatMap((one) => (isObject(one) ? Object.entries(one) : []))
const learn = (grammar: Grammar, name: string, node: unknown): void => {
  const known = grammar.get(name) ?? new Set<string>()
  grammar.set(name, known)
  for (const [member, inner] of members(node)) {
    known.add(member)
    learn(grammar, member, inner)
  }
}
const strange = (grammar: Grammar, name: string, node: unknown): ReadonlyArray<string> =>
  members(node).flatMap(([member, inner]) =>
    grammar.get(name)?.has(member) === true
      ? strange(grammar, member, inner)
      : [`${name || "nothing"} has no ${member}`]
  )

/** Calls of the samples: the names of their headers, by the service that they ask. */
const callsIn = (folder: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".txt"))
      .map((name) => {
        const lines = readFileSync(join(folder, name), "utf8").split("\n")
        const headers = lines.flatMap((line) => {
          const found = /^([A-Za-z]+): (.*)$/.exec(line)
          return found === null || found[1] === "Host" ? [] : [[found[1]!, found[2]!] as const]
        })
        const service = headers.find(([own]) => own === "SC")?.[1] ?? ""
        return [service, new Set(headers.map(([own]) => own.toLowerCase()))] as const
      })
  )

const amount = (node: unknown, name: string): number => Math.round(Number(Call.at(node, name) ?? 0) * 100)
/** What is debited is credited, and what an item comes to is its price by its number and its tax. */
const sumFaults = (document: unknown): ReadonlyArray<string> => {
  const entries = many(Call.at(document, "AccEntries.AccDetail"))
  const rest = entries.reduce<number>(
    (sum, own) => sum + amount(own, "AmtMainCur") * (Call.at(own, "AmountType") === "1" ? -1 : 1),
    0
  )
  const items = many(Call.at(document, "ItemEntries.ItemDetail")).flatMap((own) => {
    const net = Math.round(Number(Call.at(own, "Qty")) * Number(Call.at(own, "Price")) * 100)
    const tax = amount(own, "TaxBeforeSurcharge") + amount(own, "TaxBeforeSurcharge1")
    return amount(own, "Amt") === net + tax && tax === amount(own, "STAmount")
      ? []
      : ["an item comes to something else than its price and its tax"]
  })
  return [...(rest === 0 ? [] : [`the entries come to ${rest / 100} instead of nothing`]), ...items]
}

const form = /^SELECT (?:TOP (\d+) )?(.+?) FROM \[(\w+)\] WHERE (.+?)(?: GROUP BY \[(\w+)\])?(?: ORDER BY \[(\w+)\])?$/
const bracketed = (text: string) => [...text.matchAll(/\[(\w+)\]/g)].map(([, name]) => name!)
const conditions: ReadonlyArray<readonly [RegExp, (found: RegExpExecArray) => (row: Row) => boolean]> = [
  [
    /^\[(\w+)\] IN \(([\d,-]+)\)$/,
    ([, name, list]) => {
      const codes = list!.split(",")
      return (row) => codes.includes(String(row[name!]))
    }
  ],
  [
    /^\[(\w+)\] > (\d+)$/,
    ([, name, code]) =>
      (row) =>
        Number(row[name!]) > Number(code)
  ],
  // No row of ours has the number of a voucher that is yet to be made.
  [
    /^\(LTRIM\(RTRIM\(\[VchNo\]\)\) = '.+' OR \[VchCode\] IN \(SELECT \[VchCode\] FROM \[VchOtherInfo\] WHERE .+\)\)$/,
    () => () => false
  ]
]
interface Statement {
  readonly names: ReadonlyArray<string>
  readonly table: string
  readonly rows: ReadonlyArray<Row>
}
/** Carries a statement out; null where it is of no form that reads alone. */
const carriedOut = (statement: string, tables: Tables): Statement | null => {
  const [, , shown, table, where, group, order] = form.exec(statement) ?? []
  if (shown === undefined || table === undefined || where === undefined) return null
  const fits = where
    .split(/ AND (?![^(]*\)\))/)
    .map((condition) =>
      conditions.map(([pattern, of]) => [pattern.exec(condition), of] as const).find(([found]) => found !== null)
    )
  if (fits.includes(undefined)) return null
  const all = (tables[table] ?? []).filter((row) => fits.every((own) => own![1](own![0]!)(row)))
  const names = bracketed(shown)
  const ofTable = where.replace(/\(SELECT .*\)/, "")
  const used = [
    ...names.filter((name) => name !== "Total"),
    ...bracketed(ofTable),
    ...(order === undefined ? [] : [order])
  ]
  if (group === undefined) return { names: used, table, rows: all.map((row) => pick(row, names)) }
  const sums = [...Map.groupBy(all, (row) => row[group]!)].map(([code, rows]) => ({
    [group]: code,
    Total: rows.reduce((sum, row) => sum + Number(row["Value1"]), 0)
  }))
  return { names: used, table, rows: sums }
}
const pick = (row: Row, names: ReadonlyArray<string>): Row =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
const recordset = (rows: ReadonlyArray<Row>): string => {
  const attributes = (row: Row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [`@${name}`, value]))
  return Xml.write({ xml: { "rs:data": { "z:row": rows.map(attributes) } } })
}

/** Reads the folder. `tables` are rows of our own; `made` says the code that something new is answered with, by the number of its kind. */
export const describe = (folder: string, tables: Tables, made: (kind: string) => string | undefined): Description => {
  const samples = join(folder, "requests")
  const codes = JSON.parse(readFileSync(join(folder, "busy-codes.json"), "utf8")) as Readonly<Record<string, Json>>
  const calls = callsIn(samples)
  const grammar: Grammar = new Map()
  for (const name of readdirSync(samples).filter((own) => own.endsWith(".xml")))
    learn(grammar, "", Xml.read(readFileSync(join(samples, name), "utf8")))
  // A voucher says its own number; what vouchers of other kinds are called is known of none but those of the samples.
  const columns = (table: string) => new Set(String(codes["tables"]?.[table] ?? "").match(/\w+/g) ?? [])

  const statementFaults = (statement: string): ReadonlyArray<string> => {
    const found = carriedOut(statement, tables)
    if (found === null) return [`${statement} is no statement that reads alone`]
    if (codes["tables"]?.[found.table] === undefined) return [`no table ${found.table}`]
    const known = columns(found.table)
    return [...new Set(found.names)]
      .filter((name) => !known.has(name))
      .map((name) => `no column ${found.table}.${name}`)
  }
  const bookingFaults = (type: string, kinds: "VchType" | "MasterType", text: string): ReadonlyArray<string> => {
    const document = Xml.read(text)
    const [[, own] = ["", undefined]] = Object.entries(document)
    return [
      ...(codes[kinds]?.[type] === undefined ? [`no ${kinds} ${type}`] : []),
      ...(kinds === "VchType" && Call.at(own, "VchType") !== type
        ? ["the voucher is of another kind than the call"]
        : []),
      ...(/[^\x20-\x7e]/.test(text) ? ["a header takes plain letters on one line alone"] : []),
      ...(text.length > 7_000 ? ["a header is longer than 7 000 characters"] : []),
      ...strange(grammar, "", document),
      ...sumFaults(own)
    ]
  }
  const faults = ({ body, headers }: Outgoing): ReadonlyArray<string> => {
    const service = headers["sc"] ?? ""
    const wanted = calls.get(service) ?? new Set<string>()
    const own = /^(sc|username|pwd|qry|(vch|master)(type|xml|code))$/
    const sent = Object.keys(headers).filter((name) => own.test(name))
    return [
      ...[...wanted].filter((name) => !sent.includes(name)).map((name) => `no header ${name}`),
      ...sent.filter((name) => !wanted.has(name)).map((name) => `the service ${service} knows no header ${name}`),
      ...(body === undefined || body === "" ? [] : ["a call has no body"]),
      ...(headers["qry"] === undefined ? [] : statementFaults(headers["qry"])),
      ...(headers["vchxml"] === undefined ? [] : bookingFaults(headers["vchtype"] ?? "", "VchType", headers["vchxml"])),
      ...(headers["masterxml"] === undefined
        ? []
        : bookingFaults(headers["mastertype"] ?? "", "MasterType", headers["masterxml"]))
    ]
  }

  const operations = new Map<string, Operation>()
  const operation = (id: string, isReading: boolean, body: string, from: Example["from"]): Operation => {
    const known = operations.get(id) ?? {
      id,
      method: "GET",
      path: "/",
      base: "",
      isReading,
      faults,
      examples: [{ name: id, status: 200, body, from }],
      failures: [],
      status: 200
    }
    operations.set(id, known)
    return known
  }
  const find = (request: Outgoing): Found => {
    const { headers, method, url } = request
    if (method !== "GET" || url.pathname !== "/" || url.search !== "")
      return { operation: null, reason: "there is one method, GET, and one path without a query" }
    if (!calls.has(headers["sc"] ?? "")) return { operation: null, reason: `no service ${headers["sc"]}` }
    if (headers["qry"] !== undefined) {
      const rows = carriedOut(headers["qry"], tables)?.rows ?? []
      return { operation: operation(headers["qry"], true, recordset(rows), "schema"), params: {} }
    }
    const kind = headers["vchtype"] ?? `master ${headers["mastertype"]}`
    return { operation: operation(`Add ${kind}`, false, made(kind) ?? "1", "documented"), params: {} }
  }
  return { operations: [], events: [], find }
}
