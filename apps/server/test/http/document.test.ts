/** The served OpenAPI document by itself: whole, consistent, and saying what the lists really take. */
import { Models } from "@svc/core"
import { Api } from "@svc/core/api"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"
import { columnsOf } from "../../src/records/Columns.ts"
import { targetsOf } from "../../src/records/Targets.ts"
import { operators } from "../../src/records/Filters.ts"

const document: any = JSON.parse(JSON.stringify(OpenApi.fromApi(Api.api)))
const operations = Object.entries<any>(document.paths).flatMap(([path, item]) =>
  Object.entries<any>(item).map(([method, op]) => ({ method, path, op }))
)
const resolve = (ref: string): any =>
  ref
    .slice(2)
    .split("/")
    .reduce((at: any, name) => at?.[name.replaceAll("~1", "/").replaceAll("~0", "~")], document)

describe("the document", () => {
  it("is OpenAPI 3.1 with one security scheme", () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.components.securitySchemes).toEqual({ api_key: { type: "apiKey", name: "api_key", in: "header" } })
    for (const { op, path } of operations) {
      expect(op.security, path).toEqual(path.includes("/inbound/") ? [] : [{ api_key: [] }])
    }
  })
  it("names every operation once, and says what it is for", () => {
    expect(new Set(operations.map(({ op }) => op.operationId)).size).toBe(operations.length)
    expect(operations.filter(({ op }) => !op.summary).map(({ path }) => path)).toEqual([])
  })
  it("declares every parameter of a path, and types every parameter", () => {
    for (const { op, path } of operations) {
      const inPath = op.parameters.filter((one: any) => one.in === "path").map((one: any) => one.name)
      expect(inPath.toSorted(), path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted())
      for (const one of op.parameters) expect(one.schema.type ?? one.schema.$ref, `${path} ${one.name}`).toBeDefined()
    }
  })
  it("has numbers as numbers", () => {
    const types = new Map(
      operations.flatMap(({ op }) => op.parameters.map((one: any) => [one.name, one.schema.type] as const))
    )
    expect(types.get("limit")).toBe("integer")
    expect(types.get("integration_id")).toBe("number")
    const [get] = operations.filter(({ path }) => path === "/v3/accounting/expenses/{svc_id}")
    expect(get!.op.parameters[0].schema.type).toBe("integer")
  })
  it("declares the answers that any request can get", () => {
    for (const { op, path } of operations) {
      for (const status of ["400", "401", "403", "404", "413", "500"]) expect(op.responses, path).toHaveProperty(status)
      expect(op.responses["415"] !== undefined, path).toBe(op.requestBody !== undefined)
    }
  })
  it("refers to nothing that is not there", () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!)
    expect(refs.length).toBeGreaterThan(1000)
    expect([...new Set(refs)].filter((ref) => resolve(ref) === undefined)).toEqual([])
  })
  it("names every object in the body of a write, so that generators have a type for it", () => {
    const nameless: Array<string> = []
    const walk = (at: any, path: string, isNamed: boolean): void => {
      if (Array.isArray(at)) return at.forEach((own, index) => walk(own, `${path}[${index}]`, false))
      if (typeof at !== "object" || at === null) return
      if (at.properties !== undefined && !isNamed) nameless.push(path)
      for (const [name, own] of Object.entries<any>(at)) {
        if (name === "properties") for (const [member, of] of Object.entries(own)) walk(of, `${path}.${member}`, false)
        else if (name !== "examples") walk(own, path, false)
      }
    }
    const bodies = operations.flatMap(({ op, path }) => {
      const ref = op.requestBody?.content["application/json"].schema.$ref
      return ref === undefined || /^\/v3\/core\/|passthrough/.test(path) ? [] : [ref as string]
    })
    const named = new Set(bodies)
    for (const ref of named) {
      for (const [, inner] of JSON.stringify(resolve(ref)).matchAll(/"\$ref":"([^"]+)"/g)) named.add(inner!)
    }
    expect(named.size).toBeGreaterThan(150)
    for (const ref of named) walk(resolve(ref), ref, true)
    expect(nameless).toEqual([])
    const of = (title: RegExp) => [...named].filter((ref) => title.test(ref))
    expect(of(/\/Bill\w*LineItem$/).length).toBeGreaterThan(0)
    expect(of(/\/CrmContact\w*Address$/).length).toBeGreaterThan(0)
  })
  it("has examples that its own schemas take", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: "doc", components: document.components })
    let found = 0
    for (const [name, schema] of Object.entries<any>(document.components.schemas)) {
      for (const example of schema.examples ?? []) {
        const validate = ajv.compile({ $ref: `doc#/components/schemas/${name}` })
        expect(validate(example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true)
        found++
      }
    }
    expect(found).toBeGreaterThan(15)
    for (const { op, path } of operations) {
      const schema = op.requestBody?.content["application/json"].schema
      if (schema === undefined || schema.$ref === undefined) continue
      expect(resolve(schema.$ref).examples, path).toBeDefined()
    }
  })
})

describe("the lists", () => {
  it.each(Models.modelIds)("of %s are filtered and sorted by what the document says", (id) => {
    const { op } = operations.find(({ method, path }) => method === "get" && path === Models.get(id).path)!
    const deep = op.parameters.filter((one: any) => one.style === "deepObject")
    const fields = [...columnsOf(id).keys()]
    // Members of lists, objects and related records are named by a dot, which the description says.
    const targets = [...targetsOf(id).values()].filter(({ name }) => !name.includes("."))
    expect(deep.map((one: any) => one.name)).toEqual(["sort", ...targets.map(({ name }) => name)])
    for (const { name, schema } of deep) {
      const { additionalProperties, properties } = schema.$ref === undefined ? schema : resolve(schema.$ref)
      expect(additionalProperties).toBe(false)
      expect(Object.keys(properties), name).toEqual(
        name === "sort" ? fields : [...(targetsOf(id).get(name)!.operators ?? operators)]
      )
    }
    const names = op.parameters.map((one: any) => one.name)
    const relations = Object.keys(Models.get(id).relations)
    expect(names.includes("expand")).toBe(relations.length > 0)
    for (const relation of relations) {
      const [expand] = op.parameters.filter((one: any) => one.name === "expand")
      expect(new RegExp(expand.schema.pattern).test(relation)).toBe(true)
    }
  })
})
