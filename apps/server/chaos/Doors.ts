/**
 * Every door of the service: each operation of its served document, and each route outside it. Whoever is to try all of
 * them takes them from here, so that a door that is added tomorrow is tried as well.
 */
export type Scope = "none" | "read" | "write" | "passthrough" | "admin"
export const scopes: ReadonlyArray<Scope> = ["none", "read", "write", "passthrough", "admin"]

/** A schema of the document; references in it are followed with `Doors.deref`. */
export type Schema = any
export interface Door {
  readonly method: string
  /** Such as `/v3/core/companies/{svc_id}`. */
  readonly path: string
  /** Of the key that opens it. */
  readonly scope: Scope
  /** Whether it asks for a key; that of the tools for agents takes one of any scope. */
  readonly asksKey: boolean
  /** Those of the query, by their names. */
  readonly query: ReadonlyMap<string, Schema>
  /** What it takes as a body; null when the document names nothing. */
  readonly body: Schema | null
  readonly takes: "json" | "file" | "anything" | "nothing"
  /** It answers for as long as somebody listens. */
  readonly isEndless: boolean
  /** Doors with the same are answered by the same code: those of all data models, for instance. */
  readonly family: string
}
export interface Doors {
  readonly all: ReadonlyArray<Door>
  readonly deref: (schema: Schema) => Schema
}

export const nameOf = ({ method, path }: Pick<Door, "method" | "path">): string => `${method} ${path}`

/** Whether a door lets in who has a key of this scope alone, or none. */
export const isOpen = (door: Pick<Door, "scope" | "asksKey">, scope: Scope): boolean =>
  !door.asksKey || (scope !== "none" && (door.scope === "none" || door.scope === scope))

const scopeOf = ({ description, security }: any): Scope => {
  const needed = /Needs the scope `(\w+)`/.exec(description ?? "")?.[1]
  if (needed === undefined && security?.length > 0) throw new Error(`An operation names no scope: ${description}`)
  return (needed ?? "none") as Scope
}

const familyOf = (method: string, path: string): string =>
  `${method} ${path.replace(/^\/v3\/(accounting|crm|ecommerce|payments)\/\w+/, "/v3/of a model")}`

/** A route outside the document, which takes whatever is sent where it takes something. */
const outsideOf = (route: string, method: string): Door => {
  const path = route.replaceAll(/:(\w+)/g, "{$1}")
  return {
    method,
    path,
    scope: "none",
    asksKey: path === "/mcp",
    query: new Map(),
    body: null,
    takes: method === "GET" ? "nothing" : "anything",
    isEndless: false,
    family: familyOf(method, path)
  }
}

/** The doors of a service: of what it says of itself, and of these routes beside it. */
export const read = async (
  url: string,
  outside: ReadonlyArray<readonly [path: string, methods: ReadonlyArray<string>]>
): Promise<Doors> => {
  const document: any = await (await fetch(`${url}/openapi.json`)).json()
  const deref = (schema: Schema): Schema =>
    schema?.$ref === undefined
      ? (schema ?? {})
      : deref(
          schema.$ref
            .slice(2)
            .split("/")
            .reduce((at: any, name: string) => at[name.replaceAll("~1", "/").replaceAll("~0", "~")], document)
        )
  const inside = Object.entries<any>(document.paths).flatMap(([path, item]) =>
    Object.entries<any>(item).map(([lower, op]): Door => {
      const method = lower.toUpperCase()
      const content = op.requestBody?.content ?? {}
      const scope = scopeOf(op)
      return {
        method,
        path,
        scope,
        asksKey: scope !== "none",
        query: new Map(
          (op.parameters ?? [])
            .map(deref)
            .filter((one: any) => one.in === "query")
            .map((one: any) => [one.name, one.schema])
        ),
        body: content["application/json"]?.schema ?? null,
        takes:
          content["application/json"] !== undefined
            ? "json"
            : Object.keys(content).length > 0
              ? "file"
              : // What a platform sends is for its connector to read.
                scope === "none" && method === "POST"
                ? "anything"
                : "nothing",
        isEndless: deref(op.responses?.["200"])?.content?.["text/event-stream"] !== undefined,
        family: familyOf(method, path)
      }
    })
  )
  const beside = outside.flatMap(([route, methods]) => methods.map((method) => outsideOf(route, method)))
  return { all: [...inside, ...beside], deref }
}
