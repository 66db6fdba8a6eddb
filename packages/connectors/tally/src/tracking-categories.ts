/** Cost categories, and the cost centres in them. */
import { Connector, Wire } from "@svc/core"
import { masterCount } from "./company.ts"
import { lookup } from "./objects.ts"
import { masters } from "./reads.ts"
import { key, text } from "./wire.ts"

const Category = Wire.struct({ "@NAME": text, NAME: text, GUID: Wire.required(Wire.id), PARENT: text, CATEGORY: text })
type Category = (typeof Category)["Type"]
const nameOf = (raw: Category) => raw["@NAME"] ?? raw.NAME ?? ""
const all = (type: "CostCategory" | "CostCentre") =>
  lookup(type, ["Guid", "Name", "Parent", "Category"], Category, (found) => found)
const named = (found: ReadonlyArray<Category>, name: string | null | undefined) =>
  name ? found.find((one) => key(nameOf(one)) === key(name))?.GUID : undefined

const categories = Connector.read("TRACKING_CATEGORIES", {
  ...masters({ type: "CostCategory", fetch: ["Guid", "AlterId", "Name"] }),
  source: "categories",
  sequence: masterCount,
  item: Category,
  lookups: { centres: all("CostCentre") },
  map: (raw, { lookups }) => ({
    platform_id: raw.GUID,
    name: nameOf(raw),
    status: "ACTIVE",
    has_children: lookups.centres.some(({ CATEGORY }) => CATEGORY && key(CATEGORY) === key(nameOf(raw))),
    type: "OTHER"
  })
})

const centres = Connector.read("TRACKING_CATEGORIES", {
  ...masters({ type: "CostCentre", fetch: ["Guid", "AlterId", "Name", "Parent", "Category"] }),
  source: "centres",
  sequence: masterCount,
  item: Category,
  lookups: { categories: all("CostCategory"), centres: all("CostCentre") },
  map: (raw, { lookups }) => ({
    platform_id: raw.GUID,
    name: nameOf(raw),
    status: "ACTIVE",
    // A centre is below another, or at the top of its category.
    parent_id: named(lookups.centres, raw.PARENT) ?? named(lookups.categories, raw.CATEGORY),
    has_children: lookups.centres.some(({ PARENT }) => PARENT && key(PARENT) === key(nameOf(raw))),
    type: "OTHER"
  })
})

export const trackingCategories = [categories, centres]
