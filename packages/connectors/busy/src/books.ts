/** What records refer to: accounts and the groups they are below, and currencies. Asked for once in a run. */
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { file } from "./open-file.ts"
import { ask, rows } from "./query.ts"
import { type Kind, numberOf } from "./settings.ts"

export const masterMembers = {
  code: Wire.required(Wire.id),
  // What is below what decides what it is.
  name: Wire.decisive(Wire.text),
  parentgrp: Wire.decisive(Wire.id)
}
export const Master = Wire.struct(masterMembers)
type Members = (typeof Master)["Type"]
export interface Master extends Members {}

/** All masters of a kind, by their code; asked for once for several records that are written, where these are none of them. */
export const all = (kind: Kind, lasting = true) =>
  Lookup.make({
    lasting,
    call: ({ settings }) =>
      ask(settings, {
        table: "Master1",
        columns: ["Code", "Name", "ParentGrp"],
        where: { MasterType: [numberOf(settings, kind)] },
        order: "Code"
      }),
    response: Wire.read((body) => rows(body).map((row) => Wire.decode(Master, row))),
    pick: (found): ReadonlyMap<string, Master> => new Map(found.map((one) => [one.code, one])),
    absent: new Map<string, Master>()
  })
export const accounts = all("account", false)
export const [groups, currencies, states] = [all("group"), all("currency"), all("state")]
export const chart = { accounts, groups, file }
export const books = { ...chart, currencies }
/** The same for what makes no account. */
export const ledger = { ...books, accounts: all("account") }
export type Chart = Lookup.Found<typeof chart>
export type Books = Lookup.Found<typeof books>

const key = (name: string | null | undefined): string => (name ?? "").trim().toLowerCase()
/** Names of the groups above, the nearest first. Quirk: what is below no group has 0 there. */
export const above = ({ groups: known }: Pick<Chart, "groups">, parent: string | null | undefined) => {
  const found: Array<Master> = []
  let group = Normalize.lookUp(known, parent, "parentgrp")
  while (group !== undefined && !found.includes(group)) {
    found.push(group)
    group = Normalize.lookUp(known, group.parentgrp, "parentgrp")
  }
  return found.map(({ name }) => key(name))
}
const isIn = (own: Chart, code: string | null | undefined, ...names: ReadonlyArray<string>): boolean => {
  const account = Normalize.lookUp(own.accounts, code, "mastercode1")
  return account !== undefined && above(own, account.parentgrp).some((name) => names.includes(name))
}
export const isDebtor = (own: Chart, code: string | null | undefined) => isIn(own, code, "sundry debtors")
export const isCreditor = (own: Chart, code: string | null | undefined) => isIn(own, code, "sundry creditors")
export const isTax = (own: Chart, code: string | null | undefined) => isIn(own, code, "duties & taxes")
export const isGoods = (own: Chart, code: string | null | undefined) => isIn(own, code, "sale", "purchase")
export const overdrafts = ["bank o/d account", "bank od a/c", "bank occ a/c"]
export const isCash = (own: Chart, code: string | null | undefined) => isIn(own, code, "cash-in-hand")
export const isOverdraft = (own: Chart, code: string | null | undefined) => isIn(own, code, ...overdrafts)
export const isMoney = (own: Chart, code: string | null | undefined) =>
  isIn(own, code, "bank accounts", "cash-in-hand", ...overdrafts)
export const contactOf = (own: Chart, code: string | null | undefined): string | null =>
  isDebtor(own, code) || isCreditor(own, code) ? code! : null

/** Groups that Busy made, by name; all others are below one of them. */
const kinds = {
  ASSET: [
    "fixed assets",
    "investments",
    "current assets",
    "loans & advances (asset)",
    "securities & deposits (asset)",
    "stock-in-hand",
    "sundry debtors",
    "cash-in-hand",
    "bank accounts",
    "pre-operative expenses"
  ],
  LIABILITY: [
    "current liabilities",
    "duties & taxes",
    "provisions/expenses payable",
    "sundry creditors",
    "loans (liability)",
    "secured loans",
    "unsecured loans",
    "suspense account",
    ...overdrafts
  ],
  EQUITY: ["capital account", "reserves & surplus", "profit & loss"],
  INCOME: ["sale", "income (direct/opr.)", "income (indirect)"],
  EXPENSE: ["purchase", "expenses (direct/mfg.)", "expenses (indirect/admn.)"]
} as const
const kindOf = new Map<string, keyof typeof kinds>(
  Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [name, kind as keyof typeof kinds]))
)
/** What an account or group is, by the names of it and of what is above it: by the nearest that Busy made. */
export const categoryOf = (names: ReadonlyArray<string | null | undefined>) =>
  names.map((name) => kindOf.get(key(name))).find((kind) => kind !== undefined) ?? "UNKNOWN"
export const categoryOfAccount = (own: Chart, code: string | null | undefined) =>
  categoryOf(above(own, Normalize.lookUp(own.accounts, code, "mastercode1")?.parentgrp))
