/** How the payment side's customers, items and documents are written. */
import { Normalize } from "@svc/core"
import { paymentCustomers } from "./payment-customers.ts"
import { paymentInvoices } from "./payment-invoices.ts"
import { paymentItems } from "./payment-items.ts"
import { paymentPaymentLinks } from "./payment-payment-links.ts"
import { paymentTaxRates } from "./payment-tax-rates.ts"
import { as, minor, only, refuse, rows, seconds, words } from "./taking.ts"
import { addressOf } from "./write-reach.ts"
import { writing } from "./writing.ts"

const active = words("active", { ACTIVE: true, ARCHIVED: false })
const lines = rows("lines", {
  item_id: "product",
  tax_id: "taxRate",
  description: "text",
  quantity: "qty",
  unit_amount: minor("unitAmount"),
  total_discount: minor("discount")
})

export const writePaymentCustomers = writing("PAYMENT_CUSTOMERS", "payCustomers", paymentCustomers, {
  requires: ["name"],
  takes: {
    name: "fullName",
    description: "note",
    tax_number: "taxId",
    currency_id: "currency",
    status: words("blocked", { ACTIVE: false, ARCHIVED: true }),
    external_links: (value, at) => {
      const wrong = (value ?? []).find(({ type }: { readonly type?: string }) => type !== "EMAIL")
      return wrong === undefined
        ? (only("email", ({ link }) => link) as (value: unknown, at: unknown) => object)(value, at)
        : refuse("an e-mail address alone", wrong, at.place)
    },
    phone_numbers: only("phone", ({ number }) => number),
    addresses: only("address", addressOf("state"))
  }
})

export const writePaymentInvoices = writing("PAYMENT_INVOICES", "payInvoices", paymentInvoices, {
  requires: ["contact_id", "currency_id", "posted_date", "line_items"],
  minor: true,
  voids: { status: "void" },
  takes: {
    contact_id: "customer",
    currency_id: "currency",
    document_number: "number",
    posted_date: seconds("issued"),
    due_date: seconds("dueBy"),
    status: words("status", { DRAFT: "draft", SUBMITTED: "open", VOID: "void" }),
    memo: "memo",
    line_items: lines
  }
})

export const writePaymentItems = writing("PAYMENT_ITEMS", "payProducts", paymentItems, {
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

export const writePaymentTaxRates = writing("PAYMENT_TAX_RATES", "payTaxRates", paymentTaxRates, {
  requires: ["name", "rate"],
  takes: {
    name: "label",
    description: "about",
    // Quirk: a basis point is a hundredth of a percent.
    rate: as("basisPoints", (value, { place }) => Normalize.toMinorUnits(value, 2, place)),
    country: "country",
    is_inclusive: "inclusive",
    status: active
  }
})

export const writePaymentPaymentLinks = writing("PAYMENT_PAYMENT_LINKS", "paymentLinks", paymentPaymentLinks, {
  requires: ["description", "currency_id", "line_items"],
  minor: true,
  voids: { active: false },
  takes: {
    description: "title",
    currency_id: "currency",
    status: words("active", { ACTIVE: true, INACTIVE: false }),
    customer_id: "customer",
    line_items: lines
  }
})
