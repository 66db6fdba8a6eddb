/**
 * Salesforce's REST API as a description: the platform's own collection of requests says which there are, describe answers
 * what a query may ask and what comes of it.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Description, Example, Found, Operation, Outgoing } from "./Description.ts"
import { isObject } from "./JsonSchemas.ts"
import * as Soql from "./Soql.ts"
import * as SObjectRecords from "./SObjectRecords.ts"
import * as SObjects from "./SObjects.ts"

const file = "salesforce-rest-requests.json"
const root = /^\/services\/data\/v\d\d\.0/

interface Request {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly queryParams?: ReadonlyArray<{ readonly key: string }>
}

/** As the guide's page of status codes shows them. */
const failures: ReadonlyArray<Example> = [
  [
    400,
    { fields: ["Id"], message: "Account ID: id value of incorrect type: 001900K0001pPuOAAU", errorCode: "MALFORMED_ID" }
  ],
  [404, { message: "The requested resource does not exist", errorCode: "NOT_FOUND" }]
].map(([status, error]) => ({ name: `${status}`, status: status as number, body: [error], from: "documented" }))

/** The answer of records that were taken, as the guide shows it. */
const taken = (type: string) =>
  [0, 1].map((index) => ({ success: true, id: SObjectRecords.idOf(type, index), errors: [] }))
const firstType = (body = "null"): string => /"type":"(\w+)"/.exec(body)?.[1] ?? ""

