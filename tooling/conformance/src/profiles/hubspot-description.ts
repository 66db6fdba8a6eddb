/**
 * HubSpot's description: OpenAPI documents of contacts, companies, deals and pipelines, of an earlier version. All types of
 * object are one API, so that of deals stands for those that have no document here. The few calls beside it (owners,
 * associations, the account) are put down here after HubSpot's public reference.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Description, join as together } from "../Description.ts"
import { readDocument } from "../Documents.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"

const text = { type: "string" }
const time = { type: "string", format: "date-time" }
const query = (name: string, schema: unknown) => ({ in: "query", name, schema })
const answer = (status: number, schema: unknown) => ({
  [status]: { description: "", content: { "application/json": { schema } } }
})
const list = (items: unknown) => ({ type: "object", properties: { results: { type: "array", items } } })

const owner = {
  type: "object",
  properties: {
    id: { ...text, example: "31" },
    email: text,
    firstName: text,
    lastName: text,
    userId: { type: "integer" },
    createdAt: time,
    updatedAt: time,
    archived: { type: "boolean", example: false }
  }
}
const association = {
  type: "object",
  properties: {
    from: { type: "object", properties: { id: { ...text, example: "301" } } },
    to: {
      type: "array",
      items: {
        type: "object",
        properties: {
          toObjectId: { type: "integer", example: 201 },
          associationTypes: {
            type: "array",
            items: {
              type: "object",
              properties: { category: text, typeId: { type: "integer", example: 5 }, label: text }
            }
          }
        }
      }
    }
  }
}
const account = {
  type: "object",
  properties: { portalId: { type: "integer", example: 62515 }, companyCurrency: { ...text, example: "EUR" } }
}
const inputs = {
  type: "object",
  required: ["inputs"],
  properties: {
    inputs: {
      type: "array",
      maxItems: 1000,
      items: { type: "object", required: ["id"], properties: { id: text }, additionalProperties: false }
    }
  }
}
const path = (name: string) => ({ in: "path", name, required: true, schema: text })
const between = ["objectType", "objectId", "toObjectType", "toObjectId"].map(path)
const labels = {
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    required: ["associationCategory", "associationTypeId"],
    properties: {
      associationCategory: { type: "string", enum: ["HUBSPOT_DEFINED", "USER_DEFINED", "INTEGRATOR_DEFINED"] },
      associationTypeId: { type: "integer" }
    },
    additionalProperties: false
  }
}
const beside = {
  openapi: "3.0.1",
  servers: [{ url: "https://api.hubapi.com" }],
  paths: {
    "/account-info/v3/details": { get: { responses: answer(200, account) } },
    "/crm/v3/owners": {
      get: {
        parameters: [
          query("email", text),
          query("after", text),
          query("limit", { type: "integer", maximum: 500 }),
          query("archived", { type: "boolean" })
        ],
        responses: answer(200, list(owner))
      }
    },
    "/crm/v4/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}": {
      put: {
        parameters: between,
        requestBody: { required: true, content: { "application/json": { schema: labels } } },
        responses: answer(201, { type: "object", properties: { fromObjectId: { type: "integer", example: 301 } } })
      },
      delete: { parameters: between, responses: { 204: { description: "" } } }
    },
    "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/read": {
      post: {
        parameters: [path("fromObjectType"), path("toObjectType")],
        requestBody: { required: true, content: { "application/json": { schema: inputs } } },
        responses: answer(207, list(association))
      }
    }
  }
}

/** Properties are any text to the documents: what a record of each type may hold. */
const samples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contacts: { firstname: "Ada", lastname: "Quill", email: "ada@quill.example", mobilephone: "+353 87 555 0101" },
  companies: { name: "Quill & Co", domain: "quill.example", numberofemployees: "42", city: "Cork" },
  deals: { dealname: "Paper", amount: "1500.75", dealstage: "closedwon", hs_is_closed_won: "true" },
  leads: { hs_lead_name: "Ada about quills", hs_lead_label: "WARM" },
  notes: { hs_note_body: "Called back", hs_timestamp: "2026-02-27T12:00:00Z" },
  tasks: { hs_task_subject: "Send the offer", hs_task_status: "WAITING", hs_task_priority: "HIGH" },
  calls: { hs_call_title: "Offer", hs_call_status: "COMPLETED", hs_call_duration: "61500" },
  meetings: { hs_meeting_title: "Demo", hs_meeting_outcome: "SCHEDULED" },
  emails: { hs_email_subject: "Your quills", hs_email_status: "SENT", hs_email_direction: "EMAIL" }
}
const documents: Readonly<Record<string, string>> = { contacts: "contact", companies: "company" }

/** The whole of a JSON value with some of its members in another form. */
const changed = (value: unknown, change: (own: Json) => Json): unknown =>
  Array.isArray(value)
    ? value.map((one) => changed(one, change))
    : isObject(value)
      ? change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, change)])))
      : value

/** The document of a type of object, with sample values where it says too little. */
const typeOf = (folder: string, type: string): Description => {
  const whole = readDocument(join(folder, `hubspot.crm.${documents[type] ?? "deal"}.json`))
  const isRecord = (own: Json) => isObject(own["properties"]) && "createdAt" in own["properties"]
  // Without an example an answer would say of no item in particular that it was refused.
  const isBatch = (own: Json) => isObject(own["properties"]) && "numErrors" in own["properties"]
  const document = changed(whole, (own) =>
    isBatch(own)
      ? { ...own, properties: { ...(own["properties"] as Json), errors: { type: "array", example: [] } } }
      : isRecord(own)
        ? {
            ...own,
            properties: {
              ...(own["properties"] as Json),
              properties: { type: "object", example: samples[type] },
              associations: { type: "object", example: { companies: { results: [{ id: "201", type: "to_company" }] } } }
            }
          }
        : own
  ) as Json
  const paths = Object.entries(document["paths"] as Json)
  const named = paths.map(([name, one]) => [name.replace("/objects/deals", `/objects/${type}`), one] as const)
  return OpenApi.make({ ...document, paths: Object.fromEntries(named) })
}

/** `metadata` of a stage is text by the document. */
const pipelines = (folder: string): Description =>
  OpenApi.make(
    changed(readDocument(join(folder, "hubspot.crm.pipeline.json")), (own) =>
      "additionalProperties" in own && String(own["description"]).includes("probability")
        ? { type: "object", example: { probability: "1.0", isClosed: "true" } }
        : String(own["description"]).startsWith("A pipeline stage definition")
          ? { ...own, properties: { ...(own["properties"] as Json), id: { ...text, example: "7000013" } } }
          : own
    ) as Json
  )

export const describe = (folder: string): Description => {
  const inner = join(folder, "openapi-apache2")
  const own = existsSync(inner) ? inner : folder
  return together([...Object.keys(samples).map((type) => typeOf(own, type)), pipelines(own), OpenApi.make(beside)])
}
