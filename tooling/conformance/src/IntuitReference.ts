/**
 * Reads the description of QuickBooks Online: Intuit's XML schemas, which say what members an entity has, and the tables
 * and samples of its reference, which say what a request must hold, what a statement may ask by, and what is answered.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Description, Example, Found, Operation, Outgoing } from "./Description.ts"
import * as JsonSchemas from "./JsonSchemas.ts"
import { isObject, type Json } from "./JsonSchemas.ts"
import * as Xsd from "./Xsd.ts"

interface Table {
  readonly section: string
  readonly rows: ReadonlyArray<Readonly<Record<string, string>>>
}
interface Page {
  readonly tables: ReadonlyArray<Table>
  readonly samples: ReadonlyArray<{ readonly section: string; readonly json?: unknown }>
}

const root = /^\/v3\/company\/[^/]+/
const reports = ["ProfitAndLoss", "BalanceSheet", "CashFlow"]
const nameOf = (row: Readonly<Record<string, string>>) =>
  (row["attribute"] ?? row["name"] ?? row["parameter"] ?? "").replace(/\s*\[.*$/, "")

/** One condition of a statement, as far as the reference describes the language. */
const condition =
  /^([\w.]+)\s*(?:=|<=|>=|<|>|LIKE|IN)\s*(?:'(?:[^'\\]|\\.)*'|true|false|-?\d+(?:\.\d+)?|\((?:(?:'(?:[^'\\]|\\.)*'|true|false)(?:, ?)?)+\))$/i
const statement =
  /^SELECT (\*|\w+(?:, ?\w+)*) FROM (\w+)(?: WHERE (.+?))?(?: ORDERBY ([\w.]+)(?: (?:ASC|DESC))?)?(?: STARTPOSITION (\d+))?(?: MAXRESULTS (\d+))?$/i