/** `…/sobjects/<SOBJECT_API_NAME>/describe` as what a path must match; a word in angle brackets is any segment. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/<[A-Z_]+>|\{\{\w+\}\}/g, "[^/]+")}/?$`)

const parsed = (text: string): Soql.Statement | string => {
  try {
    return Soql.parse(text)
  } catch (error) {
    return (error as Error).message
  }
}

/** `further` are objects that the folder has no describe answer of. */
export const load = (folder: string, ...further: ReadonlyArray<SObjects.SObject>): Description => {
  const objects = SObjects.load([join(folder, "describe"), join(folder, "describe-minimal-v58")], ...further)
  const collection: unknown = JSON.parse(readFileSync(join(folder, "postman", file), "utf8"))
  const requests = (isObject(collection) ? Object.values(collection) : []) as ReadonlyArray<Request>
  const described = requests.flatMap(({ method, name, queryParams = [], url }) => {
    const [path = ""] = url.split("?")
    const below = path.split("/services/data/v{{version}}")[1]
    return below === undefined
      ? []
      : [
          {
            name,
            method,
            params: queryParams.map(({ key }) => key),
            path: below,
            pattern: patternOf(below.replace(/\/$/, ""))
          }
        ]
  })

  const operation = (path: string, params: ReadonlyArray<string>, examples: ReadonlyArray<Example>): Operation => ({
    id: `GET ${path}`,
    method: "GET",
    path,
    base: "/services/data/v62.0",
    status: 200,
    examples,
    failures,
    faults: ({ url }) => [
      ...[...url.searchParams.keys()]
        .filter((name) => !params.includes(name))
        .map((name) => `query parameter ${name} is not declared`),
      ...(params.includes("q") ? statementFaults(url.searchParams.get("q") ?? "") : [])
    ]
  })
  const statementFaults = (text: string): ReadonlyArray<string> => {
    const statement = parsed(text)
    return typeof statement === "string" ? [`the statement ${statement}`] : SObjects.faults(objects, statement)
  }
  const queries = new Map(
    [...objects.values()].map((object) => {
      const body = SObjectRecords.answer(objects, object)
      const example: Example = { name: `${object.name} made of its describe`, status: 200, body, from: "schema" }
      return [object.name, operation(`/query/${object.name}`, ["q", "explain"], [example])]
    })
  )
  const describes = new Map(
    [...objects.values()].flatMap(({ answer, name }) =>
      answer === null
        ? []
        : [
            [
              name,
              operation(`/sobjects/${name}/describe`, [], [{ name, status: 200, body: answer, from: "documented" }])
            ]
          ]
    )
  )
  // The guide's pages of collections: up to 200 records in one request, and an answer for each in their order. The platform's
  // collection of requests has that of changes at another address, which is of records known by an id of another system.
  const writing =
    (method: "PATCH" | "POST") =>
    (type: string): Operation => ({
      ...operation(
        "/composite/sobjects",
        [],
        [{ name: "two records", status: 200, from: "documented", body: taken(type) }]
      ),
      id: `${method} /composite/sobjects`,
      method,
      faults: ({ body = "null" }) => collectionFaults(JSON.parse(body), method === "POST")
    })
  const collectionFaults = (body: unknown, isNew: boolean): ReadonlyArray<string> => {
    if (!isObject(body) || !Array.isArray(body["records"])) return ["the body has no list of records"]
    const records: ReadonlyArray<unknown> = body["records"]
    return [
      ...Object.keys(body).flatMap((name) =>
        ["allOrNone", "records"].includes(name) ? [] : [`${name} is not declared`]
      ),
      ...(records.length > 200 ? ["more than 200 records"] : []),
      ...records.flatMap((record) => SObjects.recordFaults(objects, record, isNew))
    ]
  }
  const collections = new Map([
    ["POST", writing("POST")],
    ["PATCH", writing("PATCH")]
  ])
  const removal: Operation = {
    ...operation("/sobjects/{Object}/{Id}", [], []),
    id: "DELETE /sobjects/{Object}/{Id}",
    method: "DELETE",
    status: 204
  }
  const blob = operation(
    "/sobjects/{Object}/{Id}/{Blob}",
    [],
    [{ name: "a file", status: 200, body: "<p>Said yes</p>", from: "schema" }]
  )

  // The guide's page of queries: an answer that is not done names the address of the next page.
  const empty = { totalSize: 0, done: true, records: [] }
  const next = operation("/query/{Locator}", [], [{ name: "a last page", status: 200, body: empty, from: "schema" }])

  const find = (request: Outgoing, options?: { readonly anyHost?: boolean }): Found => {
    const nothing = (reason: string): Found => ({ operation: null, reason })
    const { hostname, origin, pathname, searchParams } = request.url
    if (options?.anyHost !== true && !hostname.endsWith(".salesforce.com")) return nothing(`no server ${origin}`)
    const path = pathname.replace(root, "")
    if (path === pathname) return nothing("the path names no version")
    if (request.method === "GET" && /^\/query\/[\w-]+$/.test(path)) return { operation: next, params: {} }
    const collection = path === "/composite/sobjects" ? collections.get(request.method) : undefined
    if (collection !== undefined) return { operation: collection(firstType(request.body)), params: {} }
    const known = described.filter(({ pattern }) => pattern.test(path))
    if (known.length === 0) return nothing("no request of this path is described")
    if (known.every(({ method }) => method !== request.method)) return nothing("no request of this method is described")
    const [, first = "", second = "", third = "", fourth] = path.split("/")
    if (request.method === "DELETE" && first === "sobjects" && objects.has(second) && third !== "")
      return { operation: removal, params: {} }
    if (first === "query" || first === "queryAll") {
      const statement = parsed(searchParams.get("q") ?? "")
      const from =
        typeof statement === "string" ? (/\bFROM (\w+)/.exec(searchParams.get("q") ?? "")?.[1] ?? "") : statement.from
      const query = queries.get(from)
      return query === undefined ? nothing(`there is no object ${from}`) : { operation: query, params: {} }
    }
    const own =
      first === "sobjects"
        ? third === "describe"
          ? describes.get(second)
          : fourth === undefined
            ? undefined
            : blob
        : undefined
    return own === undefined ? nothing(`nothing is known of ${path}`) : { operation: own, params: {} }
  }
  return {
    operations: [
      ...queries.values(),
      ...describes.values(),
      ...[...collections.values()].map((own) => own("Account")),
      removal,
      blob,
      next
    ],
    events: [],
    find
  }
}
