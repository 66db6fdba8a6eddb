/** Zoho CRM, by Zoho's own OpenAPI documents, one for each part of the interface, which refer to each other. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { zohoCrm } from "@svc/zoho-crm"
import { readDocument } from "../Documents.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"
import type { Profile } from "../Profile.ts"
import { id, writes } from "./zoho-crm-writes.ts"

const domain = "https://www.zohoapis.eu"

/** A document that has been laid into another: its references begin there. */
const laidInto = (place: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((own) => laidInto(place, own))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [
      name,
      name === "$ref" ? String(own).replace(/^#/, place) : laidInto(place, own)
    ])
  )
}
/** All documents as one, for the most literal of all their paths decides. */
const documentIn = (folder: string): Json => {
  const own = join(folder, "openapi", "v8.0")
  // Of what others share, its one path is an example.
  const files = readdirSync(own).filter((file) => file.endsWith(".json") && file !== "common.json")
  const documents = files.map(
    (file) => [file, laidInto(`#/x-documents/${file}`, readDocument(join(own, file))) as Json] as const
  )
  return {
    openapi: "3.0.0",
    info: { title: "Zoho CRM", version: "8.0" },
    paths: Object.fromEntries(documents.flatMap(([, { paths }]) => Object.entries(paths as Json))),
    "x-documents": Object.fromEntries(documents)
  }
}
const valued = (name: string, value: string) => ({
  id: name,
  api_name: name,
  pick_list_values: [{ id, display_value: value, actual_value: value, probability: 10 }]
})

export const profile: Profile = {
  slug: "zoho-crm",
  connector: zohoCrm,
  // The documents name one address; that of the account's data centre is called.
  describe: (folder) => OpenApi.make(documentIn(folder), { servers: [domain] }),
  settings: {
    accountsServer: "https://accounts.zoho.eu",
    apiDomain: domain,
    organization: "5550000000000001",
    edition: "enterprise",
    users: "10"
  },
  credentials: { access_token: "a token of nobody" },
  ids: {
    ...Object.fromEntries(Object.keys(zohoCrm.reads).map((model) => [model, id])),
    "CRM_ACTIVITIES (calls)": `call-${id}`,
    "CRM_ACTIVITIES (events)": `meeting-${id}`
  },
  subscribes: true,
  writes,
  more: (body) =>
    isObject(body)
      ? { ...body, info: { more_records: true, next_page_token: "token-2", per_page: 200, count: 1, page: 1 } }
      : body,
  last: (body) => (isObject(body) ? { ...body, info: { more_records: false } } : body),
  behaviour: { seed: { "/crm/v8/settings/fields": [valued("Stage", "Qualification"), valued("Pipeline", "Sales")] } },
  refusals: [
    {
      model: "CRM_NOTES create",
      issue: /required field not found/,
      reason: "It is what a refusal is described as, beside the answer to a note that was made"
    }
  ],
  departures: [
    {
      fault: /^GET \/crm\/v8\/users: query parameter type must be one of/,
      reason: "AllUsers is named by the page itself: https://www.zoho.com/crm/developer/docs/api/v8/get-users.html"
    },
    {
      fault: /^(?:POST|PUT) \/crm\/v8\/Notes: body: data\.0(?:\.Parent_Id\.module)? must have required property/,
      reason: "The whole answer is described for the request: ids and moments that Zoho itself makes are required of it"
    },
    {
      fault: /^PUT \/crm\/v8\/Notes: body: data\.0\.Note_Title must be string/,
      reason: "Null empties a member, as it does in all modules"
    },
    {
      fault: /^GET \/crm\/v8\/Notes: (?:query parameter (?:ids|page_token)|header if-modified-since) is/,
      reason: "Notes are a module as all others are: what is described of these holds for them"
    },
    {
      fault: /watch\.0\.channel_id must be object/,
      reason:
        "It is a number that the caller chooses: https://www.zoho.com/crm/developer/docs/api/v8/notifications/enable.html"
    },
    {
      fault: /watch\.0\.notify_url must match pattern/,
      reason: "The pattern would allow addresses of Zoho's own alone"
    }
  ]
}
