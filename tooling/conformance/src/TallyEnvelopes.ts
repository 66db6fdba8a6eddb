/**
 * Tally has no schema of its gateway: what describes it are sample envelopes (`requests/*.xml`) and the list of methods that a
 * public exporter asks for (`tally-database-loader/*.yaml`). From them come the grammar of an envelope (heads, variables,
 * parts of a definition, methods, functions), the elements of a voucher or ledger that is imported, and the rules of their
 * signs. Answers are put together in the documented shapes, of the records that the import samples show.
 */
import { Xml } from "@svc/core"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import type { Description, Example, Found, Operation, Outgoing } from "./Description.ts"
import { isObject, type Json } from "./JsonSchemas.ts"

type Node = Xml.Value | ReadonlyArray<Xml.Value> | undefined
const many = (node: Node): ReadonlyArray<Xml.Value> =>
  node === undefined ? [] : Array.isArray(node) ? node : [node as Xml.Value]
const at = (node: Node, path: string): Node =>
  path.split("/").reduce<Node>((own, name) => (isObject(own) ? (own as Xml.Members)[name] : undefined), node)
const textOf = (node: Node): string =>
  typeof node === "string" ? node : isObject(node) ? String((node as Json)["#text"] ?? "") : ""

/** What may stand where, by the name of the element above; attributes with `@`. */
type Grammar = Map<string, Set<string>>
const learn = (grammar: Grammar, name: string, node: Node): void => {
  for (const one of many(node)) {
    const known = grammar.get(name) ?? new Set<string>()
    grammar.set(name, known)
    if (!isObject(one)) continue
    for (const [member, inner] of Object.entries(one as Xml.Members)) {
      if (member === "#text") continue
      known.add(member)
      if (!member.startsWith("@")) learn(grammar, member, inner)
    }
  }
}
const strange = (grammar: Grammar, name: string, node: Node, path: string): ReadonlyArray<string> =>
  many(node).flatMap((one) =>
    isObject(one)
      ? Object.entries(one as Xml.Members).flatMap(([member, inner]) => {
          if (member === "#text") return []
          if (grammar.get(name)?.has(member) !== true) return [`${path} has no ${member}`]
          return member.startsWith("@") ? [] : strange(grammar, member, inner, `${path}/${member}`)
        })
      : []
  )

/** Every name that the exporter's configuration reads, or that the notes beside it speak of. */
const namesIn = (folder: string): Set<string> => {
  const found = new Set<string>()
  const add = (text: string) => {
    for (const [word] of text.matchAll(/_?[A-Za-z]\w*/g)) found.add(word.toLowerCase())
  }
  for (const file of readdirSync(join(folder, "tally-database-loader")).filter((name) => name.endsWith(".yaml"))) {
    const config = parse(readFileSync(join(folder, "tally-database-loader", file), "utf8")) as Json
    for (const table of Object.values(config).filter(Array.isArray).flat() as ReadonlyArray<Json>) {
      add(String(table["collection"] ?? ""))
      for (const { field } of (table["fields"] ?? []) as ReadonlyArray<{ readonly field: string }>) add(field)
      for (const list of (table["fetch"] ?? []) as ReadonlyArray<string>) add(list)
    }
  }
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".md"))) {
    for (const line of readFileSync(join(folder, file), "utf8").split("\n"))
      if (line.startsWith("|") || line.startsWith("-")) add(line)
  }
  return found
}

export interface Extra {
  /** Objects by type (`Voucher $$IsPayment`), in the documented shape, of kinds that no sample shows. */
  readonly made: Readonly<Record<string, ReadonlyArray<Xml.Members>>>
  readonly reports: Readonly<Record<string, string>>
}

const company = "8f2c1a4e-1111-4a5b-9c3d-0123456789ab"
export const guid = (number: number): string => `${company}-${number.toString(16).padStart(8, "0")}`

