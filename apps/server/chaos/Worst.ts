/**
 * The worst that can be sent to a door whatever it is for, made of what the document says that it takes: too much, too
 * long, too deep, wrong, for things that do not exist, and answers that nobody takes. What would change something is
 * either refused or for what is not there: the company, the connection and the keys of a run are needed to its end.
 */
import * as Places from "../test/support/Places.ts"
import type { Door, Doors, Schema } from "./Doors.ts"

type Deref = Doors["deref"]

/** What is there for who reads; who writes gets ids of nothing. */
export interface There {
  readonly company: number
  readonly connection: number
  /** The path of an open connect page. */
  readonly link: string
}
export interface Request {
  /** What is bad about it; behind a colon, where of several places it is bad. */
  readonly name: string
  /** With its query. */
  readonly address: string
  readonly body?: (() => string | Uint8Array<ArrayBuffer>) | undefined
  readonly type?: string
  /** Sent several times at once, with answers that nobody takes. */
  readonly isUnread?: boolean
}

/** What is bad about a request, wherever it is. */
export const kindOf = ({ name }: Pick<Request, "name">): string => name.replace(/: .*/, "")

/** Ids that nothing has. */
const nothing = "999999999999"
/** The longest address is 16 kB; what is longer is a shot of its own. */
const longest = 15_000

const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}
export const words = once(() => `["${Array.from({ length: 100_000 }, (_, at) => `NO_SUCH_WORD_${at}`).join('","')}"]`)
export const nested = once(() => "[".repeat(40_000) + "]".repeat(40_000))
const long = once(() => `"${"x".repeat(900_000)}"`)
const members = once(() => `{${Array.from({ length: 20_000 }, (_, at) => `"member_${at}":{}`).join(",")}}`)
const fields = once(() => Array.from({ length: 6000 }, (_, at) => `field_${at}=1`).join("&"))
// As bytes: a string would be encoded anew for each caller that sends it.
const largeText = once(() => Buffer.from(`{"data":"${"x".repeat(10_600_000)}"}`))
const text = once(() => Buffer.from(`{"data":"${"x".repeat(1_100_000)}"}`))
const largeFile = once(() => new Uint8Array(26_300_000))
const file = once(() => new Uint8Array(1_000_000))

/** The address of what is there, for those who read, and of nothing for the others. */
const addressOf = ({ method, path }: Door, there: There): string => {
  const of = path.startsWith("/v3/core/companies")
    ? there.company
    : path.startsWith("/v3/core/connections")
      ? there.connection
      : 1
  return path
    .replace(/^\/connect\/\{invite_link_id\}/, there.link)
    .replace("{data_model}", "ITEMS")
    .replace("{integration}", path.startsWith("/v3/core/inbound") ? "SVC_SANDBOX" : "svc_sandbox")
    .replaceAll(/\{\w+\}/g, method === "GET" ? String(of) : nothing)
}

const isOf = (schema: Schema, type: string): boolean => [schema.type ?? []].flat().includes(type)

/** A body none of whose members is of the type that it should be. */
const wrong = (deref: Deref, schema: Schema, depth = 0): unknown => {
  const here = deref(schema)
  const one = deref(here.anyOf?.[0] ?? here.oneOf?.[0] ?? here.allOf?.[0] ?? here)
  if (one.properties !== undefined && depth < 4) {
    return Object.fromEntries(
      Object.entries(one.properties).map(([name, inner]) => [name, wrong(deref, inner, depth + 1)])
    )
  }
  if (one.items !== undefined && depth < 4) {
    return Array.from({ length: 20 }, () => wrong(deref, one.items, depth + 1))
  }
  return isOf(one, "string") ? { no: ["text"] } : isOf(one, "object") ? [[0]] : isOf(one, "array") ? 0 : "no number"
}

const bodiesOf = (door: Door, deref: Deref, turn: number): ReadonlyArray<Pick<Request, "name" | "body" | "type">> => {
  const isLarge = door.scope !== "admin" || door.path.startsWith("/connect")
  const tooLarge = { name: "a body too large", body: isLarge ? largeText : text }
  switch (door.takes) {
    case "nothing":
      // A read with a body is one that nobody can send with `fetch`.
      return door.method === "GET" ? [] : [{ name: "a body nobody asked for", body: text }]
    case "file":
      return [
        { name: "a file too large", body: largeFile, type: "application/octet-stream" },
        { name: "a file for nothing", body: file, type: "application/octet-stream" },
        { name: "text for a file", body: nested }
      ]
    case "anything":
      return [
        tooLarge,
        { name: "a body too deep", body: nested },
        { name: "a body of many members", body: members },
        { name: "a form of many fields", body: fields, type: "application/x-www-form-urlencoded" }
      ]
    case "json": {
      const places = Places.all(deref, door.body)
      const at = (type: string) => places.filter(([place, schema]) => place.length > 0 && isOf(schema, type))
      const [lists, texts] = [at("array"), at("string")]
      const ofTurn = (all: typeof places) => all[turn % Math.max(1, all.length)]?.[0]
      const [list, short] = [ofTurn(lists), ofTurn(texts)]
      const first = places.find(([place]) => place.length === 1)?.[0] ?? ["data"]
      return [
        tooLarge,
        { name: "a body too deep", body: () => Places.bodyWith(first, nested()) },
        ...(list === undefined
          ? []
          : [{ name: `wrong words: ${Places.nameOf(list)}`, body: () => Places.bodyWith(list, words()) }]),
        { name: "a body of many members", body: members },
        { name: "a body of wrong types", body: () => JSON.stringify(wrong(deref, door.body)) },
        ...(short === undefined
          ? []
          : [{ name: `a text too long: ${Places.nameOf(short)}`, body: () => Places.bodyWith(short, long()) }])
      ]
    }
  }
}

