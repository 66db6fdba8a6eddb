/** Vouchers: their heads, and what is asked for once for a page of them: entries of accounts, rows of items, narrations. */
import type { Auth } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { ask, byCode, listing, type Row, rows, type Select } from "./query.ts"
import { columns, type Kind, numberOf } from "./settings.ts"

const forms = [
  (value: unknown) => Normalize.day(value),
  Normalize.dayAs("dd-mm-yyyy"),
  Normalize.dayAs("d-mmm-yyyy"),
  Normalize.dayAs("dd/mm/yyyy")
]
/** Quirk: a day comes as the database, or the computer's own settings, write it. */
const dayOf = (value: unknown): string | null => {
  for (const form of forms) {
    try {
      return form(value)
    } catch {
      // In another form, then.
    }
  }
  throw new Normalize.Unreadable("a day", value)
}
export const day = Wire.read(dayOf)

export const Voucher = Wire.struct({
  vchcode: Wire.required(Wire.id),
  // Quirk: numbers are filled up with blanks.
  vchno: Wire.read((value) => Normalize.text(value)),
  date: day,
  mastercode1: Wire.decisive(Wire.id),
  vchamtbasecur: Wire.number
})
type VoucherMembers = (typeof Voucher)["Type"]
export interface Voucher extends VoucherMembers {}

/** An entry of an account, or a row of an item: what it is of says which amounts it has. */
const Entry = Wire.struct({
  rectype: Wire.required(Wire.id),
  srno: Wire.required(Wire.number),
  mastercode1: Wire.required(Wire.id),
  value1: Wire.required(Wire.number),
  value3: Wire.decisive(Wire.number),
  shortnar: Wire.text
})
type EntryMembers = (typeof Entry)["Type"]
export interface Entry extends EntryMembers {}
const Info = Wire.struct({ narration1: Wire.text, purchasebillno: Wire.text })

/** The rows of another table that belong to the vouchers of a page. */
export const rowsOf = (select: Pick<Select, "table" | "columns"> & { readonly where?: Select["where"] }) =>
  Lookup.make({
    of: Voucher,
    call: ({ items, settings }) =>
      ask(settings, { ...select, where: { ...select.where, VchCode: items.map(({ vchcode }) => vchcode) } }),
    response: Wire.read((body) => byCode(rows(body), "VchCode")),
    pick: (found) => found,
    absent: new Map<string, ReadonlyArray<Row>>(),
    part: (body, { vchcode }) => ({ rows: byCode(rows(body), "VchCode").get(vchcode) ?? [] })
  })
export type Rows = ReadonlyMap<string, ReadonlyArray<Row>>

export const infos = rowsOf({ table: "VchOtherInfo", columns: columns.VchOtherInfo })
export const companions = {
  entries: rowsOf({ table: "Tran2", columns: columns.Tran2, where: { RecType: [1, 2] } }),
  infos
}
export type Found = Lookup.Found<typeof companions>
export const infoOf = ({ infos: found }: Pick<Found, "infos">, { vchcode }: Voucher) =>
  Wire.decode(Info, found.get(vchcode)?.[0] ?? {})

/** The entries of a voucher's accounts and the rows of its items, in order. */
export const entriesOf = ({ entries: found }: Found, { vchamtbasecur, vchcode }: Voucher) => {
  const all = (found.get(vchcode) ?? []).map((row) => Wire.decode(Entry, row)).toSorted((a, b) => a.srno - b.srno)
  const entries = all.filter(({ rectype, value1 }) => rectype === "1" && value1 !== 0)
  // Without them it would look as if it were over nothing.
  if (entries.length === 0 && vchamtbasecur !== 0)
    throw new Normalize.Unreadable("the entries of the voucher", vchamtbasecur, "entries")
  return { entries, items: all.filter(({ rectype }) => rectype === "2") }
}

/** Vouchers of these kinds. */
export const vouchers = (
  ...kinds: ReadonlyArray<Kind>
): ReturnType<typeof listing> & { readonly from: Read.ByMapping; readonly item: typeof Voucher } => ({
  ...listing(
    (settings: Auth.AuthSettings) => ({
      table: "Tran1",
      columns: columns.Tran1,
      where: { VchType: kinds.map((kind) => numberOf(settings, kind)) }
    }),
    "VchCode"
  ),
  from: Read.byMapping("Databases write days each in its own way, and a file holds a year"),
  item: Voucher
})
