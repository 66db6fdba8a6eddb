/** Cost categories, and the cost centres in them. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { idBehind } from "./books.ts"
import { masterCount } from "./company.ts"
import { lookup } from "./objects.ts"
import { masters } from "./reads.ts"
import { key, text } from "./wire.ts"

const Category = Wire.struct({
  "@NAME": Wire.decisive(text),
  NAME: Wire.decisive(text),
  GUID: Wire.required(Wire.id),
  PARENT: text,
  CATEGORY: text
})
type Category = (typeof Category)["Type"]
const nameOf = (raw: Category) => raw["@NAME"] ?? raw.NAME ?? ""
const all = (type: "CostCategory" | "CostCentre") =>
  lookup(type, "Guid,Name,Parent,Category", Category, (found) => new Map(found.map((one) => [key(nameOf(one)), one])))
const has = (found: ReadonlyMap<string, Category>, place: "PARENT" | "CATEGORY", name: string) =>
  [...found.values()].some((one) => key(one[place] ?? "") === key(name))

const categories = Connector.read("TRACKING_CATEGORIES", {
  ...masters({ type: "CostCategory", fetch: "Guid,AlterId,Name" }),
  source: "categories",
  sequence: masterCount,
  item: Category,
  lookups: { centres: all("CostCentre") },
  map: (raw, { lookups }) => ({
    platform_id: raw.GUID,
    name: nameOf(raw),
    status: "ACTIVE",
    has_children: has(lookups.centres, "CATEGORY", nameOf(raw)),
    type: "OTHER"
  })
})

const centres = Connector.read("TRACKING_CATEGORIES", {
  ...masters({ type: "CostCentre", fetch: "Guid,AlterId,Name,Parent,Category" }),
  source: "centres",
  sequence: masterCount,
  item: Category,
  lookups: { categories: all("CostCategory"), centres: all("CostCentre") },
  map: (raw, { lookups }) => ({
    platform_id: raw.GUID,
    name: nameOf(raw),
    status: "ACTIVE",
    // A centre is below another, or at the top of its category.
    parent_id: idBehind(lookups.centres, raw.PARENT) ?? idBehind(lookups.categories, raw.CATEGORY),
    has_children: has(lookups.centres, "PARENT", nameOf(raw)),
    type: "OTHER"
  })
})

export const trackingCategories = [categories, centres]
