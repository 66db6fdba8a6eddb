/** What a connection to Busy needs to know, its user there, and the header of a tunnel or agent in front of it. */
import type { Auth } from "@svc/core"
import * as Setting from "@svc/core/Setting"
import { bookSettings } from "./book-settings.ts"

/** Numbers of kinds of masters and vouchers. Those that no sample shows can be set otherwise. */
export const numbers = {
  group: 1,
  account: 2,
  cost_centre_group: 3,
  cost_centre: 4,
  item: 6,
  currency: 7,
  unit: 8,
  tax_category: 25,
  state: 56,
  purchase: 2,
  sale_return: 3,
  sale: 9,
  purchase_return: 10,
  sales_order: 12,
  purchase_order: 13,
  receipt: 14,
  contra: 15,
  journal: 16,
  debit_note: 17,
  credit_note: 18,
  payment: 19
} as const
export type Kind = keyof typeof numbers

/** Columns that statements name, by table. */
export const columns = {
  Master1: ["Code", "Name", "Alias", "ParentGrp", "MasterType", "CM1", "CM8", "D3"],
  MasterAddressInfo: [
    "MasterCode",
    "Address1",
    "Address2",
    "Address3",
    "Address4",
    "PINCode",
    "StateCodeLong",
    "Contact",
    "Email",
    "Fax",
    "GSTNo",
    "ITPAN",
    "Mobile",
    "TelNo"
  ],
  Folio1: ["MasterCode", "MasterType", "D1"],
  Tran1: ["VchCode", "VchType", "VchNo", "Date", "MasterCode1", "VchAmtBaseCur"],
  Tran2: ["VchCode", "RecType", "SrNo", "MasterCode1", "Value1", "Value3", "ShortNar"],
  Tran3: ["VchCode", "ItemSrNo", "MasterCode1", "Value1", "Value3", "NewRefAmount", "DueDate"],
  VchOtherInfo: ["VchCode", "Narration1", "PurchaseBillNo"]
} as const
export type Table = keyof typeof columns

const listOf = (pair: string) => `\\s*${pair}\\s*(?:,\\s*${pair}\\s*)*`
const places = Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}\\.${name}`))

export const settings = {
  address: Setting.asked({
    label: "Address of the Busy web service",
    help: "Of the agent or tunnel in front of it, or of the computer itself in a private network",
    placeholder: "https://busy.example.com",
    normalize: Setting.address,
    // A host, a port and a path: nothing that could name another host or carry a password.
    pattern:
      "https?://[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::[0-9]{1,5})?(?:/[A-Za-z0-9_~-]+)*/?"
  }),
  company_code: Setting.asked({
    label: "Code of the company",
    help: "As Busy shows it where a company is opened. The web service must have this company open",
    placeholder: "Comp0001",
    pattern: "[A-Za-z0-9_-]{1,32}"
  }),
  financial_year: Setting.asked({
    label: "Financial year",
    help: "The year in which it begins: each year is a file of its own, and a connection of its own",
    placeholder: "2025",
    pattern: "[0-9]{4}"
  }),
  database: Setting.asked({
    label: "Database of that year",
    help: "Where Busy keeps its data in SQL Server: any other that is open is then refused",
    placeholder: "BusyComp0001_db12025",
    pattern: "[A-Za-z0-9_]{1,128}",
    optional: true
  }),
  ...bookSettings,
  columns: Setting.asked({
    label: "Columns that are called otherwise",
    help: "Where a release of Busy differs: table.column=name, several with commas between them, and none for one it lacks",
    placeholder: "Master1.D3=D4, VchOtherInfo.PurchaseBillNo=none",
    pattern: listOf(`(?:${places.join("|")})=[A-Za-z][A-Za-z0-9_]{0,63}`),
    optional: true
  }),
  kinds: Setting.asked({
    label: "Kinds that have other numbers",
    help: "Of vouchers and masters: kind=number, several with commas between them",
    placeholder: "payment=19, currency=7",
    pattern: listOf(`(?:${Object.keys(numbers).join("|")})=[0-9]{1,4}`),
    optional: true
  })
}

/** `a=b, c=d` of a setting. */
export const pairs = (written: string | undefined): ReadonlyMap<string, string> =>
  new Map(
    (written ?? "").split(",").flatMap((pair) => {
      const [name, value] = pair.trim().split("=")
      return name && value ? [[name, value] as const] : []
    })
  )
export const numberOf = (given: Auth.AuthSettings, kind: Kind): number =>
  Number(pairs(given["kinds"]).get(kind) ?? numbers[kind])
