/** How items and tracking categories are written. */
import { Normalize } from "@svc/core"
import { items } from "./items.ts"
import { found } from "./posting.ts"
import { unprefixed } from "./ids.ts"
import { active, type Item, ref, refuse, type Table, type Taken, words } from "./taking.ts"
import { classes, departments } from "./tracking-categories.ts"
import { writing } from "./writing.ts"

const side = (names: Readonly<Record<string, string>>): Taken => ({
  members: Object.keys(names),
  take: (own: Item | null) =>
    Object.fromEntries(
      Object.entries(names).flatMap(([member, name]) => {
        const value = own === null ? null : own[member]
        return value === undefined ? [] : [[name, name.endsWith("Ref") ? ref(value) : value]]
      })
    )
})
/** Quirk: a stocked item names the account that its value is in, and the day that its quantity is counted from: that of the answer. */
const stock = found(
  "Account",
  (all: ReadonlyArray<Item>) =>
    all.some(({ platform_id, type }) => type === "INVENTORY" && platform_id === undefined)
      ? ["AccountType = 'Other Current Asset'"]
      : null,
  (rows, { time }) => ({
    account: rows.find((row) => row["AccountSubType"] === "Inventory")?.["Id"] as string | undefined,
    day: Normalize.day(time)
  }),
  { account: undefined, day: null }
)
export const writeItems = writing("ITEMS", ["create", "update"], {
  entity: "Item",
  record: items,
  requires: ["name", "type"],
  takes: {
    name: "Name",
    type: words("Type", { INVENTORY: "Inventory", NON_INVENTORY: "NonInventory", SERVICE: "Service" }),
    code: "Sku",
    bill_item: side({
      account_id: "ExpenseAccountRef",
      tax_id: "PurchaseTaxCodeRef",
      unit_price: "PurchaseCost",
      description: "PurchaseDesc"
    }),
    invoice_item: side({ account_id: "IncomeAccountRef", tax_id: "SalesTaxCodeRef", unit_price: "UnitPrice" }),
    description: "Description"
  },
  creates: { quantity_on_hand: "QtyOnHand" },
  updates: { status: active },
  clears: ["code", "description", "bill_item", "invoice_item"],
  lookups: { stock },
  makes: (item, { current, lookups }) => {
    if (current !== undefined || item["type"] !== "INVENTORY") return {}
    if (typeof item["quantity_on_hand"] !== "number") refuse("quantity_on_hand", "is required of a stocked item")
    const account = lookups.stock.account ?? refuse("type", "needs an inventory account, and the company has none")
    return { TrackQtyOnHand: true, InvStartDate: lookups.stock.day, AssetAccountRef: ref(account) }
  }
})

const kindOf = (item: Item) => {
  const id = item["platform_id"]
  const isClass = id === undefined ? item["type"] === "CLASS" : unprefixed("class", id) !== null
  return isClass ? "Class" : "Department"
}
const categories: Table = {
  name: "Name",
  parent_id: (id, { item, place, raw }) => {
    const kind = kindOf(item)
    const parent = id && (unprefixed(kind, id) ?? refuse(place, `is no ${kind.toLowerCase()}`))
    return { ParentRef: ref(parent), ...(raw ? { [`Sub${kind}`]: id !== null } : {}) }
  }
}
export const writeTrackingCategories = writing("TRACKING_CATEGORIES", ["create", "update"], {
  entity: kindOf,
  id: (item) => unprefixed(kindOf(item), item["platform_id"]) ?? "",
  record: (item: Item) => (kindOf(item) === "Class" ? classes : departments),
  requires: ["name", "type"],
  takes: categories,
  creates: {
    type: (type, { place }) =>
      /^(CLASS|DEPARTMENT)$/.test(type) ? {} : refuse(place, "must be one of CLASS, DEPARTMENT")
  },
  updates: { status: active },
  clears: ["parent_id"]
})
