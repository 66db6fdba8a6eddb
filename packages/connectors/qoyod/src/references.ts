/** What the documents of a page name: their contacts' currencies, and the accounts of their products. */
import type { Auth } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import type { Party } from "./contacts.ts"
import { size } from "./listing.ts"
import { rowsOf } from "./wire.ts"

/** The currency of books that do not say another. */
export const baseOf = (settings: Auth.AuthSettings): string => settings["currency"] ?? "SAR"
/** The currency of a contact, else that of the books; null of a contact that is not known. */
export const currencyOf = (
  found: ReadonlyMap<string, string | null | undefined>,
  id: string | null | undefined,
  settings: Auth.AuthSettings
): string | null => (id == null || !found.has(id) ? null : found.get(id) || baseOf(settings))

/** Rows of a list by their ids, so many at once; what a document names of them is kept with it. */
const byIds = <Row extends { readonly id: string }, A, Raw>(
  list: string,
  row: Wire.Decoder<Row>,
  pick: (row: Row) => A,
  idsOf: (raw: Raw) => ReadonlyArray<string | null | undefined>
) => {
  const uniqueOf = (items: ReadonlyArray<Raw>) => [...new Set(items.flatMap(idsOf).filter((id) => id != null))]
  const rows = (body: unknown) => rowsOf(list, "contacts")(body)
  return Lookup.make({
    call: ({ items }: Lookup.LookupContext<Raw>) => {
      const ids = uniqueOf(items)
      if (ids.length === 0) return null
      return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ({
        path: `/${list}`,
        query: { per_page: size, "q[id_in][]": ids.slice(at * size, (at + 1) * size) }
      }))
    },
    response: Wire.list(Wire.unknown),
    pick: (all): ReadonlyMap<string, A> =>
      new Map(all.flatMap(rows).map((own) => [Wire.decode(row, own).id, pick(Wire.decode(row, own))] as const)),
    absent: new Map(),
    emptyStatuses: [404],
    part: (body, item: Raw) => {
      const ids = new Set(uniqueOf([item]))
      return (body as ReadonlyArray<unknown>).map((one) => ({
        [list]: rows(one).filter((own) => ids.has(String(Call.at(own, "id"))))
      }))
    }
  })
}

export interface Contacted {
  readonly contact_id?: string | null | undefined
  readonly contact?: { readonly id?: string | null | undefined } | null | undefined
}
const Contact = Wire.struct({ id: Wire.required(Wire.id), currency_code: Wire.text })
/** Quirk: bills hold their contact, and other documents its id. */
export const contactOf = ({ contact, contact_id }: Contacted) => contact_id ?? contact?.id ?? null
/** The currencies of contacts, by their ids at Qoyod. */
export const contactsOf = (party: Party) =>
  byIds(
    `${party}s`,
    Contact,
    ({ currency_code }) => currency_code,
    (raw: Contacted) => [contactOf(raw)]
  )

export interface Lined {
  readonly line_items?: ReadonlyArray<{ readonly product_id?: string | null | undefined } | null> | null | undefined
}
const Product = Wire.struct({ id: Wire.required(Wire.id), expense_account_id: Wire.id, sales_account_id: Wire.id })
/** The accounts of products, of what is bought or of what is sold. */
export const accountsOf = (side: "expense_account_id" | "sales_account_id") =>
  byIds(
    "products",
    Product,
    (own) => own[side] ?? null,
    ({ line_items }: Lined) => (line_items ?? []).map((line) => line?.product_id)
  )
