/** Items with how many there are and their price. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { masterMembers } from "./books.ts"
import { balanceOf, balances, masters } from "./masters.ts"
import { file } from "./open-file.ts"

export const items = Connector.read("ITEMS", {
  ...masters("item", ["Alias", "CM8", "D3"]),
  item: Wire.struct({ ...masterMembers, alias: Wire.text, cm8: Wire.id, d3: Wire.number }),
  lookups: { file },
  companions: balances("item"),
  map: (raw, { companions }) => {
    // Quirk: what refers to nothing has 0 there.
    const tax_id = raw.cm8 && raw.cm8 !== "0" ? Normalize.prefixed("category", raw.cm8) : null
    return {
      platform_id: raw.code,
      name: raw.name,
      status: "ACTIVE",
      type: "INVENTORY",
      code: raw.alias,
      quantity_on_hand: balanceOf(companions, raw.code),
      is_bill_item: true,
      bill_item: { tax_id },
      is_invoice_item: true,
      invoice_item: { tax_id, unit_price: raw.d3 }
    }
  }
})
