/** How taxes are written. The description of a new one shows no id of ours, so the list is looked through before a repeat. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import { taxRates } from "./tax-rates.ts"
import { idIn, named, writing } from "./writing.ts"

export const writeTaxRates = writing("TAX_RATES", ["create", "update", "delete"], {
  record: taxRates,
  list: "taxes",
  one: "tax",
  // A change wants all that the description names of a tax, its accounts by their names.
  kept: (raw) =>
    Call.present({
      name: raw["name"],
      rate: Normalize.number(raw["rate"]) ?? undefined,
      buy_tax_account_name: named(raw, "buy_tax_account") ?? undefined,
      sell_tax_account_name: named(raw, "sell_tax_account") ?? undefined
    }),
  requires: ["name", "total_tax_rate"],
  takes: { name: "name", total_tax_rate: "rate" },
  departs: ({ create, ...usual }) => ({
    ...usual,
    create: {
      ...create,
      answers: (body) => [Write.acceptedId(idIn(body, "company_tax"))],
      idempotency: Write.lookup({
        // A change takes an id of ours, so a new one is given one too; whether it is kept, nobody says.
        key: { in: "body", name: "tax.custom_id", form: "plain" },
        call: () => ({ path: "/taxes", query: { page: 1, page_size: 100 } }),
        find: (body, { name, total_tax_rate: rate }, { key }) => {
          const rows = Read.requiredArrayAt(body, "company_taxes")
          const isAlike = (row: unknown) =>
            !Call.at(row, "custom_id") &&
            Call.at(row, "name") === name &&
            Normalize.number(Call.at(row, "rate")) === rate
          return rows.find((row) => Call.at(row, "custom_id") === key) ?? rows.find(isAlike)
        }
      })
    }
  })
})
