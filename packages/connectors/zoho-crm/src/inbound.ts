/**
 * Notifications of Zoho CRM: one channel for a connection, which ends after a week at most. They name records by their ids and
 * carry our token instead of a signature. https://www.zoho.com/crm/developer/docs/api/v8/notifications/overview.html
 */
import type { Models } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Subscribe from "@svc/core/Subscribe"
import * as Wire from "@svc/core/Wire"

const modules: Readonly<Record<string, readonly [Models.ModelId, prefix?: string]>> = {
  Accounts: ["CRM_COMPANIES"],
  Calls: ["CRM_ACTIVITIES", "call"],
  Contacts: ["CRM_CONTACTS"],
  Deals: ["CRM_DEALS"],
  Events: ["CRM_ACTIVITIES", "meeting"],
  Leads: ["CRM_LEADS"],
  Notes: ["CRM_NOTES"],
  Tasks: ["CRM_TASKS"]
}
/** A channel's number is ours to choose: it is made of the address, so that the same one is found again. */
const channelOf = (address: string): string => {
  let [high, low] = [0x9e37, 0x79b9]
  for (const character of address) {
    high = (high * 31 + character.charCodeAt(0)) % 9_000_011
    low = (low * 37 + character.charCodeAt(0)) % 8_999_993
  }
  return `${1_000_000 + (high % 8_999_999)}${String(low).padStart(7, "0")}`
}
const watch = ({ address, secret, until }: Subscribe.Wanted) => ({
  watch: [
    {
      channel_id: channelOf(address),
      events: Object.keys(modules).map((module) => `${module}.all`),
      channel_expiry: `${String(until).slice(0, 19)}+00:00`,
      token: secret,
      notify_url: address
    }
  ]
})
const Answer = Wire.struct({
  watch: Wire.required(Wire.list(Wire.required(Wire.struct({ status: Wire.text, message: Wire.text }))))
})
/** Quirk: a channel is there once for each module. */
const Listed = Wire.read((body) => {
  if (Call.at(body, "info.more_records") === true) throw new Read.ItemsMissing("watch")
  return Read.requiredArrayAt(body, "watch")
})
const subscribe = Subscribe.make({
  lasts: 7 * 86_400,
  create: (wanted) => ({ method: "POST", path: "/actions/watch", body: watch(wanted) }),
  response: Answer,
  made: ({ watch: [own] }, { address }) => {
    if (own === undefined || own.status === "error") throw new Read.ItemsMissing("watch.0")
    return { id: channelOf(address) }
  },
  renew: (wanted) => ({ method: "PUT", path: "/actions/watch", body: watch(wanted) }),
  remove: ({ id }) => ({ method: "DELETE", path: "/actions/watch", query: { channel_ids: id } }),
  list: {
    call: { path: "/actions/watch", query: { page: 1, per_page: 200 } },
    response: Listed,
    found: (rows) =>
      [...new Map(rows.map((row) => [Normalize.id(Call.at(row, "channel_id")) ?? "", row])).entries()].map(
        ([id, row]) => ({
          id,
          address: Normalize.text(Call.at(row, "notify_url") as string)
        })
      )
  }
})

const Notification = Wire.struct({
  module: Wire.required(Wire.text),
  operation: Wire.text,
  ids: Wire.required(Wire.list(Wire.required(Wire.id)))
})
export const inbound = Inbound.make({
  proof: ({ body }) => {
    try {
      const token: unknown = Call.at(JSON.parse(body), "token")
      return typeof token === "string" ? { equals: token } : null
    } catch {
      return null
    }
  },
  events: (body) => {
    const { ids, module, operation } = Wire.decode(Notification, body)
    const [model, kind = ""] = modules[module] ?? []
    return model === undefined
      ? []
      : ids.map((id) => ({
          model,
          platform_id: Normalize.prefixed(kind, id),
          // A notification does not say whose it is: the address it is sent to does.
          settings: {},
          deleted: operation === "delete"
        }))
  },
  subscribe
})
