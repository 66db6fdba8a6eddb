import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Check from "../src/contract/Check.ts"
import * as Field from "../src/contract/Field.ts"
import * as Model from "../src/contract/Model.ts"
import * as Models from "../src/contract/Models.ts"
import { checkedSchema } from "./checkedSchema.ts"

/** Section 6 of the interface's specification, in its order. */
const specified = {
  ACCOUNTING: `ACCOUNTS / BANK_ACCOUNTS / BILLS / BILL_PAYMENTS / COMPANY_INFO / CONTACTS / BILL_CREDIT_NOTES / INVOICE_CREDIT_NOTES
    / DOCUMENTS / EXPENSES / INVOICES / INVOICE_PAYMENTS / ITEMS / LINE_ITEMS / TAX_RATES / JOURNAL_ENTRIES / BANK_TRANSACTIONS
    / JOURNAL_LINES / PURCHASE_ORDERS / SALES_ORDERS / PHONE_NUMBERS / ADDRESSES / EXTERNAL_LINKS / CONTACT_PERSONS
    / INCOME_STATEMENT / BALANCE_SHEET / TRACKING_CATEGORIES / CASH_FLOW_STATEMENT / CURRENCIES`,
  PAYMENTS: `PAYMENT_CUSTOMERS / PAYMENT_INVOICES / PAYMENT_LINE_ITEMS / PAYMENT_ITEMS / PAYMENT_ORDERS / PAYMENT_TAX_RATES
    / PAYMENT_DISPUTES / PAYMENT_PAYMENTS / PAYMENT_REFUNDS / PAYMENT_PAYMENT_LINKS / PAYMENT_PAYOUTS / PAYMENT_ADDRESSES
    / PAYMENT_PHONE_NUMBERS / PAYMENT_EXTERNAL_LINKS / PAYMENT_TRANSACTIONS / PAYMENT_BALANCES`,
  ECOMMERCE: "ECOMMERCE_ORDERS / ECOMMERCE_CUSTOMERS / ECOMMERCE_PRODUCTS / ECOMMERCE_LINE_ITEMS",
  CRM: `CRM_CONTACTS / CRM_COMPANIES / CRM_DEALS / CRM_LEADS / CRM_NOTES / CRM_PIPELINES / CRM_STAGES / CRM_ACTIVITIES
    / CRM_TASKS / CRM_USERS / CRM_EXTERNAL_LINKS / CRM_PHONE_NUMBERS / CRM_ADDRESSES`
}
const names = (text: string) => text.split("/").map((name) => name.trim())
const fieldsOf = (id: Models.ModelId) => Object.keys(Models.get(id).fields)
const relationsOf = (id: Models.ModelId) => Object.keys(Models.get(id).relations)

describe("the registry", () => {
  it("holds exactly the specified models, each in its category", () => {
    const all = Object.entries(specified).flatMap(([category, list]) => names(list).map((id) => [id, category]))
    expect(all).toHaveLength(62)
    const registered = Models.modelIds.map((id) => [id, Models.get(id).category])
    expect(registered.toSorted()).toEqual(all.toSorted())
    expect(Models.modelIds.every((id) => Models.get(id).id === id)).toBe(true)
  })

  it("gives each model a list of its own", () => {
    const paths = Models.modelIds.map((id) => Models.get(id).path)
    expect(new Set(paths).size).toBe(62)
    expect(Models.get("EXPENSES").path).toBe("/v3/accounting/expenses")
    expect(Models.get("CURRENCIES").path).toBe("/v3/accounting/currencies")
    expect(Models.get("CRM_DEALS").path).toBe("/v3/crm/deals")
    expect(Models.get("PAYMENT_ORDERS").path).toBe("/v3/payments/orders")
    expect(Models.get("PAYMENT_PAYMENT_LINKS").path).toBe("/v3/payments/payment_links")
    expect(Models.get("PAYMENT_PAYMENTS").path).toBe("/v3/payments/payments")
    expect(Models.get("ECOMMERCE_ORDERS").path).toBe("/v3/ecommerce/orders")
  })

  it("knows its own identifiers and no others", () => {
    expect(Models.isModelId("EXPENSES")).toBe(true)
    expect(Models.isModelId("toString")).toBe(false)
    expect(Models.isModelId("expenses")).toBe(false)
  })

  it.each(Models.modelIds.map((id) => [id] as const))("%s: names, relations and parents fit together", (id) => {
    const model = Models.get(id)
    const common = ["svc_id", "platform_id", "platform_unique_id", "raw_data", "data_hash", "updated_at"]
    for (const name of Object.keys(model.fields)) {
      expect(name).toMatch(/^[a-z][a-z_]*$/)
      expect(common).not.toContain(name)
    }
    for (const [name, relation] of Object.entries(model.relations)) {
      if (relation._tag === "Records") {
        expect(relation.field).toBe(name)
        expect(model.fields[name]?.kind).toBe("records")
        continue
      }
      expect(fieldsOf(id), `${name} would hide a field`).not.toContain(name)
      expect(Models.isModelId(relation.model)).toBe(true)
      const target = Models.get(relation.model as Models.ModelId)
      expect(target.category).toBe(model.category)
      const holder = relation._tag === "One" ? model : target
      expect(holder.fields[relation.by]?.kind).toBe("text")
      if (relation._tag === "One") expect(relation.by).toBe(`${name}_id`)
      else if (relation.type !== undefined) expect(target.fields[relation.type]?.values).toContain(id)
    }
    for (const field of Object.values(model.fields)) {
      if (field.of === undefined) continue
      const sub = Models.get(field.of.id as Models.ModelId)
      expect(sub).toBe(field.of)
      expect(sub.category).toBe(model.category)
      const { type, id: parentId } = field.of.parent
      if (type !== undefined) expect(field.of.fields[type]?.values).toContain(id)
      if (parentId !== undefined) expect(field.of.fields[parentId]?.kind).toBe("text")
    }
    expect(Model.isSubModel(model)).toBe(model.isSub)
  })

  it.each(Models.modelIds.map((id) => [id] as const))("%s: its schema takes an otherwise empty record", (id) => {
    const record = Result.getOrThrow(Check.check(id, { platform_id: "1" }))
    expect(Schema.decodeUnknownSync(checkedSchema(Models.get(id)))(record)).toEqual(record)
    for (const [name, field] of Object.entries(Models.get(id).fields)) {
      expect(record[name]).toEqual(Field.isListKind(field.kind) ? [] : null)
    }
  })
})

