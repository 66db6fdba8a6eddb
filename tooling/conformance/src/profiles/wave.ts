/** Wave, by a restated subset of its public GraphQL schema. */
import { wave } from "@svc/wave"
import { buildSchema, introspectionFromSchema } from "graphql"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Description, Example, Outgoing } from "../Description.ts"
import * as GraphQlSchema from "../GraphQlSchema.ts"
import { isObject } from "../JsonSchemas.ts"
import type { Profile } from "../Profile.ts"

const business = btoa("Business:hp1")
const day = (serial: number): string => new Date(Date.UTC(2026, 0, 1 + (serial % 90))).toISOString().slice(0, 10)

/** Members whose values hang together, as a schema does not say: where a page is, decimals of currencies, what was done. */
const coherent = (value: unknown, page: number): unknown => {
  if (Array.isArray(value)) return value.map((own) => coherent(own, page))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => {
      if (name === "currentPage" || name === "totalPages") return [name, page]
      if (name === "exponent") return [name, 2]
      if (name === "didSucceed") return [name, true]
      if (name === "isArchived") return [name, false]
      return [name, name === "inputErrors" ? [] : coherent(own, page)]
    })
  )
}
const pageIn = ({ body = "" }: Outgoing): number =>
  Number((JSON.parse(body) as { readonly variables?: { readonly page?: number } }).variables?.page ?? 1)
/** What was asked for or done has a record, which a sparse answer lacks. */
const isThere = ({ body }: Example): boolean => {
  const data: unknown = isObject(body) ? body["data"] : null
  if (!isObject(data)) return true
  if (Object.values(data).some((own) => Array.isArray(own) && own.length === 0)) return false
  const { business: asked, done } = data
  return [asked, done].every(
    (own) => !isObject(own) || ["item", "transaction"].every((name) => !(name in own) || own[name] !== null)
  )
}

const describe = (folder: string): Description => {
  const file = readdirSync(folder).find((name) => name.endsWith(".graphql"))
  if (file === undefined) throw new Error("the folder holds no schema")
  // The subset leaves open what may be null: a connection is there wherever it is asked for.
  const text = readFileSync(join(folder, file), "utf8").replaceAll(/: (\w+Connection)$/gm, ": $1!")
  const own = GraphQlSchema.make(introspectionFromSchema(buildSchema(text)), {
    path: "/graphql/public",
    hosts: /^gql\.waveapps\.com$/,
    scopes: [],
    needs: new Map(),
    maxPage: 100,
    maxCost: Number.POSITIVE_INFINITY,
    id: (type, serial) =>
      type === "Business" ? business : btoa(`Business:hp1;${type}:${type === "InvoicePayment" ? 1 : serial}`),
    scalars: {
      Date: day,
      DateTime: (serial) => `${day(serial)}T08:00:00.000Z`,
      Decimal: (serial) => String(serial % 500),
      URL: (serial) => `https://files.wave.example/${serial}`
    }
  })
  return {
    ...own,
    find: (request, options) => {
      const found = own.find(request, options)
      if (found.operation === null) return found
      const examples = found.operation.examples
        .map((example) => ({ ...example, body: coherent(example.body, pageIn(request)) }))
        .filter(isThere)
      // Each page is an operation of its own: the answer to one is none to another.
      const page = pageIn(request)
      const id = page > 1 ? `${found.operation.id}, page ${page}` : found.operation.id
      return { ...found, operation: { ...found.operation, id, examples } }
    }
  }
}
/** A list as it is when there is a further page. */
const more = (body: unknown, page: number): unknown => {
  if (Array.isArray(body)) return body.map((own) => more(own, page))
  if (!isObject(body)) return body
  const places = { currentPage: page, totalPages: page + 1 }
  return Object.fromEntries(
    Object.entries(body).map(([name, own]) => [
      name,
      name in places ? places[name as keyof typeof places] : more(own, page)
    ])
  )
}

const line = { item_id: "p-1", description: "Reams", quantity: 2, unit_amount: 12.5, tax_id: "t-1" }
const gone = [{ platform_id: "c-1" }]
const paid = { invoice_id: "i-1", account_id: "a-1", amount: 5, payment_date: "2026-03-10", memo: "FT-1" }

export const profile: Profile = {
  slug: "wave",
  connector: wave,
  describe,
  settings: { business },
  credentials: { access_token: "a token of nobody" },
  ids: Object.fromEntries(Object.keys(wave.reads).map((model) => [model, "id-1"])),
  more,
  writes: {
    ACCOUNTS: {
      create: [
        { name: "Fees", sub_category: "CASH_AND_BANK", nominal_code: "1000", currency_id: "CAD", description: "x" }
      ],
      update: [{ platform_id: "a-1", name: "Bank fees", description: null, status: "ARCHIVED" }]
    },
    CONTACTS: {
      create: [
        {
          name: "Quill & Co",
          contact_name: "Ada Quill",
          currency_id: "USD",
          email: "ada@quill.example",
          external_links: [{ link: "https://quill.example", type: "WEBSITE" }],
          phone_numbers: [
            { number: "1", type: "TELEPHONE" },
            { number: "2", type: "MOBILE" },
            { number: "3", type: "FAX" }
          ],
          addresses: [{ street: "1 Quay Street", city: "Halifax", country: "AE" }, { street: "2 Pine Road" }]
        }
      ],
      update: [{ platform_id: "c-1", name: "Quill", contact_name: null, phone_numbers: [], addresses: [] }],
      delete: gone
    },
    BANK_TRANSACTIONS: {
      create: [
        {
          from_account_id: "a-2",
          to_account_id: "a-1",
          debit_or_credit: "CREDIT",
          contact_id: "c-1",
          amount: 20,
          transaction_date: "2026-03-03",
          description: "Sale"
        }
      ]
    },
    EXPENSES: {
      create: [
        {
          account_id: "a-1",
          posted_date: "2026-03-03",
          memo: "Taxi",
          line_items: [{ account_id: "a-2", unit_amount: 20 }]
        }
      ]
    },
    INVOICES: {
      create: [
        {
          contact_id: "c-1",
          document_number: "101",
          posted_date: "2026-02-01",
          due_date: "2026-03-03",
          currency_id: "USD",
          currency_rate: 1.36,
          memo: "Thanks",
          total_discount: 5,
          status: "SUBMITTED",
          line_items: [line]
        }
      ],
      update: [
        { platform_id: "i-1", memo: null, total_discount: 0, line_items: [line] },
        { platform_id: "i-1", due_date: "2026-03-20", status: "SUBMITTED" }
      ],
      delete: gone
    },
    INVOICE_PAYMENTS: {
      create: [{ ...paid, currency_rate: 1.36, payment_mode: "CASH" }],
      delete: gone
    },
    ITEMS: {
      create: [
        {
          name: "Paper",
          description: "A ream",
          invoice_item: { unit_price: 12.5, account_id: "a-1", tax_id: "t-1" },
          bill_item: { unit_price: 12.5, account_id: "a-2" }
        }
      ],
      update: [{ platform_id: "p-1", name: "Ink", status: "ARCHIVED" }]
    },
    JOURNAL_ENTRIES: {
      create: [
        {
          posted_date: "2026-03-05",
          description: "Rent",
          journal_lines: [
            { account_id: "a-1", type: "CREDIT", net_amount: 100 },
            { account_id: "a-2", type: "DEBIT", net_amount: 100, contact_id: "c-1", description: "Rent" }
          ]
        }
      ]
    },
    TAX_RATES: { create: [{ name: "Harmonised sales tax", code: "HST", total_tax_rate: 15 }] }
  }
}
