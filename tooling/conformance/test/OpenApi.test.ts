/** The dialects: Swagger 2, OpenAPI 3.0 and 3.1, forms, lists, several files. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import type { Description, Outgoing } from "../src/Description.ts"
import * as OpenApi from "../src/OpenApi.ts"

const request = (method: string, url: string, body?: string, headers: Record<string, string> = {}): Outgoing => ({
  method,
  url: new URL(url),
  headers,
  body
})
const faults = (description: Description, one: Outgoing): ReadonlyArray<string> => {
  const found = description.find(one)
  return found.operation === null ? [found.reason] : found.operation.faults(one)
}
const json = { "content-type": "application/json" }

it("reads Swagger 2: host and base path, body, form, lists, examples, security", () => {
  const description = OpenApi.make({
    swagger: "2.0",
    host: "api.example.com",
    basePath: "/v1",
    schemes: ["https"],
    consumes: ["application/json"],
    securityDefinitions: { key: { type: "apiKey", in: "query", name: "api_token" } },
    paths: {
      "/notes": {
        get: {
          parameters: [
            { in: "query", name: "ids", type: "array", items: { type: "integer" }, required: true },
            { in: "query", name: "size", type: "integer", maximum: 5, exclusiveMaximum: true }
          ],
          responses: { 200: { description: "", examples: { "application/json": [{ id: 1 }] } } }
        },
        post: {
          parameters: [{ in: "body", name: "note", required: true, schema: { $ref: "#/definitions/Note" } }],
          responses: { 201: { description: "", schema: { $ref: "#/definitions/Note" } } }
        }
      },
      "/files": {
        post: {
          consumes: ["application/x-www-form-urlencoded"],
          parameters: [
            { in: "formData", name: "size", type: "integer", required: true },
            { in: "formData", name: "content", type: "file" }
          ],
          responses: { 204: { description: "" } }
        }
      }
    },
    definitions: {
      Note: {
        type: "object",
        required: ["text"],
        properties: { text: { type: "string" }, parent: { $ref: "#/definitions/Note" } }
      }
    }
  })
  const notes = "https://api.example.com/v1/notes"
  expect(faults(description, request("GET", `${notes}?ids=1,2&size=4&api_token=x`))).toEqual([])
  expect(faults(description, request("GET", `${notes}?ids=1,two&size=5`))).toEqual([
    "query parameter ids 1 must be integer",
    "query parameter size must be < 5"
  ])
  expect(faults(description, request("GET", notes))).toEqual(["query parameter ids is required and missing"])
  expect(faults(description, request("POST", notes, '{"text":"a","parent":{"text":"b","txt":1}}', json))).toEqual([
    "body: parent has the member txt, which is not declared"
  ])
  expect(faults(description, request("POST", notes, "text=a", { "content-type": "text/plain" }))).toEqual([
    "the body is sent as text/plain, described is application/json"
  ])
  const form = { "content-type": "application/x-www-form-urlencoded" }
  expect(faults(description, request("POST", "https://api.example.com/v1/files", "size=x", form))).toEqual([
    "body: size must be integer"
  ])
  expect(
    description.operations.map(({ examples, id, status }) => [id, status, examples.map(({ body }) => body)])
  ).toEqual([
    ["GET /notes", 200, [[{ id: 1 }]]],
    ["POST /notes", 201, [{ text: "text" }]],
    ["POST /files", 204, []]
  ])
})

it("reads OpenAPI 3.1: server variables, composed bodies, types in lists, webhooks", () => {
  const description = OpenApi.make({
    openapi: "3.1.0",
    servers: [{ url: "https://{shop}.example.com/api" }],
    paths: {
      "/orders/{id}": {
        put: {
          parameters: [{ in: "path", name: "id", required: true, schema: { type: "integer" } }],
          requestBody: {
            content: {
              "application/json": {
                schema: {
                  allOf: [
                    { $ref: "#/components/schemas/Base" },
                    { type: "object", properties: { total: { type: ["number", "null"], exclusiveMinimum: 0 } } }
                  ]
                }
              },
              "application/x-www-form-urlencoded": {
                schema: {
                  type: "object",
                  properties: {
                    lines: { type: "array", items: { type: "object", properties: { price: { type: "integer" } } } }
                  }
                }
              }
            }
          },
          responses: {
            "2XX": {
              description: "",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Base" } } }
            }
          }
        }
      },
      "/orders/count": { get: { responses: { 200: { description: "" } } } }
    },
    components: {
      schemas: {
        Base: { type: "object", properties: { note: { type: "string", enum: ["a", "b"] } }, example: { note: "b" } }
      }
    },
    webhooks: {
      order: {
        post: {
          requestBody: { content: { "application/json": { examples: { paid: { value: { id: 7 } } } } } },
          responses: {}
        }
      }
    }
  })
  const order = "https://my-shop.example.com/api/orders/7"
  expect(faults(description, request("PUT", order, '{"note":"a","total":null}', json))).toEqual([])
  expect(faults(description, request("PUT", order, '{"note":"c","total":0,"x":1}', json)).toSorted()).toEqual([
    "body: has the member x, which is not declared",
    "body: note must be one of a, b",
    "body: total must be > 0"
  ])
  const form = { "content-type": "application/x-www-form-urlencoded" }
  expect(faults(description, request("PUT", order, "lines[0][price]=3&lines[1][price]=4", form))).toEqual([])
  expect(faults(description, request("PUT", order, "lines[0][prize]=3", form))).toEqual([
    "body: lines.0 has the member prize, which is not declared"
  ])
  // The literal path goes before the one with a parameter.
  expect(faults(description, request("PUT", order.replace("7", "count"), "{}", json))).toEqual([
    "the method PUT is not described for /api/orders/count, only GET"
  ])
  expect(description.operations[0]!.examples).toEqual([
    { name: "PUT /orders/{id}", status: 200, body: { note: "b" }, from: "documented" }
  ])
  expect(description.events.map(({ body, name }) => [name, body])).toEqual([["webhook order (paid)", { id: 7 }]])
})

it("follows references between the files of one folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-documents-"))
  try {
    writeFileSync(
      join(folder, "main.yaml"),
      `openapi: 3.0.0
servers: [{ url: https://api.example.com }]
paths:
  /things:
    parameters: [{ $ref: "#/components/parameters/nowhere" }]
    post:
      requestBody: { content: { application/json: { schema: { $ref: "./parts.json#/schemas/Thing" } } } }
      responses: { "200": { description: "" } }
`
    )
    writeFileSync(
      join(folder, "parts.json"),
      JSON.stringify({
        schemas: {
          Thing: { type: "object", properties: { part: { $ref: "#/schemas/Part" } } },
          Part: { type: "object", properties: { size: { type: "number", nullable: true } } }
        }
      })
    )
    const description = OpenApi.load(join(folder, "main.yaml"))
    const post = (body: string) => request("POST", "https://api.example.com/things", body, json)
    expect(faults(description, post('{"part":{"size":null}}'))).toEqual([])
    expect(faults(description, post('{"part":{"size":"big"}}'))).toEqual(["body: part.size must be number,null"])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("reads members of an object among the query parameters", () => {
  const range = { type: "object", properties: { gte: { type: "integer" }, lt: { type: "integer" } } }
  const deep = (name: string, schema: unknown) => ({ in: "query", name, style: "deepObject", explode: true, schema })
  const description = OpenApi.make({
    openapi: "3.0.0",
    servers: [{ url: "https://api.example.com" }],
    paths: {
      "/notes": {
        get: {
          parameters: [
            deep("created", { anyOf: [range, { type: "integer" }] }),
            deep("kinds", { type: "array", items: { enum: ["a", "b"] } })
          ],
          responses: { 200: { description: "" } }
        }
      }
    }
  })
  const of = (query: string) => faults(description, request("GET", `https://api.example.com/notes?${query}`))
  expect(of("created[gte]=1&created[lt]=9&kinds[0]=a&kinds[1]=b")).toEqual([])
  expect(of("created=1")).toEqual([])
  expect(of("created[gte]=soon")).not.toEqual([])
  expect(of("created[since]=1")).not.toEqual([])
  expect(of("kinds[0]=c")).toEqual([expect.stringContaining("must be one of a, b")])
  expect(of("made[gte]=1")).toEqual(["query parameter made[gte] is not declared"])
})
