/** Documents are listed by their layouts; which of them are credit notes, their amounts say. */
import type { Read } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Page from "@svc/core/Page"
import * as Wire from "@svc/core/Wire"
import { document, type Document } from "./document-fields.ts"
import { dated, listed, type Listing, missing, pages } from "./wire.ts"

export const salesLayouts = ["Item", "Service", "Professional", "TimeBilling", "Miscellaneous"]
export const purchaseLayouts = ["Item", "Service", "Professional", "Miscellaneous"]
interface Documents<Raw> extends Listing {
  readonly mapping: number
  readonly from: ReturnType<typeof dated>
  readonly follow: (raw: Raw) => ReadonlyArray<Call.Call>
}
/**
 * Documents of all layouts. Quirk: those of one layout are listed with their lines, and all of them together without, which is
 * how one is found by its id; its layout then has the lines.
 */
export const inLayouts = <Raw extends Document>(
  collection: string,
  layouts: ReadonlyArray<string>,
  layoutOf: (raw: Raw) => string | null | undefined
): Documents<Raw> => ({
  ...listed(collection),
  mapping: 2,
  path: `${collection}/${layouts[0]}`,
  page: Page.each(
    layouts.map((layout) => ({ path: `${collection}/${layout}` })),
    pages
  ),
  from: dated("Date"),
  follow: (raw) => {
    const layout = layoutOf(raw) ?? ""
    return raw.Lines || !layouts.includes(layout) ? [] : [{ path: `${collection}/${layout}/${Call.segment(raw.UID)}` }]
  }
})
/** The document with its lines. */
export const wholeOf = <Raw>(item: Wire.Decoder<Raw>, raw: Raw, [own]: ReadonlyArray<unknown>): Raw =>
  own === undefined || own === null ? raw : Wire.decode(item, own)

/** Quirk: what is below zero is a credit note, also when it has been used up and says `Closed`. */
export const isNote = ({ Status, TotalAmount }: Pick<Document, "Status" | "TotalAmount">): boolean =>
  (TotalAmount ?? 0) < 0 || Status === "Credit" || Status === "Debit"
const Sum = Wire.struct({ Status: document.Status, TotalAmount: document.TotalAmount })
/** The ids of the notes that are left, or of all that are none. */
export const missingNotes = (collection: string, areNotes: boolean): Read.Deletes =>
  missing(collection, (row) => isNote(Wire.decode(Sum, row)) === areNotes)
