import { expect, test } from "vitest"
import { standalone } from "../src/Standalone.ts"
import * as OpenApi from "../src/OpenApi.ts"

const document = {
  openapi: "3.0.1",
  servers: [{ url: "https://api.acme.example/v1" }],
  paths: {
    "/deals/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { $ref: "#/components/schemas/Id" } }],
      patch: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Deal" } } } },
        responses: { 200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Unused" } } } } },
        security: [{ key: [] }]
      }
    }
  },
  components: {
    schemas: {
      Id: { type: "integer" },
      Deal: {
        type: "object",
        properties: { next: { $ref: "#/components/schemas/Deal" }, lost: { $ref: "#/nowhere" } }
      },
      Unused: { type: "string" }
    }
  }
}

test("an operation alone has all that its request refers to, each part once, and nothing else", () => {
  const [operation] = OpenApi.make(document).operations
  expect(operation!.document!("/before")).toEqual({
    openapi: "3.0.1",
    info: expect.anything(),
    paths: {
      "/before/v1/deals/{id}": {
        patch: {
          parameters: [{ name: "id", in: "path", required: true, schema: { $ref: "#/x-parts/p0" } }],
          requestBody: { content: { "application/json": { schema: { $ref: "#/x-parts/p1" } } } },
          consumes: undefined,
          responses: { 200: expect.anything() }
        }
      }
    },
    "x-parts": {
      p0: { type: "integer" },
      p1: { type: "object", properties: { next: { $ref: "#/x-parts/p1" }, lost: { $ref: "#/x-parts/p2" } } },
      p2: {}
    }
  })
})
test("what a Swagger document says of all its operations holds for the one", () => {
  const own = standalone({
    document: { swagger: "2.0", consumes: ["application/json"] },
    item: {},
    operation: {},
    method: "get",
    path: "/deals"
  })
  expect(own).toMatchObject({ swagger: "2.0", paths: { "/deals": { get: { consumes: ["application/json"] } } } })
})
