/** Tax codes, which lines refer to, with the rates that they add up. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { askAll, everyName, source } from "./query.ts"
import { record, Ref, updatedAt } from "./wire.ts"

/** Whether a rate is reckoned on what others come to: its place among those that are. */
const compound: Wire.Decoder<boolean | null> = {
  ...Wire.read((value) => {
    const order = Normalize.number(value)
    return order === null ? null : order > 0
  }),
  isYesOrNo: true
}
const Rates = Wire.struct({
  TaxRateDetail: Wire.list(Wire.required(Wire.struct({ TaxRateRef: Ref, TaxOnTaxOrder: compound })))
})
/** All tax rates, by id. */
const rates = Lookup.make({
  call: askAll("TaxRate", everyName),
  response: Wire.struct({
    QueryResponse: Wire.required(
      Wire.struct({
        TaxRate: Wire.list(
          Wire.struct({ Id: Wire.required(Wire.id), Name: Wire.text, RateValue: Wire.number, AgencyRef: Ref })
        )
      })
    )
  }),
  pick: ({ QueryResponse }) => new Map((QueryResponse.TaxRate ?? []).map((rate) => [rate.Id, rate] as const)),
  absent: new Map()
})
/** Names of the tax agencies, by id. */
export const agencies = Lookup.make({
  call: askAll("TaxAgency"),
  response: Wire.struct({
    QueryResponse: Wire.required(
      Wire.struct({ TaxAgency: Wire.list(Wire.struct({ Id: Wire.required(Wire.id), DisplayName: Wire.text })) })
    )
  }),
  pick: ({ QueryResponse }) =>
    new Map((QueryResponse.TaxAgency ?? []).map(({ DisplayName, Id }) => [Id, DisplayName ?? null] as const)),
  absent: new Map()
})

const { since: _, ...codes } = source("TaxCode", everyName)

export const taxRates = Connector.read("TAX_RATES", {
  // Quirk: a code does not change when one of its rates does.
  ...codes,
  deletes: Read.fullListing,
  mapping: 2,
  item: Wire.struct({
    ...record,
    Name: Wire.text,
    TaxGroup: Wire.boolean,
    SalesTaxRateList: Rates,
    PurchaseTaxRateList: Rates
  }),
  lookups: { rates, agencies },
  map: (raw, { lookups }) => {
    const [sales, purchases] = [raw.SalesTaxRateList?.TaxRateDetail ?? [], raw.PurchaseTaxRateList?.TaxRateDetail ?? []]
    const components = (sales.length > 0 ? sales : purchases).map(({ TaxOnTaxOrder, TaxRateRef }) => {
      const rate = lookups.rates.get(TaxRateRef?.value ?? "")
      return {
        name: rate?.Name,
        rate: rate?.RateValue,
        tax_agency: lookups.agencies.get(rate?.AgencyRef?.value ?? ""),
        is_compound: TaxOnTaxOrder ?? null
      }
    })
    // What is compound does not simply add up, and what is not known adds up to nothing.
    const isSum = components.every(({ is_compound, rate }) => is_compound !== true && typeof rate === "number")
    const total = isSum ? Normalize.sum(components.map(({ rate }) => rate)) : null
    return {
      platform_id: raw.Id,
      name: raw.Name,
      code: raw.Id,
      effective_tax_rate: total,
      total_tax_rate: total,
      components,
      updated_at: updatedAt(raw)
    }
  }
})