/** A value that an operator of a filter takes; those of lists say nothing of their values, so that `eq` speaks for them. */
const valueOf = (deref: Deref, operators: Readonly<Record<string, Schema>>, operator: string): string => {
  const schema = deref(operator === "in" || operator === "nin" ? operators["eq"] : operators[operator])
  if (schema.enum !== undefined) return String(schema.enum[0])
  if (isOf(schema, "boolean")) return "true"
  if (isOf(schema, "integer") || isOf(schema, "number")) return "1"
  return /^\d/.test(schema.examples?.[0] ?? "") ? "2001-01-01" : "zz"
}
/** Joins as many as fit into an address. */
const joined = (parts: ReadonlyArray<string>): string => {
  let size = 0
  return parts.filter((part) => (size += part.length + 1) < longest).join("&")
}
const queriesOf = (door: Door, deref: Deref, turn: number): ReadonlyArray<readonly [name: string, query: string]> => {
  const unknown = joined(Array.from({ length: 600 }, (_, at) => `nam${at}[eq]=1`))
  const many = ["too many parameters", unknown] as const
  const { query } = door
  if (query.size === 0) return [many]
  const everyFilter = [...query].flatMap(([name, schema]) => {
    const operators: Readonly<Record<string, Schema>> = deref(schema).properties ?? {}
    return name === "sort" || name === "filter"
      ? []
      : Object.keys(operators).map((operator) => [name, operator, valueOf(deref, operators, operator)] as const)
  })
  const fields = [...new Set(everyFilter.map(([name]) => name))]
  const demanded = [...query].flatMap(([name, schema]) =>
    deref(schema).properties === undefined && !["limit", "next", "prev", "return_count", "filter"].includes(name)
      ? [`${name}=${"y".repeat(2000)}`]
      : []
  )
  const all = ["every parameter, too long", joined([...demanded, `limit=${"9".repeat(300)}`, "next=zz"])] as const
  if (fields.length === 0) {
    return query.has("filter")
      ? [many, all, ["filters that all pass", "svc_id[neq]=1&svc_company_id[nin]=1,2&limit=1000"]]
      : [many, all]
  }
  const filters = everyFilter.map(([name, operator, value]) => `${name}[${operator}]=${value}`)
  const sorts = Object.keys(deref(query.get("sort") ?? {}).properties ?? {}).map((name) => `sort[${name}]=DESC`)
  const page = ["limit=1000", "return_count=true"]
  // What lets nearly everything pass is what has to be looked through.
  const passing = everyFilter.filter(([, operator]) => operator === "neq" || operator === "nin").slice(0, 90)
  const valued = everyFilter.filter(([, operator]) => operator === "in")
  const inMany = valued[turn % Math.max(1, valued.length)]
  const isNumber = inMany?.[2] === "1"
  return [
    ["everything at once", joined([...page, ...sorts, ...filters])],
    [
      "as much as is taken",
      joined([
        ...page,
        ...sorts.slice(0, 6),
        ...passing.map(([name, operator, value]) => `${name}[${operator}]=${value}`)
      ])
    ],
    ...(inMany === undefined
      ? []
      : [
          [
            `many values: ${inMany[0]}`,
            `${inMany[0]}[in]=${Array.from({ length: 900 }, (_, at) => (inMany[2] === "zz" ? `zz${at}` : isNumber ? at : inMany[2])).join(",")}&return_count=true`
          ] as const
        ]),
    many,
    all
  ]
}

/** Parameters of the path that are beyond what anything is called. */
const pathsOf = ({ path }: Door): ReadonlyArray<readonly [name: string, address: string]> =>
  /\{\w+\}/.test(path)
    ? [
        ["an id without end", path.replaceAll(/\{\w+\}/g, "9".repeat(4000))],
        ["an id beyond all numbers", path.replaceAll(/\{\w+\}/g, "9".repeat(90))],
        ["an id that is none", path.replaceAll(/\{\w+\}/g, "%27%20or%201=1--%00%F0%9F%92%A9")]
      ]
    : []

/** All that is bad for a door; `turn` says which of its lists, texts and filters is meant where it has several. */
export const requests = (door: Door, deref: Deref, there: There, turn: number): ReadonlyArray<Request> => {
  const address = addressOf(door, there)
  const demanded = door.takes === "file" ? `?record_id=${nothing}&file_name=a.txt` : ""
  // Lists and the pages of everybody are large; what is asked for by its id is not worth to wait for.
  const isPage =
    door.method === "GET" && (door.query.has("limit") || !(door.path.startsWith("/v3/") || door.path.includes("{")))
  return [
    ...bodiesOf(door, deref, turn).map((body) => ({ ...body, address: address + demanded })),
    ...queriesOf(door, deref, turn).map(([name, query]) => ({ name, address: `${address}?${query}` })),
    ...pathsOf(door).map(([name, at]) => ({ name, address: at })),
    ...(isPage || door.isEndless
      ? [
          {
            name: "answers nobody takes",
            address: door.query.has("return_count") ? `${address}?limit=1000` : address,
            isUnread: true
          }
        ]
      : [])
  ]
}
