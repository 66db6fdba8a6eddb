/** The served OpenAPI document, as something answers can be held against. */
import { Models } from "@svc/core"
import type { ValidateFunction } from "ajv"
import { Ajv2020 } from "ajv/dist/2020.js"
import type { Answer, Service } from "../support/Service.ts"

export interface Operation {
  readonly method: string
  readonly path: string
  readonly op: any
}
export interface Document {
  readonly json: any
  readonly operations: ReadonlyArray<Operation>
  /** The operation a request is for; undefined when the document has none. */
  readonly find: (method: string, path: string) => Operation | undefined
  /** What the document says against an answer; empty when nothing. */
  readonly faults: (operation: Operation, answer: Answer) => ReadonlyArray<string>
  /** Follows a reference inside the document. */
  readonly deref: (schema: any) => any
}

export const read = async (service: Service): Promise<Document> => {
  const { body: json } = await service.call("GET", "/openapi.json")
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, inlineRefs: false })
  ajv.addSchema({ $id: "doc", components: json.components })
  const deref = (schema: any): any => {
    if (schema?.$ref === undefined) return schema ?? {}
    return deref(
      schema.$ref
        .slice(2)
        .split("/")
        .reduce((at: any, name: string) => at[name.replaceAll("~1", "/").replaceAll("~0", "~")], json)
    )
  }
  const operations = Object.entries<any>(json.paths).flatMap(([path, item]) =>
    Object.entries<any>(item).map(([method, op]) => ({ method: method.toUpperCase(), path, op }))
  )
  const compiled = new Map<string, ValidateFunction | null>()
  const validator = ({ method, op, path }: Operation, status: number): ValidateFunction | null => {
    const key = `${method} ${path} ${status}`
    const known = compiled.get(key)
    if (known !== undefined) return known
    const schema = deref(op.responses[status]).content?.["application/json"]?.schema
    const absolute = JSON.parse(JSON.stringify(schema ?? null), (name, value) =>
      name === "$ref" && typeof value === "string" ? `doc${value}` : value
    )
    const made = absolute === null ? null : ajv.compile(absolute)
    compiled.set(key, made)
    return made
  }
  const patterns = operations.map((operation) => ({
    operation,
    literals: operation.path.split("/").filter((part) => !part.startsWith("{")).length,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`)
  }))
  return {
    json,
    operations,
    deref,
    find: (method, path) => {
      const bare = path.replace(/[?#].*$/s, "")
      return patterns
        .filter(({ operation, pattern }) => operation.method === method && pattern.test(bare))
        .toSorted((a, b) => b.literals - a.literals)[0]?.operation
    },
    faults: (operation, answer) => {
      const where = `${operation.method} ${operation.path} ${answer.status}`
      if (operation.op.responses[answer.status] === undefined)
        return [`${where} is not declared: ${answer.text.slice(0, 200)}`]
      if (answer.headers.get("request-id") === null) return [`${where} has no request-id`]
      const validate = validator(operation, answer.status)
      if (validate === null) return []
      if (answer.body === undefined) return [`${where} is no JSON: ${answer.text.slice(0, 100)}`]
      return validate(answer.body)
        ? []
        : (validate.errors ?? [])
            .slice(0, 5)
            .map(({ instancePath, message, params }) => `${where}${instancePath} ${message} ${JSON.stringify(params)}`)
    }
  }
}

const modelPaths = new Set<string>(Models.modelIds.map((id) => Models.get(id).path))
/** The list path of the data model whose list, records or writes are at a path of the document; undefined for all others. */
export const modelPathOf = (path: string): string | undefined => {
  const own = path.replace(/\/\{svc_id\}.*$/, "")
  return modelPaths.has(own) ? own : undefined
}
