/** How credit memos are written: on accounts, for a customer or a vendor. Returns are made of what was bought or sold, in Jurnal. */
import type { Writer, Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import { applying } from "./applying.ts"
import { memosOfCustomers, memosOfVendors } from "./credit-notes.ts"
import { Named } from "./lists.ts"
import { returnsOfBills, returnsOfInvoices } from "./returns.ts"
import { account, lookups } from "./write-lookups.ts"
import { id, wholly, writing } from "./writing.ts"

const member = "transaction_account_lines_attributes"
type Line = NonNullable<Writes.ItemOf<"BILL_CREDIT_NOTES">["line_items"]>[number]
interface Lined {
  readonly line_items?: ReadonlyArray<Line> | null | undefined
}
const Products = Wire.list(
  Wire.struct({ product: Wire.struct({ id: Wire.id, buy_account: Named, sell_account: Named }) })
)
/** The accounts of products that lines name instead of one. */
const accountsBy = (side: "buy_account" | "sell_account") =>
  Lookup.make({
    call: ({ items }: Lookup.LookupContext<Lined>) => {
      const lines = items.flatMap(({ line_items }) => line_items ?? []).filter(({ account_id }) => !account_id)
      const wanted = [...new Set(lines.flatMap(({ item_id }) => item_id ?? []))]
      return wanted.length === 0 ? null : wanted.map((own) => ({ path: `/products/${Call.segment(own)}` }))
    },
    response: Products,
    pick: (all): ReadonlyMap<string, string | null> =>
      new Map(all.map((own) => [own?.product?.id ?? "", own?.product?.[side]?.name ?? null])),
    absent: new Map(),
    emptyStatuses: [404, 422]
  })
const found = (side: "buy_account" | "sell_account") => ({ ...lookups, products: accountsBy(side) })
type Found = ReturnType<typeof found>

/** Quirk: a memo has no prices, no taxes and no products: a line is an amount on an account. */
const line = (side: "credit" | "debit"): Take.Table<Line, Found> => ({
  platform_id: id("id"),
  account_id: account("account_name"),
  item_id: (product, { item, lookups: { products }, refuse }) =>
    item.account_id ? {} : { account_name: products.get(product) ?? refuse("has no account, and the line names none") },
  description: "description",
  quantity: Take.beside,
  total_discount: Take.beside,
  unit_amount: (amount, { item: { quantity, total_discount } }) => ({
    [side]: Normalize.difference(Normalize.product(amount, quantity ?? 1), total_discount ?? 0)
  })
})
const head = {
  contact_id: "person_id",
  document_number: "transaction_no",
  posted_date: Take.day("transaction_date"),
  memo: "memo"
} as const
const requires = ["contact_id", "posted_date", "line_items", "line_items.unit_amount"] as const
const memo = { list: "credit_memos", one: "credit_memo", clears: ["memo"] as const, requires }
const isReturn = (own: { readonly platform_id?: string | null | undefined }) =>
  own.platform_id?.startsWith("return:") === true
/** A new one may be put on documents. Of what there is, memos of the one side alone are touched, and returns are not. */
const memos =
  (how: Parameters<typeof applying>[0]) =>
  ({ create, delete: taken = {}, update = {} }: Writer.Way): Writer.Way => {
    const only = (usual: Writer.Doing): Writer.Doing => ({
      ...usual,
      current: true,
      call: (sent) =>
        isReturn(sent.item) ? sent.refuse("is a return, which is changed in Jurnal", "platform_id") : usual.call!(sent)
    })
    const { answers: _, call: __, ...usual } = create ?? {}
    return {
      create: { ...usual, steps: applying(how) },
      update: only(update),
      delete: only(taken)
    }
  }

export const writeBillCreditNotes = writing("BILL_CREDIT_NOTES", ["create", "update", "delete"], {
  ...memo,
  record: (own) => (isReturn(own) ? returnsOfBills : memosOfVendors),
  lookups: found("buy_account"),
  takes: { ...head, line_items: { list: wholly(member), of: line("credit") } },
  creates: { bill_ids: Take.beside },
  makes: (_, { isNew }) => (isNew ? { person_type: "vendor" } : {}),
  departs: memos({
    of: "vendor",
    list: "purchase_invoices",
    one: "purchase_invoice",
    ids: "bill_ids"
  })
})
export const writeInvoiceCreditNotes = writing("INVOICE_CREDIT_NOTES", ["create", "update", "delete"], {
  ...memo,
  record: (own) => (isReturn(own) ? returnsOfInvoices : memosOfCustomers),
  lookups: found("sell_account"),
  takes: { ...head, line_items: { list: wholly(member), of: line("debit") } },
  creates: { invoice_ids: Take.beside },
  makes: (_, { isNew }) => (isNew ? { person_type: "customer" } : {}),
  departs: memos({
    of: "customer",
    list: "sales_invoices",
    one: "sales_invoice",
    ids: "invoice_ids"
  })
})