export const load = (folder: string): Description => {
  const { document, elements } = Xsd.load(folder)
  const schemas = JsonSchemas.make(document)
  const reference: Readonly<Record<string, Page>> = JSON.parse(
    readFileSync(join(folder, "intuit-api-reference-extract.json"), "utf8")
  )
  const definitions = document["definitions"] as Json
  const pageOf = (entity: string): Page => reference[entity.toLowerCase()] ?? { tables: [], samples: [] }
  const definition = (entity: string): Json => ({ $ref: `#/definitions/${elements.get(entity) ?? entity}` })
  const propertiesOf = (entity: string): Json => {
    const own = schemas.resolve(definition(entity))
    return isObject(own) && isObject(own["properties"]) ? own["properties"] : {}
  }
  const attribute = (entity: string, name: string) =>
    pageOf(entity)
      .tables.filter(({ section }) => section === "Attributes")
      .flatMap(({ rows }) => rows)
      .find((row) => nameOf(row) === name)

  const samplesOf = (entity: string): ReadonlyArray<Json> =>
    pageOf(entity).samples.flatMap(({ json }) => {
      if (!isObject(json)) return []
      // What is uploaded is answered as a list of single answers.
      const answers = [json, ...Object.values(json).flatMap((value) => (Array.isArray(value) ? value : []))]
      return answers.flatMap((answer) => {
        const own = isObject(answer) ? answer[entity] : undefined
        return isObject(own) && own["status"] !== "Deleted" ? [own] : []
      })
    })
  const made = (entity: string): Json => schemas.sample(definition(entity)) as Json
  const singles = (entity: string): ReadonlyArray<Example> => {
    const documented = samplesOf(entity).map((own, index): Example => ({
      name: `${entity} ${index + 1}`,
      status: 200,
      body: { [entity]: own },
      from: "documented"
    }))
    return documented.length > 0
      ? documented
      : [{ name: `${entity} made of its schema`, status: 200, body: { [entity]: made(entity) }, from: "schema" }]
  }
  /** Lists as the reference shows them, and its single samples as lists. */
  const lists = (entity: string): ReadonlyArray<Example> => {
    const documented = pageOf(entity).samples.flatMap(({ json }, index): Array<Example> => {
      const found = isObject(json) && isObject(json["QueryResponse"]) ? json["QueryResponse"][entity] : undefined
      return Array.isArray(found)
        ? [{ name: `${entity} list ${index}`, status: 200, body: json, from: "documented" }]
        : []
    })
    const wrapped = singles(entity).map((example): Example => ({
      ...example,
      name: `${example.name} as a list`,
      body: { QueryResponse: { [entity]: Object.values(example.body as Json), startPosition: 1, maxResults: 1 } }
    }))
    return [...documented, ...wrapped]
  }

  const unknownParams = (url: URL, known: ReadonlyArray<string>): ReadonlyArray<string> =>
    [...url.searchParams.keys()]
      .filter((name) => ![...known, "minorversion", "requestid"].includes(name))
      .map((name) => `query parameter ${name} is not declared`)

  const statementFaults = (text: string): ReadonlyArray<string> => {
    const found = statement.exec(text)
    if (found === null) return [`the statement cannot be read: ${text}`]
    const [, fields, entity, where, order, , size] = found
    const faults: Array<string> = []
    const known = propertiesOf(entity!)
    const asked = (name: string, what: "filterable" | "sortable") => {
      const [first] = name.split(".")
      if (known[first!] === undefined) faults.push(`${entity} has no member ${first}`)
      const type = attribute(entity!, first!)?.["type"]
      // Only tables that say it of any member can deny it of another.
      const says = pageOf(entity!).tables.some(({ rows }) => rows.some((row) => row["type"]?.includes(what)))
      if (says && type !== undefined && !type.includes(what)) faults.push(`${entity}.${first} is not ${what}`)
    }
    if (fields !== "*")
      for (const name of fields!.split(/, ?/))
        if (known[name] === undefined) faults.push(`${entity} has no member ${name}`)
    for (const part of where?.split(" AND ") ?? []) {
      const name = condition.exec(part)?.[1]
      if (name === undefined) faults.push(`the condition cannot be read: ${part}`)
      else asked(name, "filterable")
    }
    if (order !== undefined) asked(order, "sortable")
    if (size !== undefined && Number(size) > 1000) faults.push("MAXRESULTS is 1000 at most")
    return faults
  }

  /** Members that a new record must have, by the tables of the reference. */
  const requiredOf = (entity: string): ReadonlyArray<string> => {
    const isMust = ({ description = "" }: Readonly<Record<string, string>>) =>
      !/conditionally|required (if|with|for)/i.test(description)
    const minimum = pageOf(entity).tables.find(({ section }) => section.startsWith("Minimum Required"))
    if (minimum !== undefined) return minimum.rows.filter(isMust).map(nameOf)
    return pageOf(entity)
      .tables.filter(({ section }) => section === "Attributes")
      .flatMap(({ rows }) => rows.filter((row) => isMust(row) && /\*Required\*/.test(row["description"] ?? "")))
      .map(nameOf)
  }
  const checks = new Map<string, JsonSchemas.Check>()
  const bodyFaults = (entity: string, request: Outgoing): ReadonlyArray<string> => {
    const check = checks.get(entity) ?? schemas.check(definition(entity), { closed: true, text: false })
    checks.set(entity, check)
    const body: unknown = JSON.parse(request.body ?? "null")
    if (!isObject(body)) return ["the body is no object"]
    const { sparse, ...members } = body
    const required =
      sparse === true || request.url.searchParams.has("operation") ? ["Id", "SyncToken"] : requiredOf(entity)
    return [
      ...check(members),
      ...required.filter((name) => body[name] === undefined).map((name) => `the body lacks ${name}`)
    ]
  }

  /** Faults are shown for the items of a batch alone; of one request they are the whole answer. */
  const failures = (reference["batch"]?.samples ?? []).flatMap(({ json }) => {
    const items: unknown = isObject(json) ? json["BatchItemResponse"] : undefined
    return (Array.isArray(items) ? items : []).flatMap((item: unknown, index): Array<Example> =>
      isObject(item) && item["Fault"] !== undefined
        ? [{ name: `fault ${index + 1}`, status: 400, body: { Fault: item["Fault"] }, from: "documented" }]
        : []
    )
  })

  const operation = (
    method: string,
    path: string,
    faults: Operation["faults"],
    examples: ReadonlyArray<Example>
  ): Operation => ({
    id: `${method} ${path}`,
    method,
    path,
    base: "/v3/company",
    status: 200,
    faults,
    examples,
    failures: method === "POST" ? failures : []
  })
  const entities = [...elements.keys()].filter((entity) => Object.keys(propertiesOf(entity)).length > 0)
  const queries = new Map(
    entities.map((entity) => [
      entity,
      operation(
        "GET",
        `/query/${entity}`,
        ({ url }) => [...unknownParams(url, ["query"]), ...statementFaults(url.searchParams.get("query") ?? "")],
        lists(entity)
      )
    ])
  )
  const others = new Map<string, Operation>()
  for (const entity of entities) {
    const path = `/${entity.toLowerCase()}`
    const get = operation("GET", `${path}/{Id}`, ({ url }) => unknownParams(url, []), singles(entity))
    others.set(`GET ${path}/`, get)
    others.set(
      `POST ${path}`,
      operation(
        "POST",
        path,
        (request) => [...unknownParams(request.url, ["operation", "include"]), ...bodyFaults(entity, request)],
        singles(entity)
      )
    )
  }
  // A service that makes a tax code with its rates, and answers as it was asked.
  const service = "/taxservice/taxcode"
  others.set(
    `POST ${service}`,
    operation(
      "POST",
      service,
      (request) => [...unknownParams(request.url, []), ...bodyFaults("TaxService", request)],
      pageOf("TaxService").samples.flatMap(({ json, section }): Array<Example> =>
        isObject(json) && json["TaxCodeId"] !== undefined
          ? [{ name: section, status: 200, body: json, from: "documented" }]
          : []
      )
    )
  )
  // A file is sent as a form of two parts, of which the first is an attachment as the schema has it.
  const uploadFaults = (request: Outgoing): ReadonlyArray<string> => {
    const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(request.headers["content-type"] ?? "")?.[1]
    if (boundary === undefined) return ["the body is no form of parts"]
    const [metadata, content, ...more] = (request.body ?? "").split(`--${boundary}`).slice(1, -1)
    if (metadata === undefined || content === undefined || more.length > 0) return ["the form has not two parts"]
    const body = metadata.slice(metadata.indexOf("\r\n\r\n") + 4).trimEnd()
    return [
      ...unknownParams(request.url, []),
      ...bodyFaults("Attachable", { ...request, body }).filter((fault) => fault !== "the body lacks Note"),
      ...(/^\s*content-disposition: form-data; name="file_metadata_\w+"\r\n/i.test(metadata)
        ? []
        : ["the first part is no file_metadata"]),
      ...(/^\s*content-disposition: form-data; name="file_content_\w+"; filename="/i.test(content)
        ? []
        : ["the second part is no file_content"])
    ]
  }
  const uploaded = pageOf("Attachable").samples.flatMap(({ json, section }): Array<Example> =>
    isObject(json) && json["AttachableResponse"] !== undefined
      ? [{ name: section, status: 200, body: json, from: "documented" }]
      : []
  )
  if (uploaded.length > 0) others.set("POST /upload", operation("POST", "/upload", uploadFaults, uploaded))
  for (const [entity, params] of [
    ["Preferences", []],
    ["ExchangeRate", ["sourcecurrencycode", "asofdate"]]
  ] as const) {
    const path = `/${entity.toLowerCase()}`
    if (!entities.includes(entity)) continue
    others.set(
      `GET ${path}`,
      operation("GET", path, ({ url }) => unknownParams(url, params), singles(entity))
    )
  }
  for (const report of reports) {
    const page = pageOf(report)
    const params = page.tables
      .filter(({ section }) => section === "Query Parameters")
      .flatMap(({ rows }) => rows.map(nameOf))
    const documented = page.samples.flatMap(({ json }, index): Array<Example> =>
      isObject(json) && json["Rows"] !== undefined
        ? [{ name: `${report} ${index}`, status: 200, body: json, from: "documented" }]
        : []
    )
    if (documented.length === 0 && !isObject(definitions["Report"])) continue
    const schema: Example = { name: `${report} made of its schema`, status: 200, body: made("Report"), from: "schema" }
    others.set(
      `GET /reports/${report}`,
      operation(
        "GET",
        `/reports/${report}`,
        ({ url }) => unknownParams(url, params),
        documented.length > 0 ? documented : [schema]
      )
    )
  }

  const find = (request: Outgoing, options?: { readonly anyHost?: boolean }): Found => {
    if (options?.anyHost !== true && !request.url.hostname.endsWith("quickbooks.api.intuit.com")) {
      return { operation: null, reason: `no server ${request.url.origin}` }
    }
    const below = request.url.pathname.replace(root, "")
    if (below === request.url.pathname) return { operation: null, reason: "the path is not below a company" }
    if (below === "/query" && request.method === "GET") {
      const entity = / FROM (\w+)/i.exec(request.url.searchParams.get("query") ?? "")?.[1] ?? ""
      const query = queries.get(entity)
      return query === undefined ? { operation: null, reason: `no entity ${entity}` } : { operation: query, params: {} }
    }
    const [, entity = "", id] = below.split("/")
    const single =
      entity === "reports" || entity === "taxservice" || id === undefined
        ? undefined
        : others.get(`${request.method} /${entity}/`)
    if (single !== undefined) return { operation: single, params: { Id: id! } }
    const found = others.get(`${request.method} ${below}`)
    return found === undefined
      ? { operation: null, reason: "nothing of this path and method is described" }
      : { operation: found, params: {} }
  }
  return { operations: [...queries.values(), ...others.values()], events: [], find }
}