const collectionOf = (type: string, rows: ReadonlyArray<Xml.Members>): string =>
  Xml.write({
    ENVELOPE: {
      HEADER: { VERSION: 1, STATUS: 1 },
      BODY: {
        DATA: { COLLECTION: rows.length === 0 ? "" : { [type.toUpperCase()]: rows as ReadonlyArray<Xml.Writable> } }
      }
    }
  })
/** The two shapes of an import's answer. */
const imported = (counters: Readonly<Record<string, number>>): ReadonlyArray<string> => {
  const all = {
    CREATED: 0,
    ALTERED: 0,
    DELETED: 0,
    LASTVCHID: 0,
    LASTMID: 0,
    COMBINED: 0,
    IGNORED: 0,
    ERRORS: 0,
    CANCELLED: 0,
    EXCEPTIONS: 0,
    ...counters
  }
  return [
    Xml.write({ RESPONSE: all }),
    Xml.write({ ENVELOPE: { HEADER: { VERSION: 1, STATUS: 1 }, BODY: { DATA: { IMPORTRESULT: all } } } })
  ]
}
const failed = Xml.write({
  ENVELOPE: { HEADER: { VERSION: 1, STATUS: 0 }, BODY: { DATA: { LINEERROR: "Could not find Company 'Another'" } } }
})

