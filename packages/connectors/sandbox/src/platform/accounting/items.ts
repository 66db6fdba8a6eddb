/** What the company buys and sells. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import { resource } from "../Resource.ts"
import { nested } from "./references.ts"

const side = F.object({
  price: F.otherwise(F.amount(0), "0.00"),
  account: F.optional(F.ref("accounts")),
  taxRate: F.optional(F.ref("taxRates")),
  text: F.optional(F.text(500))
})

export const items = resource({
  name: "items",
  ids: "itm",
  stamps: "iso",
  removal: "flag",
  unique: ["sku"],
  filters: ["sku", "kind", "state"],
  fields: {
    sku: F.text(40),
    title: F.text(),
    about: F.optional(F.text(1000)),
    kind: F.oneOf("stocked", "nonStocked", "service"),
    onHand: F.optional(F.number(0)),
    unit: F.optional(F.text(20)),
    sales: F.optional(side),
    purchase: F.optional(side),
    state: F.otherwise(F.oneOf("active", "archived"), "active")
  },
  build: ({ draft, tx }) => {
    const { onHand, ...rest } = draft
    if (draft.kind !== "stocked" && onHand !== null) {
      throw new Failure("rule_violation", "Only stocked items have a quantity on hand.", "onHand")
    }
    const shown = (of: typeof draft.sales) =>
      of && {
        ...of,
        account: nested(tx, "accounts", of.account, "code"),
        taxRate: nested(tx, "taxRates", of.taxRate, "code")
      }
    const stock = draft.kind === "stocked" ? { tracked: true, onHand: onHand ?? 0 } : { tracked: false, onHand: null }
    return { ...rest, stock, sales: shown(draft.sales), purchase: shown(draft.purchase) }
  }
})
