/** How the books' small lists are written: currencies, items, tax rates, tracking categories. */
import { Normalize } from "@svc/core"
import { currencies } from "./currencies.ts"
import { items } from "./items.ts"
import { as, rows, type Taken, words } from "./taking.ts"
import { taxRates } from "./tax-rates.ts"
import { trackingCategories } from "./tracking-categories.ts"
import { writing } from "./writing.ts"

export const writeCurrencies = writing("CURRENCIES", "currencies", currencies, {
  requires: ["name", "code", "exchange_rate"],
  by: "code",
  takes: {
    name: "label",
    code: "code",
    symbol: "symbol",
    // Quirk: the platform counts the other way, and keeps six decimals.
    exchange_rate: as("unitsPerBase", (value, { place }) => Number(Normalize.inverseRate(value, place)?.toFixed(6)))
  }
})

const side = (name: string): Taken =>
  as(name, (value) => ({
    price: value.unit_price ?? null,
    account: value.account_id ?? null,
    taxRate: value.tax_id ?? null,
    text: value.description ?? null
  }))
export const writeItems = writing("ITEMS", "items", items, {
  requires: ["name", "code", "type"],
  takes: {
    name: "title",
    description: "about",
    status: words("state", { ACTIVE: "active", ARCHIVED: "archived" }),
    type: words("kind", { INVENTORY: "stocked", NON_INVENTORY: "nonStocked", SERVICE: "service" }),
    code: "sku",
    quantity_on_hand: "onHand",
    bill_item: side("purchase"),
    invoice_item: side("sales")
  }
})

export const writeTaxRates = writing("TAX_RATES", "taxRates", taxRates, {
  requires: ["name", "code", "tax_type", "components"],
  takes: {
    name: "label",
    code: "code",
    tax_type: "appliesTo",
    components: rows("parts", { name: "label", rate: "percent", tax_agency: "agency", is_compound: "compound" })
  }
})

export const writeTrackingCategories = writing("TRACKING_CATEGORIES", "trackingCategories", trackingCategories, {
  requires: ["name", "type"],
  // A value's id is its category's with a number, and it is changed with it.
  id: (platformId) => (platformId.includes("-") ? null : platformId),
  takes: {
    name: "label",
    status: words("active", { ACTIVE: true, ARCHIVED: false }),
    type: words("kind", { DEPARTMENT: "department", LOCATION: "location", OTHER: "project" })
  }
})
