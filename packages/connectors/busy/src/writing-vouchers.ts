/** Vouchers made, each under a number that none of its kind has. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { ask, type Row, rows } from "./query.ts"
import { code, dated, found, inHeader } from "./sending.ts"
import { type Kind, numberOf } from "./settings.ts"
import { day } from "./voucher.ts"

/** What the elements of vouchers are called. */
const roots = {
  sale: "Sale",
  purchase: "Purchase",
  sale_return: "SaleReturn",
  purchase_return: "PurchaseReturn",
  sales_order: "SaleOrder",
  purchase_order: "PurchaseOrder",
  receipt: "Receipt",
  payment: "Payment",
  journal: "Journal",
  debit_note: "DrNt",
  credit_note: "CrNt"
} satisfies Partial<Record<Kind, string>>
export type Written = keyof typeof roots

interface Input {
  readonly contact_id?: string | null | undefined
  readonly document_number?: string | null | undefined
  readonly posted_date?: string | null | undefined
  readonly payment_date?: string | null | undefined
}
const dayOf = (item: Input) => Normalize.day(item.posted_date ?? item.payment_date ?? null)
const printable = /^[\x21-\x7e](?:[\x20-\x7e]{0,23}[\x21-\x7e])?$/

/**
 * Vouchers of the kind that have the number. Quirk: where a series numbers by itself, ours is the number of the bill alone. The numbers of bills
 * are the vendors' own: two may have the same.
 */
const search = (settings: Take.At["settings"], kind: Written, item: Input): Call.Call | null => {
  const number = item.document_number?.trim() ?? ""
  const party = item.contact_id ?? ""
  if (!printable.test(number) || (kind === "purchase" && !/^\d{1,15}$/.test(party))) return null
  return ask(settings, {
    table: "Tran1",
    columns: ["VchCode", "Date"],
    where: { VchType: [numberOf(settings, kind)], ...(kind === "purchase" ? { MasterCode1: [party] } : {}) },
    number
  })
}

const longest = (item: Take.Item) => ["line_items", "journal_lines"].find((name) => item[name]) ?? "memo"

interface Own {
  readonly voucher: (item: any) => Written
}
export const writingVouchers = Writer.make(({ voucher }: Own) => ({
  create: {
    lookups: {
      taken: Lookup.make({
        call: ({ items: [item], settings }: { readonly items: ReadonlyArray<any>; readonly settings: any }) =>
          search(settings, voucher(item), item),
        response: Wire.read((body) => rows(body)),
        pick: (all) => all,
        absent: [] as ReadonlyArray<Row>
      })
    },
    call: ({ body, item, lookups, refuse, settings }) => {
      const kind = voucher(item)
      const type = String(numberOf(settings, kind))
      const number = String(item["document_number"] ?? "").trim()
      if (!printable.test(number)) refuse("must be plain letters, at most 25 of them", "document_number")
      if (lookups["taken"].length > 0) refuse("is that of a voucher already", "document_number", true)
      const Narration1 = item["memo"] ?? item["description"]
      const document = {
        VchSeriesName: settings["series"] ?? "Main",
        Date: dated(item["posted_date"] ?? item["payment_date"]),
        VchType: type,
        VchNo: number,
        ...body,
        VchOtherInfoDetails: Call.present({ PurchaseBillNo: number, Narration1 })
      }
      return {
        path: "/",
        headers: { SC: "2", VchType: type, VchXML: inHeader({ [roots[kind]]: document }, refuse, longest(item)) }
      }
    },
    answers: code,
    idempotency: Write.lookup<Input>({
      call: (item, { settings }) => search(settings, voucher(item), item),
      // One of another day is not what was sent.
      find: (body, item) =>
        found(
          rows(body).find(({ date }) => day.read(date) === dayOf(item)),
          "vchcode"
        )
    })
  }
}))
