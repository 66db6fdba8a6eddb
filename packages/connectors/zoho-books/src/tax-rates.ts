/** Taxes, and groups of them, whose members cost a call. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { pages } from "./lists.ts"

const tax = {
  tax_name: Wire.text,
  tax_percentage: Wire.number,
  tax_type: Wire.decisive(Wire.text),
  tax_authority_name: Wire.text
}
const Group = Wire.struct({ taxes: Wire.list(Wire.required(Wire.struct(tax))) })
const componentOf = (raw: Wire.Struct<typeof tax>) => ({
  name: raw.tax_name,
  rate: raw.tax_percentage,
  tax_agency: raw.tax_authority_name,
  is_compound: raw.tax_type == null ? null : raw.tax_type === "compound_tax"
})

export const taxRates = Connector.read("TAX_RATES", {
  path: "/settings/taxes",
  page: pages,
  items: "taxes",
  item: Wire.struct({ ...tax, tax_id: Wire.required(Wire.id), tax_specific_type: Wire.text }),
  follow: ({ tax_id, tax_type }) =>
    tax_type === "tax_group" ? [{ path: `/settings/taxgroups/${Call.segment(tax_id)}` }] : [],
  deletes: Read.fullListing,
  map: (raw, { followed: [group] }) => {
    const members = group == null ? [raw] : (Wire.decode(Group, Call.at(group, "tax_group")).taxes ?? [])
    return {
      platform_id: raw.tax_id,
      name: raw.tax_name,
      tax_type: Normalize.text(raw.tax_specific_type) ?? raw.tax_type,
      effective_tax_rate: raw.tax_percentage,
      total_tax_rate: raw.tax_percentage,
      components: members.map(componentOf)
    }
  }
})