describe("what the specification types", () => {
  it("expenses and their lines", () => {
    expect(fieldsOf("EXPENSES")).toEqual(
      names(
        `contact_id / account_id / document_number / posted_date / payment_mode / currency_id / currency_rate / total_amount
        / sub_total / tax_amount / total_discount / memo / line_items`
      )
    )
    expect(relationsOf("EXPENSES")).toEqual(["account", "line_items", "contact", "currency", "documents"])
    const lines = Models.models.LINE_ITEMS
    expect(["platform_id", ...Object.keys(lines.fields), "updated_at"]).toEqual(
      names(
        `platform_id / line_item_type / line_item_type_id / tracking_category_ids / project_id / item_id / tax_id / account_id
        / description / quantity / unit_amount / total_amount / sub_total / tax_amount / total_discount / updated_at`
      )
    )
    expect(lines.hasUpdatedAt).toBe(true)
    expect(Object.keys(lines.relations)).toEqual(["item", "tax", "account"])
  })

  it("deals, payment orders, currencies", () => {
    expect(fieldsOf("CRM_DEALS")).toEqual(
      expect.arrayContaining(
        names("name / amount / company_id / contact_id / stage_id / currency / status / close_date / created_at")
      )
    )
    expect(relationsOf("CRM_DEALS")).toEqual(["company", "contact", "stage"])
    expect(Models.models.CRM_DEALS.fields.status.values).toEqual(["Open", "Won", "Lost"])
    expect(fieldsOf("PAYMENT_ORDERS")).toEqual(
      names("created_at / reference / amount / amount_due / status / currency_id")
    )
    expect(relationsOf("PAYMENT_ORDERS")).toEqual([])
    expect(fieldsOf("CURRENCIES")).toEqual(names("name / code / symbol / is_base_currency / exchange_rate"))
    expect(relationsOf("CURRENCIES")).toEqual([])
  })

  it("items, tax rates, accounts, contacts, documents", () => {
    expect(fieldsOf("ITEMS")).toEqual(
      names(
        "name / description / status / type / code / quantity_on_hand / is_bill_item / bill_item / is_invoice_item / invoice_item"
      )
    )
    expect(Object.keys(Models.models.ITEMS.fields.bill_item.members ?? {})).toEqual(
      names("tax_id / account_id / unit_price / description")
    )
    expect(fieldsOf("TAX_RATES")).toEqual(
      names("name / code / tax_type / effective_tax_rate / total_tax_rate / components")
    )
    expect(fieldsOf("ACCOUNTS").toSorted()).toEqual(
      names(
        `name / description / nominal_code / status / sub_category / current_balance / category / currency_id
        / parent_account_id`
      ).toSorted()
    )
    expect(relationsOf("ACCOUNTS")).toEqual(["parent_account", "currency"])
    expect(fieldsOf("CONTACTS")).toEqual(
      names(
        `name / contact_name / currency_id / tax_number / registration_number / status / contact_type / external_links
        / phone_numbers / addresses`
      )
    )
    expect(fieldsOf("DOCUMENTS").toSorted()).toEqual(
      names("file_name / file_type / file_size / document_type_id / document_type / document_uploaded").toSorted()
    )
  })

  it("types what a mapping answers", () => {
    const expense: Models.Unified<"EXPENSES"> = {
      platform_id: "1",
      total_amount: 12.5,
      line_items: [{ description: "Taxi", quantity: null }]
    }
    // @ts-expect-error: a status outside the enumeration
    const invoice: Models.Unified<"INVOICES"> = { platform_id: "1", status: "AUTHORISED" }
    // @ts-expect-error: no such member
    const deal: Models.Unified<"CRM_DEALS"> = { platform_id: "1", total: 1 }
    expect([expense, invoice, deal]).toHaveLength(3)
  })
})
