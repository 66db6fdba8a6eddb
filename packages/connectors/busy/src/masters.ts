/** Masters of a kind, and what they come to: nothing holds a balance, so what moved is added to what there was. */
import type { Auth } from "@svc/core"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Master } from "./books.ts"
import { ask, byCode, listing, rows, type Select } from "./query.ts"
import { type Kind, numberOf } from "./settings.ts"

/** `more` are columns beside code, name and group; `prefix` is in front of the ids. */
export const masters = (kind: Kind, more: ReadonlyArray<string> = [], prefix = ""): ReturnType<typeof listing> =>
  listing(
    (settings) => ({
      table: "Master1",
      columns: ["Code", "Name", "ParentGrp", ...more],
      where: { MasterType: [numberOf(settings, kind)] }
    }),
    "Code",
    prefix
  )

interface Summed {
  /** The column with the code of the master. */
  readonly by: string
  /** The column of the answer with what is added up. */
  readonly of: string
  readonly select: (settings: Auth.AuthSettings) => Select
}
/** What rows of another table come to, asked for once for a page of masters. */
const sums = ({ by, of, select }: Summed) =>
  Lookup.make({
    of: Master,
    call: ({ items, settings }) => {
      const own = select(settings)
      return ask(settings, { ...own, where: { ...own.where, [by]: items.map(({ code }) => code) } })
    },
    response: Wire.read((body) => byCode(rows(body), by)),
    pick: (found) =>
      new Map([...found].map(([code, own]) => [code, Normalize.sum(own.map((row) => row[of] as unknown))])),
    absent: new Map<string, number | null>(),
    part: (body, { code }) => ({ rows: byCode(rows(body), by).get(code) ?? [] })
  })

/** What there was when the year began, and what has moved since: of accounts money, of items how many. */
export const balances = (kind: "account" | "item") => ({
  opening: sums({
    by: "MasterCode",
    of: "d1",
    select: (settings) => ({
      table: "Folio1",
      columns: ["MasterCode", "D1"],
      where: { MasterType: [numberOf(settings, kind)] }
    })
  }),
  moved: sums({
    by: "MasterCode1",
    of: "total",
    select: () => ({
      table: "Tran2",
      columns: ["MasterCode1"],
      sum: "Value1",
      where: { RecType: [kind === "account" ? 1 : 2] }
    })
  })
})
type Balances = Lookup.Found<ReturnType<typeof balances>>
/** Negative is a debit. Null where there is neither, and where what there was cannot be told. */
export const balanceOf = ({ moved, opening }: Balances, code: string): number | null =>
  opening.get(code) === null ? null : Normalize.sum([opening.get(code), moved.get(code)])
