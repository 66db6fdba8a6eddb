/** How items and tracking categories are written. */
import type { Writes } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import { items } from "./items.ts"
import { found } from "./posting.ts"
import { classes, departments } from "./tracking-categories.ts"
import { active, ref, refTo, writing } from "./writing.ts"

/** Quirk: a stocked item names the account that its value is in, and the day that its quantity is counted from: that of the answer. */
const stock = found(
  "Account",
  (all: ReadonlyArray<Take.Item>) =>
    all.some(({ platform_id, type }) => type === "INVENTORY" && platform_id === undefined)
      ? ["AccountType = 'Other Current Asset'"]
      : null,
  (rows, { time }) => ({
    account: rows.find((row) => row["AccountSubType"] === "Inventory")?.["Id"] as string | undefined,
    day: Normalize.day(time)
  }),
  { account: undefined, day: null }
)
const flat = (made: Take.Item) => made
/** One that is emptied is not sent as "". */
const own = (to: string) => ({ to, by: (value: unknown) => value })
export const writeItems = writing("ITEMS", ["create", "update"], {
  entity: "Item",
  record: items,
  requires: ["name", "type"],
  lookups: { stock },
  takes: {
    name: "Name",
    type: Take.words("Type", { INVENTORY: "Inventory", NON_INVENTORY: "NonInventory", SERVICE: "Service" }),
    code: "Sku",
    bill_item: {
      object: flat,
      of: {
        account_id: refTo("ExpenseAccountRef"),
        tax_id: refTo("PurchaseTaxCodeRef"),
        unit_price: own("PurchaseCost"),
        description: own("PurchaseDesc")
      }
    },
    invoice_item: {
      object: flat,
      of: { account_id: refTo("IncomeAccountRef"), tax_id: refTo("SalesTaxCodeRef"), unit_price: own("UnitPrice") }
    },
    description: "Description"
  },
  creates: { quantity_on_hand: "QtyOnHand" },
  updates: { status: active },
  clears: ["code", "description", "bill_item", "invoice_item"],
  makes: ({ quantity_on_hand, type }, { isNew, lookups, refuse }) => {
    if (!isNew || type !== "INVENTORY") return {}
    if (typeof quantity_on_hand !== "number") refuse("is required of a stocked item", "quantity_on_hand")
    const account = lookups.stock.account ?? refuse("needs an inventory account, and the company has none", "type")
    return { TrackQtyOnHand: true, InvStartDate: lookups.stock.day, AssetAccountRef: ref(account) }
  }
})

const kindOf = ({ platform_id: id, type }: Pick<Writes.ItemOf<"TRACKING_CATEGORIES">, "platform_id" | "type">) =>
  (id == null ? type === "CLASS" : id.startsWith("class-")) ? "Class" : "Department"
export const writeTrackingCategories = writing("TRACKING_CATEGORIES", ["create", "update"], {
  entity: ({ item }) => kindOf(item),
  idOf: (id) => id.replace(/^(class|department)-/, ""),
  record: (item) => (kindOf(item) === "Class" ? classes : departments),
  requires: ["name", "type"],
  takes: {
    name: "Name",
    parent_id: {
      orEmpty: (id, { isNew, item, refuse }) => {
        const kind = kindOf(item)
        const parent = id && (Normalize.unprefixed(kind.toLowerCase(), id) ?? refuse(`is no ${kind.toLowerCase()}`))
        return { ParentRef: ref(parent), ...(isNew ? {} : { [`Sub${kind}`]: id !== null }) }
      }
    }
  },
  creates: {
    type: (type, { refuse }) =>
      type === "CLASS" || type === "DEPARTMENT" ? {} : refuse("must be one of CLASS, DEPARTMENT")
  },
  updates: { status: active }
})
