/** Zoho Books, by Zoho's own OpenAPI documents, one for each module. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { zohoBooks } from "@svc/zoho-books"
import { type Description, type Example, join as together, type Operation } from "../Description.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import * as OpenApi from "../OpenApi.ts"
import type { Profile } from "../Profile.ts"
import { id, writes } from "./zoho-books-writes.ts"

/** Lists that a document describes as one element, and records that it describes as a list, of which one lacks its id. */
const lists = ["creditnotes", "line_items"]
const ones = ["salesorder", "tax"]
const order = { salesorder_id: "460000000039129" }
const mended = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(mended)
  if (!isObject(body)) return body
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      // What is made of a member without an example is no date and no number.
      if (value === "text") return []
      const own = mended(value)
      if (ones.includes(name) && Array.isArray(own))
        return [[name, name === "salesorder" ? { ...order, ...own[0] } : own[0]]]
      return [[name, lists.includes(name) && isObject(own) ? [own] : own]]
    })
  )
}
const around = (operation: Operation): Operation => ({
  ...operation,
  examples: operation.examples.map((own): Example => ({ ...own, body: mended(own.body) }))
})
const rightly = (description: Description): Description => ({
  ...description,
  operations: description.operations.map(around),
  find: (request, options) => {
    const found = description.find(request, options)
    return found.operation === null ? found : { ...found, operation: around(found.operation) }
  }
})

/** Collections: where a list has its rows, and what names one. */
const names: Readonly<Record<string, readonly [at: string, id: string]>> = {
  banktransactions: ["banktransactions", "transaction_id"],
  creditnotes: ["creditnotes", "creditnote_id"],
  customerpayments: ["customer_payments", "payment_id"],
  invoices: ["invoices", "invoice_id"],
  salesorders: ["salesorders", "salesorder_id"],
  "settings/currencies": ["currencies", "currency_id"],
  "settings/taxes": ["taxes", "tax_id"],
  vendorpayments: ["vendorpayments", "payment_id"]
}

export const profile: Profile = {
  slug: "zoho-books",
  connector: zohoBooks,
  describe: (folder) =>
    rightly(
      together(
        readdirSync(join(folder, "openapi"))
          .filter((file) => file.endsWith(".yml"))
          .map((file) => OpenApi.load(join(folder, "openapi", file)))
      )
    ),
  settings: {
    apiDomain: "https://www.zohoapis.com",
    accountsServer: "https://accounts.zoho.com",
    organization: "10229182",
    plan: "PROFESSIONAL"
  },
  credentials: { access_token: "a token of nobody" },
  ids: {
    ...Object.fromEntries(Object.keys(zohoBooks.reads).map((model) => [model, id])),
    "BILL_PAYMENTS (vendorcredits)": `credited:${id}:1`,
    "INVOICE_PAYMENTS (creditnotes)": `credited:${id}:1`
  },
  writes,
  more: (body, page) =>
    isObject(body)
      ? { ...body, page_context: { ...(body["page_context"] as Json), page, per_page: 200, has_more_page: true } }
      : body,
  behaviour: {
    collections: Object.fromEntries(Object.entries(names).map(([path, [at, own]]) => [`/${path}`, { at, id: own }])),
    seed: {
      "/customerpayments": [
        {
          payment_id: `${id}1`,
          customer_id: id,
          payment_mode: "cash",
          amount: 5,
          invoices: [{ invoice_id: id, amount_applied: 5 }]
        }
      ],
      "/vendorpayments": [
        { payment_id: `${id}1`, vendor_id: id, amount: 5, balance: 0, bills: [{ bill_id: id, amount_applied: 5 }] }
      ]
    },
    // People, like lines, are given ids.
    complete: (item, { newId }) =>
      Array.isArray(item["contact_persons"])
        ? {
            ...item,
            contact_persons: item["contact_persons"].map((own: Json) => ({ contact_person_id: newId(), ...own }))
          }
        : item
  },
  departures: [
    {
      fault: /^GET \/organizations: query parameter organization_id is required/,
      reason: "It is the one call without: https://www.zoho.com/books/api/v3/introduction/#organization-id"
    },
    {
      fault: /query parameter date_start is not declared/,
      reason: "The description names it in words, as a variant of `date`"
    },
    {
      fault: /tags\.\d+\.tag_(?:option_)?id must be integer/,
      reason: "Ids are longer than numbers are exact, and its own examples are texts"
    },
    {
      fault: /^PUT \/invoices\/.* has the member line_item_id, which is not declared/,
      reason: "Without it every line would be a new one; the requests of other documents have it"
    },
    {
      fault: /^POST \/creditnotes: .* has the member rate, which is not declared/,
      reason: "The request's lines have no price at all, and those of the answer have"
    },
    {
      fault: /^(?:POST|PUT) \/customerpayments.*: body: .* required property '(?:invoice_id|amount_applied)'/,
      reason: "They are members of what is in `invoices`, where they are sent, and a payment of none has neither"
    },
    {
      fault: /purchaseorders.*: body: line_items\.\d+\.quantity must be string/,
      reason: "Its own example is a number, as the quantities of all other documents are"
    },
    {
      fault: /^PUT \/expenses\/.* required property 'paid_through_account_id'/,
      reason: "The described answer, of which a change says it again, lacks the id beside its name"
    }
  ]
}
