/** Companies, which Zoho calls accounts. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { common, module, Named } from "./modules.ts"
import { addresses, addressFields, links, phones } from "./reach.ts"
import { currency } from "./references.ts"

export const crmCompanies = Connector.read("CRM_COMPANIES", {
  ...module(
    { name: "Accounts", query: { approved: "both" } },
    {
      ...common,
      Account_Name: Wire.text,
      Description: Wire.text,
      Industry: Wire.text,
      Employees: Wire.number,
      Annual_Revenue: Wire.number,
      Currency: Wire.text,
      Parent_Account: Named,
      Website: Wire.text,
      Phone: Wire.text,
      Fax: Wire.text,
      Last_Activity_Time: Wire.instant,
      ...addressFields("Billing_", "Code"),
      ...addressFields("Shipping_", "Code")
    }
  ),
  lookups: { currency },
  map: (raw, { lookups }) => ({
    platform_id: raw.id,
    name: raw.Account_Name,
    description: raw.Description,
    industry: raw.Industry,
    people_count: raw.Employees,
    annual_revenue: raw.Annual_Revenue,
    currency: Normalize.text(raw.Currency) ?? lookups.currency,
    owner_id: raw.Owner?.id,
    parent_company_id: raw.Parent_Account?.id,
    external_links: links(raw),
    phone_numbers: phones(raw),
    addresses: addresses(raw, ["Billing_", "Shipping_"], "Code"),
    last_activity_at: raw.Last_Activity_Time,
    created_at: raw.Created_Time,
    updated_at: raw.Modified_Time
  })
})
