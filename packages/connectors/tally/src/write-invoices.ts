/** Invoices changed and cancelled. */
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { books } from "./books.ts"
import type { current } from "./current.ts"
import { isTaxLine, linesOf, partyOf } from "./documents.ts"
import { isSales } from "./families.ts"
import { names } from "./entries.ts"
import { invoices } from "./invoices.ts"
import { lineMembers, ownCurrency, refuseChange, refuseLines, refuseParty } from "./refusals.ts"
import type { Settings } from "./settings.ts"
import { changed } from "./voucher-changes.ts"
import { Voucher } from "./voucher.ts"
import { writing } from "./writing.ts"

const contactOf = (voucher: (typeof Voucher)["Type"], own: Parameters<typeof partyOf>[1]) => {
  const name = partyOf(voucher, own)?.LEDGERNAME
  return name ? own.ledgers.get(name.trim().toLowerCase())?.GUID : undefined
}

export const writeInvoices = writing("INVOICES", ["update", "delete", "void"], {
  where: isSales,
  typeOf: () => "",
  view: "Invoice Voucher View",
  record: invoices,
  lookups: { ...books, ...names },
  // Quirk: discounts are percentages of lines; rates stand in the amounts; orders are named by the lines of stock.
  takes: {
    document_number: Take.beside,
    contact_id: (id, at) => {
      refuseParty(id, at)
      return {}
    },
    currency_id: ownCurrency,
    posted_date: Take.beside,
    due_date: Take.beside,
    status: Take.beside,
    memo: Take.beside,
    total_discount: Take.spread,
    line_items: {
      of: [...lineMembers, "platform_id"] as const,
      whole: (rows, at) => {
        refuseLines(rows ?? [], at, (at.settings as Settings).sales_ledger)
        return {}
      }
    }
  },
  makes: (item, at) => {
    const { lookups, refuse, settings } = at
    const raw = (lookups as typeof lookups & { readonly current: ReturnType<typeof current>["absent"] }).current
    if (raw === null) return refuse("is no invoice of this company", "platform_id")
    const voucher = Wire.decode(Voucher, raw)
    const hasTaxes = linesOf(voucher, partyOf(voucher, lookups)).some((line) => isTaxLine(lookups, line))
    refuseChange(item, hasTaxes, refuse)
    if (item.currency_id && !item.contact_id)
      refuseParty(contactOf(voucher, lookups), { ...at, refuse: (message) => refuse(message, "contact_id") })
    return changed(raw, item, lookups, settings as Settings)
  }
})
