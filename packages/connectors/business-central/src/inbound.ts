/**
 * Webhooks: one for each list that Business Central tells of, for three days at a time. What proves a notification is the secret that each
 * carries along.
 */
import type { Models } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Subscribe from "@svc/core/Subscribe"
import * as Wire from "@svc/core/Wire"
import { contactId, type Kind } from "./contacts.ts"
import { one, pages } from "./lists.ts"

type Told = (id: string) => ReadonlyArray<{ readonly model: Models.ModelId; readonly platform_id: string | null }>
const by =
  (...models: ReadonlyArray<Models.ModelId>): Told =>
  (id) =>
    models.map((model) => ({ model, platform_id: id }))
const contact =
  (kind: Kind): Told =>
  (id) => [{ model: "CONTACTS", platform_id: contactId(kind, id) }]
/** Records of several items, and the one of a company, are read anew. */
const anew =
  (...models: ReadonlyArray<Models.ModelId>): Told =>
  () =>
    models.map((model) => ({ model, platform_id: null }))
const lists: Readonly<Record<string, Told>> = {
  accounts: by("ACCOUNTS"),
  companyInformation: anew("COMPANY_INFO"),
  currencies: by("CURRENCIES"),
  customers: contact("customer"),
  dimensions: by("TRACKING_CATEGORIES"),
  generalLedgerEntries: anew("JOURNAL_ENTRIES", "BANK_TRANSACTIONS"),
  items: by("ITEMS"),
  purchaseInvoices: by("BILLS", "EXPENSES"),
  salesCreditMemos: by("INVOICE_CREDIT_NOTES"),
  salesInvoices: by("INVOICES"),
  salesOrders: by("SALES_ORDERS"),
  vendors: contact("vendor")
}

const Hook = Wire.struct({
  subscriptionId: Wire.required(Wire.id),
  notificationUrl: Wire.text,
  expirationDateTime: Wire.instant
})
// Quirk: an id stands in quotes here, and a renewal says everything again.
const place = (id: string) => ({
  base: "root",
  path: one("subscriptions", `'${id}'`),
  headers: { "if-match": "*" }
})
const bodyOf = ({ address, secret, settings, topic }: Subscribe.Wanted) => ({
  notificationUrl: address,
  resource: `/api/v2.0/companies(${settings["company"]})/${topic}`,
  clientState: secret
})

const subscribe = Subscribe.make({
  topics: Object.keys(lists),
  lasts: 3 * 86_400,
  create: (wanted) => ({ method: "POST", base: "root", path: "/subscriptions", body: bodyOf(wanted) }),
  response: Hook,
  made: ({ expirationDateTime, subscriptionId }) => ({ id: subscriptionId, until: expirationDateTime }),
  renew: (wanted) => ({ method: "PATCH", ...place(wanted.id), body: bodyOf(wanted) }),
  remove: ({ id }) => ({ method: "DELETE", ...place(id) }),
  list: {
    call: Read.pages({ call: { base: "root", path: "/subscriptions" }, page: pages, items: "value" }),
    response: Wire.list(Wire.required(Hook)),
    found: (all) =>
      (all ?? []).map(({ notificationUrl, subscriptionId }) => ({ id: subscriptionId, address: notificationUrl }))
  }
})

const told = (body: unknown): ReadonlyArray<unknown> => {
  const all = Call.at(body, "value")
  return Array.isArray(all) ? all : []
}
const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
export const inbound = Inbound.make({
  proof: ({ body }) => {
    const all = told(parsed(body))
    return all.length === 0 ? null : { equals: all.map((own) => Normalize.text(Call.at(own, "clientState"))) }
  },
  // Before a webhook is made or renewed, and in no other way, its address is asked to say a token again.
  handshake: ({ url }) => {
    const token = url.searchParams.get("validationToken")
    return token === null ? null : { status: 200, headers: { "content-type": "text/plain" }, body: token }
  },
  events: (body) =>
    told(body).flatMap((own) => {
      const [, company, list = "", id] =
        /companies\(([\w-]+)\)\/(\w+)(?:\(([\w-]+)\))?/.exec(Normalize.text(Call.at(own, "resource")) ?? "") ?? []
      const named = Object.hasOwn(lists, list) ? lists[list] : undefined
      if (company === undefined || named === undefined) return []
      return named(id ?? "").map(({ model, platform_id }) => {
        // Many changes at once come as one, which names none of them.
        const whole = id === undefined ? null : platform_id
        const deleted = whole !== null && Call.at(own, "changeType") === "deleted"
        return { model, platform_id: whole, deleted, settings: { company } }
      })
    }),
  subscribe
})
