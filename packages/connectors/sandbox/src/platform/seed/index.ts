/** The seed data, built once for each process and shared by all companies. */
import { resources } from "../resources.ts"
import type { Tables } from "../Tables.ts"
import { makeTables } from "../Tables.ts"
import { bookkeeping } from "./bookkeeping.ts"
import { crm } from "./crm.ts"
import { foundation } from "./foundation.ts"
import { online } from "./online.ts"
import { expenses } from "./expenses.ts"
import { parties } from "./parties.ts"
import { purchases } from "./purchases.ts"
import { sales } from "./sales.ts"
import { shop } from "./shop.ts"
import { simulate } from "./Timeline.ts"

let built: Tables | undefined

export const seed = (): Tables => {
  if (built !== undefined) return built
  const tables = makeTables(resources)
  simulate(tables, [foundation, parties, sales, purchases, expenses, bookkeeping, online, shop, crm])
  built = tables
  return tables
}
