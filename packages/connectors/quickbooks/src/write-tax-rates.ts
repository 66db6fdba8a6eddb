/** How a tax code is made, with the rates that are its components: by a service of its own, which answers the code's id. */
import { Call, Connector, Normalize, Write } from "@svc/core"
import { idempotency, post } from "./posting.ts"
import { agencies, taxRates } from "./tax-rates.ts"

const sides = Normalize.word({ Sales: "Sales", Purchase: "Purchase" }, null)

const createTaxRates = Connector.create("TAX_RATES", {
  requires: ["name", "tax_type", "components", "components.name", "components.rate", "components.tax_agency"],
  unsupported: ["code", "total_tax_rate", "components.is_compound"],
  lookups: { agencies },
  refuse: ({ components, tax_type }, { lookups }) => {
    if (sides(tax_type) === null) return { field: "tax_type", message: "must be Sales or Purchase" }
    const known = [...lookups.agencies.values()]
    const at = (components ?? []).findIndex(({ tax_agency }) => !known.includes(tax_agency ?? null))
    return at < 0 ? null : { field: `components[${at}].tax_agency`, message: "is no tax agency of the company" }
  },
  call: ([item], { lookups }) =>
    post("TaxService/TaxCode", {
      TaxCode: item!.name,
      TaxRateDetails: (item!.components ?? []).map(({ name, rate, tax_agency }) => ({
        TaxRateName: name,
        RateValue: rate,
        TaxAgencyId: [...lookups.agencies].find(([, agency]) => agency === tax_agency)?.[0],
        TaxApplicableOn: sides(item!.tax_type)
      }))
    }),
  answers: (body) => [Write.acceptedId(Normalize.text(Call.at(body, "TaxCodeId")) ?? "")],
  record: taxRates,
  idempotency
})
export const writeTaxRates = { create: createTaxRates }
