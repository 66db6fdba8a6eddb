/** The unified fields of vouchers that are documents: amounts in the document's currency, lines, links. */
import type { Models } from "@svc/core"
import * as Normalize from "@svc/core/Normalize"
import { type Found, idBehind, ledger } from "./books.ts"
import { baseCurrency, currencyOf } from "./currencies.ts"
import { contactOf, isTaxLine, type Line, linesOf, partyOf } from "./documents.ts"
import type { Entry, Voucher } from "./voucher.ts"
import type { Money } from "./wire.ts"

/** The side that counts as positive: a bill's lines are debits, an invoice's credits. */
export type Side = "debit" | "credit"
export const opposite = (side: Side): Side => (side === "debit" ? "credit" : "debit")

/** How a document's amounts are read: in its own currency where every one of them tells it, else in the company's. */
export const amountsOf = (values: ReadonlyArray<Money | null | undefined>, own: Found) => {
  const told = values.filter((value) => value !== null && value !== undefined)
  const [first] = told
  const symbol = first?.foreign?.symbol
  const currency = symbol === undefined ? undefined : currencyOf(own.currencies, symbol)
  const isForeign =
    currency !== undefined && told.every(({ foreign }) => foreign?.symbol === symbol) && first!.foreign!.rate !== null
  return {
    currency_id: (isForeign ? currency : baseCurrency(own))?.GUID,
    currency_rate: isForeign ? first!.foreign!.rate : null,
    /** A price, which has no side. One in the document's currency may say no other. */
    price: (value: Price | null | undefined): number | null | undefined =>
      isForeign ? (value?.foreign?.amount ?? (value?.symbol === symbol ? value?.base : null)) : value?.base,
    /** Positive on the given side. */
    read: (value: Money | null | undefined, side: Side): number | null => {
      if (value === null || value === undefined) return null
      const amount = isForeign ? value.foreign?.amount : value.base
      if (amount === undefined) return null
      return Normalize.sum([side === "debit" ? -amount : amount])
    }
  }
}
type Price = Money & { readonly symbol: string }
export type Amounts = ReturnType<typeof amountsOf>

/** GUIDs of the cost centres an entry is allocated to. */
export const tracking = (entry: Pick<Entry, "CATEGORYALLOCATIONS.LIST">, own: Found): ReadonlyArray<string> =>
  Normalize.distinct(
    (entry["CATEGORYALLOCATIONS.LIST"] ?? [])
      .flatMap((category) => category["COSTCENTREALLOCATIONS.LIST"] ?? [])
      .map(({ NAME }) => idBehind(own.centres, NAME))
  )

const describe = ({ entry, item }: Line) =>
  Normalize.text(
    (item?.["BASICUSERDESCRIPTION.LIST"] ?? []).flatMap((one) => one.BASICUSERDESCRIPTION ?? []).join("\n")
  ) ??
  entry.NARRATION ??
  null

/** Quirk: lines have no ids and no taxes of their own: taxes are ledgers of the document. */
const lineFields = (line: Line, index: number, raw: Voucher, own: Found, amounts: Amounts, side: Side) => {
  const { entry, item } = line
  const quantity = item?.BILLEDQTY ?? item?.ACTUALQTY
  const price = amounts.price(item?.RATE)
  const gross = Normalize.product(quantity, price)
  const amount = amounts.read(entry.AMOUNT, side)
  return {
    platform_id: `${raw.GUID}:${index}`,
    tracking_category_ids: tracking(entry, own),
    item_id: idBehind(own.items, item?.STOCKITEMNAME),
    account_id: ledger(own, entry.LEDGERNAME)?.GUID,
    description: describe(line),
    quantity,
    unit_amount: price,
    sub_total: amount,
    total_amount: amount,
    // A discount is a percentage of the line.
    total_discount: gross === null || !item?.DISCOUNT ? null : Normalize.rounded((gross * item.DISCOUNT) / 100)
  }
}

/** What all documents have. `party` is the entry of the customer or vendor, `side` that of the lines. */
export const documentFields = (raw: Voucher, own: Found, side: Side) => {
  const party = partyOf(raw, own)
  const lines = linesOf(raw, party)
  const amounts = amountsOf([party?.AMOUNT, ...lines.map(({ entry }) => entry.AMOUNT)], own)
  const taxes = lines.filter((line) => isTaxLine(own, line))
  const others = lines.filter((line) => !taxes.includes(line))
  const total = amounts.read(party?.AMOUNT, opposite(side))
  const items = others.map((line, index) => lineFields(line, index, raw, own, amounts, side))
  return {
    party,
    amounts,
    total,
    fields: {
      platform_id: raw.GUID,
      contact_id: contactOf(own, party?.LEDGERNAME),
      document_number: raw.VOUCHERNUMBER ?? raw.REFERENCE,
      posted_date: raw.DATE,
      currency_id: amounts.currency_id,
      currency_rate: amounts.currency_rate,
      total_amount: total,
      // Without a party nothing says that the lines are all there is.
      sub_total: party === undefined ? null : (Normalize.sum(items.map((line) => line.sub_total)) ?? 0),
      tax_amount:
        party === undefined ? null : (Normalize.sum(taxes.map(({ entry }) => amounts.read(entry.AMOUNT, side))) ?? 0),
      total_discount: Normalize.sum(items.map((line) => line.total_discount)),
      line_items: items
    }
  }
}

/** A document's state; `open` is what is left to pay, null where it is not known. */
export const statusOf = (
  raw: Voucher,
  total: number | null,
  open: number | null
): Models.Unified<"BILLS">["status"] => {
  if (raw.ISCANCELLED) return "VOID"
  if (raw.ISOPTIONAL) return "DRAFT"
  if (open === null || total === null) return "SUBMITTED"
  return open === 0 ? "PAID" : open < total ? "PARTIALLY_PAID" : "SUBMITTED"
}
