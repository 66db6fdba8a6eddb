/** Accounts of duties and taxes, and the categories that items are taxed by. Neither tells its rate where it can be read. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import { chart, isTax, Master } from "./books.ts"
import { masters } from "./masters.ts"
import { file } from "./open-file.ts"

const ofAccounts = Connector.read("TAX_RATES", {
  ...masters("account"),
  source: "accounts",
  item: Master,
  owner: ({ code }) => code,
  lookups: chart,
  map: (raw, { lookups }) =>
    isTax(lookups, raw.code) ? { platform_id: raw.code, name: raw.name, components: [{ name: raw.name }] } : null
})
const ofCategories = Connector.read("TAX_RATES", {
  ...masters("tax_category", [], "category-"),
  source: "categories",
  item: Master,
  lookups: { file },
  map: (raw) => ({
    platform_id: Normalize.prefixed("category", raw.code),
    name: raw.name,
    components: [{ name: raw.name }]
  })
})
export const taxRates = [ofAccounts, ofCategories]