/** Reads the folder. `extra` holds what the samples have no record of. */
export const describe = (folder: string, extra: Extra): Description => {
  const samples = readdirSync(join(folder, "requests"))
    .filter((name) => name.endsWith(".xml"))
    .toSorted()
    .map((name) => ({ name, root: Xml.read(readFileSync(join(folder, "requests", name), "utf8")) }))
  const grammar: Grammar = new Map()
  for (const { root } of samples) learn(grammar, "", root as unknown as Xml.Value)
  const methods = namesIn(folder)
  // What can be imported can be fetched.
  for (const name of grammar.keys()) methods.add(name.toLowerCase().replace(/\.list$/, ""))
  const types = new Set<string>()
  const functions = new Set<string>()
  for (const { root } of samples) {
    const definition = at(root as unknown as Xml.Value, "ENVELOPE/BODY/DESC/TDL/TDLMESSAGE")
    for (const one of many(at(definition, "COLLECTION"))) {
      types.add(textOf(at(one, "TYPE")))
      for (const list of [...many(at(one, "FETCH")), ...many(at(one, "NATIVEMETHOD"))]) {
        for (const method of textOf(list).toLowerCase().split(/[,.]/)) methods.add(method)
      }
    }
    for (const [name] of JSON.stringify(root).matchAll(/\$\$[A-Za-z]+/g)) functions.add(name)
  }
  for (const file of readdirSync(join(folder, "tally-database-loader")).filter((name) => name.endsWith(".yaml"))) {
    const text = readFileSync(join(folder, "tally-database-loader", file), "utf8")
    for (const [, type] of text.matchAll(/collection: (\w+)/g)) types.add(type!)
    for (const [name] of text.matchAll(/\$\$[A-Za-z]+/g)) functions.add(name)
  }

  /** Vouchers and ledgers of the import samples, as an export shows them. */
  const documented = (kind: "VOUCHER" | "LEDGER"): ReadonlyArray<Xml.Members> =>
    samples
      .flatMap(({ root }) =>
        many(at(root as unknown as Xml.Value, `ENVELOPE/BODY/IMPORTDATA/REQUESTDATA/TALLYMESSAGE/${kind}`)).filter(
          (one): one is Xml.Members => typeof one === "object"
        )
      )
      .map((one, index) => ({
        ...one,
        GUID: guid(4000 + index),
        MASTERID: String(4000 + index),
        ALTERID: String(9000 + index)
      }))
  const kinds: Readonly<Record<string, string>> = {
    "Purchase Order": "$$IsPurcOrder",
    "Debit Note": "$$IsDebitNote",
    Sales: "$$IsSales"
  }

  const operations = new Map<string, Operation>()
  const operation = (id: string, examples: ReadonlyArray<Example>): Operation => {
    const known = operations.get(id)
    if (known !== undefined) return known
    const made: Operation = {
      id,
      method: "POST",
      path: "/",
      base: "",
      isReading: id.startsWith("Export"),
      faults,
      examples,
      failures: [{ name: "failure of the request", status: 200, body: failed, from: "documented" }],
      status: 200
    }
    operations.set(id, made)
    return made
  }

  const objectsOf = (key: string, type: string): ReadonlyArray<Example> => {
    const shown = type === "Voucher" || type === "Ledger" ? documented(type.toUpperCase() as "VOUCHER" | "LEDGER") : []
    const fitting = shown.filter(
      (one) => type === "Ledger" || key === type || key.split(" ").includes(kinds[String(one["@VCHTYPE"])] ?? "no kind")
    )
    const own = Object.entries(extra.made).flatMap(([name, rows]) =>
      name === type ||
      key
        .split(" ")
        .slice(1)
        .some((kind) => name.endsWith(kind))
        ? rows
        : []
    )
    return [
      ...(fitting.length === 0
        ? []
        : [
            {
              name: `${key}, of the samples`,
              status: 200,
              body: collectionOf(type, [...fitting, ...(type === "Ledger" ? own : [])]),
              from: "documented" as const
            }
          ]),
      ...(own.length === 0 || type === "Ledger"
        ? []
        : [
            {
              name: `${key}, in the documented shape`,
              status: 200,
              body: collectionOf(type, own),
              from: "schema" as const
            }
          ]),
      { name: `${key}, nothing`, status: 200, body: collectionOf(type, []), from: "documented" as const }
    ]
  }
  const locate = (envelope: Node): Operation | null => {
    const request = textOf(at(envelope, "HEADER/TALLYREQUEST"))
    const id = textOf(at(envelope, "HEADER/ID"))
    if (request === "Export" && textOf(at(envelope, "HEADER/TYPE")) === "Collection") {
      const definition = at(envelope, "BODY/DESC/TDL/TDLMESSAGE")
      const type = textOf(at(definition, "COLLECTION/TYPE"))
      const formulas = many(at(definition, "SYSTEM"))
        .map((one) => textOf(one))
        .join(" ")
      const families = [...formulas.matchAll(/\$\$Is(?!Equal)[A-Za-z]+/g)].map(([name]) => name)
      const key = [type, ...families].join(" ")
      return operation(`Export Collection ${key}`, objectsOf(key, type))
    }
    if (request === "Export" && textOf(at(envelope, "HEADER/TYPE")) === "Data") {
      const body = extra.reports[id]
      return operation(`Export Data ${id}`, body === undefined ? [] : [{ name: id, status: 200, body, from: "schema" }])
    }
    if (request !== "Import Data") return null
    const message = at(envelope, "BODY/IMPORTDATA/REQUESTDATA/TALLYMESSAGE")
    const [kind, value] = Object.entries((message ?? {}) as Xml.Members).find(([name]) => !name.startsWith("@")) ?? []
    const action = textOf(at(value, "@ACTION"))
    const counters = {
      Create: { CREATED: 1 },
      Alter: { ALTERED: 1 },
      Cancel: { CANCELLED: 1 },
      Delete: { DELETED: 1 }
    }[action]
    if (counters === undefined) return null
    const shapes = imported({ ...counters, [kind === "VOUCHER" ? "LASTVCHID" : "LASTMID"]: 4001 })
    return operation(
      `Import ${kind} ${action}`,
      shapes.map((body, index) => ({
        name: index === 0 ? "older shape" : "shape of version 1",
        status: 200,
        body,
        from: "documented"
      }))
    )
  }

  const envelopeOf = (request: Outgoing): Node => at(Xml.read(request.body ?? "") as unknown as Xml.Value, "ENVELOPE")
  const faults = (request: Outgoing): ReadonlyArray<string> => {
    const envelope = envelopeOf(request)
    const type = request.headers["content-type"] ?? ""
    return [
      ...(/^text\/xml;charset=utf-(8|16)$/.test(type) ? [] : [`content-type ${type} is not one of the documented`]),
      ...strange(grammar, "ENVELOPE", envelope, "ENVELOPE"),
      ...definitionFaults(envelope),
      ...many(at(envelope, "BODY/IMPORTDATA/REQUESTDATA/TALLYMESSAGE/VOUCHER")).flatMap(signFaults)
    ]
  }
  const definitionFaults = (envelope: Node): ReadonlyArray<string> => {
    const definition = at(envelope, "BODY/DESC/TDL/TDLMESSAGE")
    if (definition === undefined) return []
    const own = at(definition, "COLLECTION")
    const formulas = many(at(definition, "SYSTEM"))
    const named = formulas.map((one) => textOf(at(one, "@NAME")))
    const filters = textOf(at(own, "FILTER")).split(",").filter(Boolean)
    const kind = textOf(at(own, "TYPE"))
    return [
      ...(textOf(at(own, "@NAME")) === textOf(at(envelope, "HEADER/ID"))
        ? []
        : ["the collection is not the one that is asked for"]),
      ...(types.has(kind) ? [] : [`no collection of the type ${kind}`]),
      ...filters.filter((name) => !named.includes(name)).map((name) => `the filter ${name} is not defined`),
      ...named.filter((name) => !filters.includes(name)).map((name) => `the formula ${name} is not used`),
      ...textOf(at(own, "FETCH"))
        .split(",")
        .filter(
          (method) =>
            !method
              .toLowerCase()
              .split(".")
              .every((name) => methods.has(name))
        )
        .map((method) => `no method ${kind}.${method}`),
      ...formulas.flatMap((one) =>
        [...textOf(one).matchAll(/\$\$[A-Za-z]+/g)]
          .filter(([name]) => !functions.has(name))
          .map(([name]) => `no function ${name}`)
      )
    ]
  }

  const find = (request: Outgoing): Found => {
    if (request.method !== "POST" || request.url.pathname !== "/" || request.url.search !== "") {
      return { operation: null, reason: "there is one method, POST, and one path without a query" }
    }
    const own = locate(envelopeOf(request))
    return own === null
      ? { operation: null, reason: "the envelope is of no documented form" }
      : { operation: own, params: {} }
  }
  return { operations: [], events: [], find }
}

