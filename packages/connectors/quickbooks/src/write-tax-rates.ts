/** How a tax code is made, with the rates that are its components: by a service of its own, which answers the code's id. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import { post } from "./posting.ts"
import { agencies, taxRates } from "./tax-rates.ts"
import { writing } from "./writing.ts"

const sides = Normalize.word({ Sales: "Sales", Purchase: "Purchase" }, null)

export const writeTaxRates = writing("TAX_RATES", ["create"], {
  entity: "TaxCode",
  record: taxRates,
  requires: ["name", "tax_type", "components", "components.name", "components.rate", "components.tax_agency"],
  lookups: { agencies },
  takes: {
    name: "TaxCode",
    tax_type: (value, { refuse }) => (sides(value) === null ? refuse("must be Sales or Purchase") : {}),
    components: {
      list: (made, { item }) => ({
        TaxRateDetails: made.map((own) => ({ ...own, TaxApplicableOn: sides(item.tax_type) }))
      }),
      of: {
        name: "TaxRateName",
        rate: "RateValue",
        tax_agency: (wanted, { lookups, refuse }) => {
          const [TaxAgencyId] = [...lookups.agencies].find(([, agency]) => agency === wanted) ?? []
          return { TaxAgencyId: TaxAgencyId ?? refuse("is no tax agency of the company") }
        }
      }
    }
  },
  departs: ({ create }) => ({
    create: {
      ...create,
      call: ({ body }) => post("TaxService/TaxCode", body),
      answers: (body) => [Write.acceptedId(Normalize.text(Call.at(body, "TaxCodeId")) ?? "")]
    }
  })
})
