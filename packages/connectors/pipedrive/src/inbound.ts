/**
 * Webhooks of Pipedrive: one for everything, which answers to our password. They name records by their ids.
 * https://pipedrive.readme.io/docs/guide-for-webhooks-v2
 */
import type { Models } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"
import * as Subscribe from "@svc/core/Subscribe"
import * as Wire from "@svc/core/Wire"
import { item, rows } from "./lists.ts"

const Hook = Wire.struct({
  id: Wire.required(Wire.id),
  subscription_url: Wire.text,
  is_active: Wire.unknown
})
const subscribe = Subscribe.make({
  create: ({ address, secret }) => ({
    method: "POST",
    path: "/v1/webhooks",
    body: {
      subscription_url: address,
      event_action: "*",
      event_object: "*",
      name: "Changes, for the service that this company is connected to",
      http_auth_user: "pipedrive",
      http_auth_password: secret,
      version: "2.0"
    }
  }),
  response: Wire.read((body) => Wire.decode(Hook, item(body))),
  made: ({ id }) => ({ id }),
  remove: ({ id }) => ({ method: "DELETE", path: `/v1/webhooks/${Call.segment(id)}` }),
  list: {
    call: { path: "/v1/webhooks" },
    response: Wire.read((body) => rows(body).map((row) => Wire.decode(Hook, row))),
    // Quirk: after three days without a success one is switched off or gone, and is made anew.
    found: (hooks) =>
      hooks.map(({ id, is_active: isActive, subscription_url: address }) => ({
        id,
        address,
        active: isActive !== 0 && isActive !== false
      }))
  }
})

const models: Readonly<Record<string, Models.ModelId>> = {
  deal: "CRM_DEALS",
  lead: "CRM_LEADS",
  note: "CRM_NOTES",
  organization: "CRM_COMPANIES",
  person: "CRM_CONTACTS",
  pipeline: "CRM_PIPELINES",
  stage: "CRM_STAGES",
  user: "CRM_USERS"
}
/** An activity that became a task, or was one, is told of both. */
const modelsOf = (entity: unknown, body: unknown): ReadonlyArray<Models.ModelId> => {
  if (entity !== "activity") return [models[String(entity)] ?? []].flat()
  const types = [Call.at(body, "data.type"), Call.at(body, "previous.type")].filter((type) => typeof type === "string")
  if (types.length === 0) return ["CRM_ACTIVITIES", "CRM_TASKS"]
  const both = types.map((type) => (type === "task" ? ("CRM_TASKS" as const) : ("CRM_ACTIVITIES" as const)))
  return [...new Set(both)]
}
export const inbound = Inbound.make({
  proof: (request) => ({ equals: Inbound.passwordOf(request) }),
  // Quirk: ten answers of failure ban a webhook for half an hour, so that what is not known is taken in silence.
  events: (body) => {
    const given = Call.at(body, "meta.entity_id")
    const id = typeof given === "string" || typeof given === "number" ? Normalize.id(given) : null
    return id === null
      ? []
      : modelsOf(Call.at(body, "meta.entity"), body).map((model) => ({
          model,
          platform_id: id,
          // The address it is sent to is one connection's.
          settings: {},
          deleted: Call.at(body, "meta.action") === "delete"
        }))
  },
  subscribe
})
