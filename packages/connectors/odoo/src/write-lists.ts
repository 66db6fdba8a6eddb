/** Items, accounts, tax rates and analytic accounts: the lists that others refer to. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { accounts } from "./accounts.ts"
import type { Arguments } from "./ask.ts"
import { items } from "./items.ts"
import { known } from "./listing.ts"
import { taxRates } from "./tax-rates.ts"
import { options } from "./tracking-categories.ts"
import { active, refsTo, refTo, writing } from "./writing.ts"

/** How stock is kept of an item has changed its member: until 17 what is kept in stock is a type of its own. */
const typeOf = (type: string, stock: ReadonlyArray<string>): Arguments => {
  const word = type === "SERVICE" ? "service" : "consu"
  if (stock.includes("is_storable")) return { type: word, is_storable: type === "INVENTORY" }
  return { type: type === "INVENTORY" ? "product" : word }
}
const flat = (made: Take.Item) => made
export const writeItems = writing("ITEMS", ["create", "update", "delete"], {
  model: "product.product",
  record: items,
  requires: ["name"],
  lookups: { stock: known("product.product", ["is_storable"]) },
  takes: {
    name: "name",
    code: "default_code",
    status: active,
    type: (type, { lookups }) => typeOf(type, lookups.stock),
    bill_item: {
      object: flat,
      of: {
        unit_price: "standard_price",
        tax_id: refsTo("supplier_taxes_id"),
        account_id: refTo("property_account_expense_id"),
        description: "description_purchase"
      }
    },
    is_bill_item: "purchase_ok",
    description: "description_sale",
    invoice_item: {
      object: flat,
      of: {
        unit_price: "list_price",
        tax_id: refsTo("taxes_id"),
        account_id: refTo("property_account_income_id"),
        description: "description_sale"
      }
    },
    is_invoice_item: "sale_ok"
  },
  makes: ({ bill_item, invoice_item, is_bill_item, is_invoice_item }) => ({
    ...(bill_item && is_bill_item == null ? { purchase_ok: true } : {}),
    ...(invoice_item && is_invoice_item == null ? { sale_ok: true } : {})
  }),
  by: ({ code, name }) => [
    ["name", "=", name],
    ["default_code", "=", code ?? false]
  ]
})

export const writeAccounts = writing("ACCOUNTS", ["create", "update", "delete"], {
  model: "account.account",
  record: accounts,
  requires: ["name", "nominal_code", "sub_category"],
  lookups: { names: known("account.account", ["active", "description", "note"]) },
  takes: {
    name: "name",
    nominal_code: "code",
    sub_category: "account_type",
    currency_id: refTo("currency_id"),
    status: (status, { lookups }) =>
      lookups.names.includes("active") ? active(status) : { deprecated: status === "ARCHIVED" },
    description: {
      orEmpty: (text, { lookups }) => ({ [lookups.names.includes("description") ? "description" : "note"]: text })
    }
  },
  by: ({ nominal_code }) => [["code", "=", nominal_code]]
})

export const writeTaxRates = writing("TAX_RATES", ["create", "update"], {
  model: "account.tax",
  record: taxRates,
  requires: ["name", "total_tax_rate", "tax_type"],
  takes: { name: "name", tax_type: "type_tax_use", total_tax_rate: (amount) => ({ amount }) },
  made: { amount_type: "percent" },
  by: ({ name, tax_type }) => [
    ["name", "=", name],
    ["type_tax_use", "=", tax_type]
  ]
})

export const writeTrackingCategories = writing("TRACKING_CATEGORIES", ["create", "update"], {
  model: "account.analytic.account",
  record: options,
  requires: ["name", "parent_id"],
  takes: {
    name: "name",
    parent_id: (id, { refuse }) => ({
      plan_id: Number(Normalize.unprefixed("plan", id, ":") ?? refuse("is below a plan, not an account"))
    }),
    status: active
  },
  makes: ({ platform_id }, { refuse }) =>
    platform_id?.startsWith("plan:") ? refuse("is a plan, which is changed in Odoo alone", "platform_id") : {},
  by: ({ name }) => [["name", "=", name]]
})
