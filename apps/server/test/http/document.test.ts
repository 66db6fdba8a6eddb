/** The served OpenAPI document by itself: whole, consistent, and saying what the lists really take. */
import { Models } from "@svc/core"
import { Api, ApiError, Descriptions, Document, Webhooks } from "@svc/core/api"
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

/** Every schema in the document, and where it is. */
const visited: Array<{ readonly path: string; readonly at: any }> = []
const members: Array<{ readonly path: string; readonly name: string; readonly at: any }> = []
const nameless: Array<string> = []
const visit = (at: any, path: string, isNamed: boolean): void => {
  visited.push({ path, at })
  if (at.properties !== undefined && !isNamed) nameless.push(path)
  for (const [name, own] of Object.entries<any>(at.properties ?? {})) {
    members.push({ path: `${path}.${name}`, name, at: own })
    visit(own, `${path}.${name}`, false)
  }
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    for (const own of at[key] ?? []) visit(own, `${path}/${key}`, false)
  }
  if (at.items !== undefined) visit(at.items, `${path}[]`, false)
  if (typeof at.additionalProperties === "object") visit(at.additionalProperties, `${path}{}`, false)
}
const schemas = Object.entries<any>(document.components.schemas).map(([name, at]) => ({ name, at }))
for (const { at, name } of schemas) visit(at, name, true)
for (const { method, op, path } of operations) {
  const bodies = [op.requestBody, ...Object.values<any>(op.responses)]
  for (const body of bodies) {
    const schema = body?.content?.["application/json"]?.schema
    if (schema !== undefined) visit(schema, `${method} ${path}`, false)
  }
}

describe("the document", () => {
  it("is OpenAPI 3.1 with one security scheme", () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.components.securitySchemes).toEqual({
      api_key: { type: "apiKey", name: "api_key", in: "header", description: expect.any(String) }
    })
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
      const names = op.parameters.map((one: any) => `${one.in} ${one.name}`)
      expect(names, `${path}: each once`).toEqual([...new Set(names)])
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
  it("names every object, so that generators have a type for it", () => {
    expect(nameless).toEqual([])
    expect(schemas.filter(({ name }) => /_|\d$/.test(name)).map(({ name }) => name)).toEqual([])
    const named = schemas.map(({ name }) => name)
    expect(named.filter((name) => /^Bill\w*LineItem$/.test(name)).length).toBeGreaterThan(0)
    expect(named.filter((name) => /^CrmContact\w*Address$/.test(name)).length).toBeGreaterThan(0)
  })
  it("says null once in a union", () => {
    expect(visited.filter(({ at }) => (at.anyOf ?? []).some((one: any) => one.anyOf !== undefined))).toEqual([])
    const nulls = (at: any) => (at.anyOf ?? []).filter((one: any) => one.type === "null").length
    expect(visited.filter(({ at }) => nulls(at) > 1).map(({ path }) => path)).toEqual([])
  })
  it("describes every schema, member, parameter, answer and operation", () => {
    // A word or two say no more than the name; a sentence does not end in its middle.
    const isTold = (text: unknown) => typeof text === "string" && text.split(/\s+/).length >= 2 && /[.)]$/.test(text)
    const untold = [
      ...members.filter(({ at }) => !isTold(at.description)).map(({ path, at }) => `${path}: ${at.description}`),
      ...schemas
        .filter(({ at }) => at.description !== undefined && !isTold(at.description))
        .map(({ name, at }) => `${name}: ${at.description}`),
      ...operations.flatMap(({ method, op, path }) => [
        ...(isTold(op.description?.replace(/ ?Needs the scope `\w+`\.$/, ""))
          ? []
          : [`${method} ${path}: ${op.description}`]),
        ...op.parameters
          .filter((one: any) => !isTold(one.description))
          .map((one: any) => `${method} ${path} ${one.name}: ${one.description}`),
        ...Object.entries<any>(op.responses)
          .filter(([, answer]) => !isTold((answer.$ref === undefined ? answer : resolve(answer.$ref)).description))
          .map(([status]) => `${method} ${path} ${status}`)
      ]),
      ...document.tags.filter(({ description }: any) => !isTold(description)).map(({ name }: any) => `tag ${name}`)
    ]
    expect(members.length).toBeGreaterThan(5000)
    expect(schemas.filter(({ at }) => at.description !== undefined).length).toBeGreaterThan(850)
    expect(untold).toEqual([])
  })
  it("says of a member more than its name, and of different members not the same", () => {
    // What may be told in the same words is told of members that are called alike, or that rest on the same sentence.
    const meant = new Map<string, Set<string>>()
    for (const { at, name, path } of members.filter(({ name }) => /^[a-z]/.test(name))) {
      const bare = String(at.description)
        .toLowerCase()
        .replaceAll(/[^a-z ]/g, "")
      const echo = name.replaceAll("_", " ").toLowerCase()
      expect([`the ${echo}`, echo, `the ${echo} of it`, `${echo} of the record`], path).not.toContain(bare)
      meant.set(bare, (meant.get(bare) ?? new Set()).add(name))
    }
    const shared = [...meant].filter(([, names]) => names.size > 4)
    expect(shared).toEqual([])
  })
  it("has words for what is there, and for nothing else", () => {
    expect(Descriptions.unused()).toEqual([])
  })
  it("says of every error code what it means", () => {
    const answers = Object.values<any>(document.components.responses).map(({ description }) => description)
    // Of another method than an address takes nobody can say in which operation.
    for (const code of ApiError.errorCodes.filter((code) => code !== "method-not-allowed"))
      expect(answers.join(" "), code).toContain(`\`${code}\`: `)
  })
  it("shows what webhooks send, with the headers that sign it", () => {
    expect(Object.keys(document.webhooks)).toEqual([...Webhooks.webhookTypes])
    for (const { post } of Object.values<any>(document.webhooks)) {
      expect(post.parameters.map(({ name }: any) => name)).toEqual([
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature"
      ])
      expect(resolve(post.requestBody.content["application/json"].schema.$ref)).toBeDefined()
    }
    expect(Object.keys(resolve("#/components/schemas/DataModelChangesEvent").discriminator.mapping)).toEqual([
      ...Models.modelIds
    ])
  })
  it("names the integrations that a service has", () => {
    const { IntegrationType } = (Document.withIntegrations(document, ["ACME_BOOKS"]) as any).components.schemas
    expect(IntegrationType.enum).toEqual(expect.arrayContaining(["ACME_BOOKS", "SVC_SANDBOX", "XERO", "ZOHO_CRM"]))
    expect(IntegrationType.examples.every((one: string) => IntegrationType.enum.includes(one))).toBe(true)
  })
  it("bounds every batch of a write", () => {
    const batches = schemas.filter(({ name, at }) => name.endsWith("Request") && at.properties.data?.type === "array")
    expect(batches.length).toBeGreaterThan(80)
    for (const { at, name } of batches) {
      expect(at.properties.data, name).toMatchObject({ minItems: 1, maxItems: expect.any(Number) })
      expect(at.required, name).toEqual(["company_id", "data"])
    }
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
      const schema = op.requestBody?.content["application/json"]?.schema
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
