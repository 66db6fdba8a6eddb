/** How the books' small lists are written: currencies, items, tax rates, tracking categories. */
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { currencies } from "./currencies.ts"
import { items } from "./items.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"
import { usual, writing } from "./writing.ts"

export const writeCurrencies = writing("CURRENCIES", usual, {
  resource: "currencies",
  record: currencies,
  requires: ["name", "code", "exchange_rate"],
  by: "code",
  takes: {
    name: "label",
    code: "code",
    symbol: "symbol",
    // Quirk: the platform counts the other way, and keeps six decimals.
    exchange_rate: {
      to: "unitsPerBase",
      by: (value, { place }) => Normalize.rounded(Normalize.inverseRate(value, place), 6)
    }
  }
})

interface Side {
  readonly unit_price?: number | null | undefined
  readonly account_id?: string | null | undefined
  readonly tax_id?: string | null | undefined
  readonly description?: string | null | undefined
}
const side = (to: string) => ({
  of: ["unit_price", "account_id", "tax_id", "description"] as const,
  whole: (value: Side | null) => ({
    [to]: value && {
      price: value.unit_price ?? null,
      account: value.account_id ?? null,
      taxRate: value.tax_id ?? null,
      text: value.description ?? null
    }
  })
})
export const writeItems = writing("ITEMS", usual, {
  resource: "items",
  record: items,
  requires: ["name", "code", "type"],
  takes: {
    name: "title",
    description: "about",
    status: Take.words("state", { ACTIVE: "active", ARCHIVED: "archived" }),
    type: Take.words("kind", { INVENTORY: "stocked", NON_INVENTORY: "nonStocked", SERVICE: "service" }),
    code: "sku",
    quantity_on_hand: "onHand",
    bill_item: side("purchase"),
    invoice_item: side("sales")
  }
})

export const writeTaxRates = writing("TAX_RATES", usual, {
  resource: "taxRates",
  record: taxRates,
  requires: ["name", "code", "tax_type", "components"],
  takes: {
    name: "label",
    code: "code",
    tax_type: "appliesTo",
    components: { list: "parts", of: { name: "label", rate: "percent", tax_agency: "agency", is_compound: "compound" } }
  }
})

export const writeTrackingCategories = writing("TRACKING_CATEGORIES", usual, {
  resource: "trackingCategories",
  record: trackingCategories,
  requires: ["name", "type"],
  // A value's id is its category's with a number, and it is changed with it.
  id: (platformId) => (platformId.includes("-") ? null : platformId),
  takes: {
    name: "label",
    status: Take.words("active", { ACTIVE: true, ARCHIVED: false }),
    type: Take.words("kind", { DEPARTMENT: "department", LOCATION: "location", OTHER: "project" })
  }
})
