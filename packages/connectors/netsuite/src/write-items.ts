/** Items. Quirk: each kind of item is a record of its own, and one that is bought, sold or both another again. */
import type { Writes } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { items } from "./items.ts"
import { numbers, suiteql, textOf } from "./statement.ts"
import { ref, status, subsidiaries, writing } from "./writing.ts"

/** What the records are called, by the query language's words for the kinds of items. */
const names: Readonly<Record<string, string>> = {
  InvtPart: "inventory",
  Assembly: "assembly",
  Kit: "kit",
  NonInvtPart: "nonInventory",
  OthCharge: "otherCharge",
  GiftCert: "giftCertificate",
  DwnLdItem: "download",
  Service: "service"
}
const own = { INVENTORY: "InvtPart", NON_INVENTORY: "NonInvtPart", SERVICE: "Service" } as const
/** What is bought and sold alike, whatever else it is: its costs have an account of another name. */
const stock = ["InvtPart", "Assembly"]
type Kind = "Purchase" | "Sale" | "Resale" | "Stock"

/** What kinds of items those are that are there already. */
const kinds = Lookup.make({
  call: ({ items: all }: Lookup.LookupContext<{ readonly platform_id?: string | null | undefined }>) => {
    const ids = numbers(all.flatMap(({ platform_id }) => platform_id ?? []))
    const [select, where] = [{ itemtype: "i.itemtype", subtype: "i.subtype" }, [`i.id IN (${ids.join(", ")})`]]
    return ids.length === 0 ? null : suiteql(textOf({ id: "i.id", select, from: "item i", where }))
  },
  response: Wire.struct({
    items: Wire.list(
      Wire.struct({ id: Wire.required(Wire.id), itemtype: Wire.required(Wire.text), subtype: Wire.text })
    )
  }),
  pick: ({ items: all }) => new Map((all ?? []).map((one) => [one.id, one])),
  absent: new Map()
})
/** What the platform knows of an item; nothing of a new one, which asks nothing. */
interface At {
  readonly isNew: boolean
  readonly item: any
  readonly lookups: any
}
const known = ({ item, lookups }: At) => (lookups as Lookup.Found<{ kinds: typeof kinds }>).kinds.get(item.platform_id)
const typeOf = (at: At): string | undefined => (at.isNew ? own[at.item.type as keyof typeof own] : known(at)?.itemtype)

const kindOf = (item: Writes.ItemOf<"ITEMS">, at: Take.At): Kind | null => {
  const type = typeOf(at) ?? ""
  const isBought = item.is_bill_item ?? item.bill_item != null
  const isSold = item.is_invoice_item ?? (item.invoice_item != null || !isBought)
  if (stock.includes(type))
    return at.isNew && (item.is_bill_item === false || item.is_invoice_item === false)
      ? at.refuse("must be bought and sold: what is kept in stock is both", "type")
      : "Stock"
  if (at.isNew && !isBought && !isSold) return at.refuse("must be bought, sold or both", "is_invoice_item")
  if (at.isNew) return isBought ? (isSold ? "Resale" : "Purchase") : "Sale"
  return names[type] === undefined ? null : ((known(at)?.subtype as Kind) ?? "Sale")
}

const sold: Take.Table<Writes.ItemOf<"ITEMS">> = {
  description: "salesDescription",
  invoice_item: {
    object: (made) => made,
    of: { account_id: ref("incomeAccount"), tax_id: ref("salesTaxCode"), description: "salesDescription" }
  }
}
const bought = (account: "expenseAccount" | "cogsAccount"): Take.Table<Writes.ItemOf<"ITEMS">> => ({
  bill_item: {
    object: (made) => made,
    of: {
      account_id: ref(account),
      unit_price: "cost",
      tax_id: ref("purchaseTaxCode"),
      description: "purchaseDescription"
    }
  }
})
export const writeItems = writing("ITEMS", ["create", "update", "delete"], {
  type: (sent) => {
    const type = typeOf(sent) ?? ""
    const apart = ["nonInventory", "otherCharge", "service"].includes(names[type] ?? "")
    return `${names[type]}${apart ? sent.kind : ""}Item`
  },
  record: items,
  requires: ["name", "type"],
  takes: { code: "itemId", name: "displayName", status },
  creates: { type: Take.beside, is_bill_item: Take.beside, is_invoice_item: Take.beside },
  kinds: {
    Sale: sold,
    Purchase: bought("expenseAccount"),
    Resale: { ...sold, ...bought("expenseAccount") },
    Stock: { ...sold, ...bought("cogsAccount") }
  },
  kindOf,
  clears: ["description"],
  makes: ({ code, name }, at) => ({ ...(at.isNew && !code ? { itemId: name } : {}), ...subsidiaries(at) }),
  departs: ({ delete: remove, update, ...usual }) => ({
    ...usual,
    update: { ...update, lookups: { kinds } },
    delete: { ...remove, lookups: { kinds } }
  })
})