/** Each amount agrees with its side, and what is debited is credited. */
const signFaults = (voucher: Xml.Value): ReadonlyArray<string> => {
  const wrong: Array<string> = []
  const walk = (node: Node, path: string): void => {
    for (const one of many(node)) {
      if (!isObject(one)) continue
      const amount = textOf(at(one as Xml.Value, "AMOUNT"))
      const side = textOf(at(one as Xml.Value, "ISDEEMEDPOSITIVE"))
      const isDebit = amount.startsWith("-")
      if (side !== "" && Number(amount) !== 0 && isDebit !== (side === "Yes"))
        wrong.push(`${path}: ${side} and ${amount}`)
      for (const [name, inner] of Object.entries(one as Xml.Members)) {
        if (!name.startsWith("@")) walk(inner, `${path}/${name}`)
      }
    }
  }
  walk(voucher, "VOUCHER")
  const top = ["LEDGERENTRIES.LIST", "ALLLEDGERENTRIES.LIST", "ALLINVENTORYENTRIES.LIST"].flatMap((list) =>
    many(at(voucher, list))
  )
  const sum = top.reduce<number>((total, one) => total + Math.round(Number(textOf(at(one, "AMOUNT"))) * 100), 0)
  return sum === 0 ? wrong : [...wrong, `the entries come to ${sum / 100} instead of nothing`]
}
