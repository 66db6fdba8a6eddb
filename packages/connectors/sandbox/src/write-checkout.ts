/** How the payment side's customers, items and documents are written. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { paymentCustomers } from "./payment-customers.ts"
import { paymentInvoices } from "./payment-invoices.ts"
import { paymentItems } from "./payment-items.ts"
import { paymentPaymentLinks } from "./payment-payment-links.ts"
import { paymentTaxRates } from "./payment-tax-rates.ts"
import { address } from "./write-reach.ts"
import { minor, only, usual, voidable, writing } from "./writing.ts"

/** Seconds since 1970. */
const seconds = (to: string): Take.Named<string> => ({
  to,
  by: (value, { place }) => Math.floor(Date.parse(Normalize.instant(value, place) ?? "") / 1000)
})
const active = Take.words("active", { ACTIVE: true, ARCHIVED: false })
const lines = {
  list: "lines",
  of: {
    item_id: "product",
    tax_id: "taxRate",
    description: "text",
    quantity: "qty",
    unit_amount: minor("unitAmount"),
    total_discount: minor("discount")
  }
}

export const writePaymentCustomers = writing("PAYMENT_CUSTOMERS", usual, {
  resource: "payCustomers",
  record: paymentCustomers,
  requires: ["name"],
  takes: {
    name: "fullName",
    description: "note",
    tax_number: "taxId",
    currency_id: "currency",
    status: Take.words("blocked", { ACTIVE: false, ARCHIVED: true }),
    external_links: {
      of: ["platform_id", "link", "type"],
      whole: (links, { refuse }) => {
        const wrong = (links ?? []).findIndex(({ type }) => type !== "EMAIL")
        if (wrong >= 0) refuse("must be EMAIL", `[${wrong}].type`)
        if (links?.[1] !== undefined) refuse("is one more than the platform keeps", "[1]")
        return { email: links?.[0]?.link ?? null }
      }
    },
    phone_numbers: only("phone", ["platform_id", "number", "type"], ({ number }) => number),
    addresses: address("state")
  }
})

export const writePaymentInvoices = writing("PAYMENT_INVOICES", voidable, {
  resource: "payInvoices",
  record: paymentInvoices,
  requires: ["contact_id", "currency_id", "posted_date", "line_items"],
  minor: true,
  voids: { status: "void" },
  takes: {
    contact_id: "customer",
    currency_id: "currency",
    document_number: "number",
    posted_date: seconds("issued"),
    due_date: seconds("dueBy"),
    status: Take.words("status", { DRAFT: "draft", SUBMITTED: "open", VOID: "void" }),
    memo: "memo",
    line_items: lines
  }
})

export const writePaymentItems = writing("PAYMENT_ITEMS", usual, {
  resource: "payProducts",
  record: paymentItems,
  requires: ["name", "unit_price", "currency_id"],
  minor: true,
  takes: {
    name: "title",
    description: "summary",
    code: "code",
    unit_price: minor("priceMinor"),
    currency_id: "currency",
    status: active
  }
})

export const writePaymentTaxRates = writing("PAYMENT_TAX_RATES", usual, {
  resource: "payTaxRates",
  record: paymentTaxRates,
  requires: ["name", "rate"],
  takes: {
    name: "label",
    description: "about",
    // Quirk: a basis point is a hundredth of a percent.
    rate: { to: "basisPoints", by: (value, { place }) => Normalize.toMinorUnits(value, 2, place) },
    country: "country",
    is_inclusive: "inclusive",
    status: active
  }
})

export const writePaymentPaymentLinks = writing("PAYMENT_PAYMENT_LINKS", voidable, {
  resource: "paymentLinks",
  record: paymentPaymentLinks,
  requires: ["description", "currency_id", "line_items"],
  minor: true,
  voids: { active: false },
  takes: {
    description: "title",
    currency_id: "currency",
    status: Take.words("active", { ACTIVE: true, INACTIVE: false }),
    customer_id: "customer",
    line_items: lines
  }
})
