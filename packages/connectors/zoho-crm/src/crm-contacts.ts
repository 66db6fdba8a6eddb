/** People at companies. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { common, module, Named } from "./modules.ts"
import { addresses, addressFields, links, phones } from "./reach.ts"

export const crmContacts = Connector.read("CRM_CONTACTS", {
  ...module(
    { name: "Contacts", query: { approved: "both" } },
    {
      ...common,
      Full_Name: Wire.text,
      First_Name: Wire.text,
      Last_Name: Wire.text,
      Title: Wire.text,
      Account_Name: Named,
      Email: Wire.text,
      Secondary_Email: Wire.text,
      Phone: Wire.text,
      Home_Phone: Wire.text,
      Other_Phone: Wire.text,
      Mobile: Wire.text,
      Fax: Wire.text,
      Lead_Source: Wire.text,
      Last_Activity_Time: Wire.instant,
      ...addressFields("Mailing_", "Zip"),
      ...addressFields("Other_", "Zip")
    }
  ),
  map: (raw) => ({
    platform_id: raw.id,
    name: Normalize.text(raw.Full_Name) ?? Normalize.fullName(raw.First_Name, raw.Last_Name),
    first_name: raw.First_Name,
    last_name: raw.Last_Name,
    title: raw.Title,
    company_id: raw.Account_Name?.id,
    owner_id: raw.Owner?.id,
    lead_source: raw.Lead_Source,
    external_links: links(raw),
    phone_numbers: phones(raw),
    addresses: addresses(raw, ["Mailing_", "Other_"], "Zip"),
    last_activity_at: raw.Last_Activity_Time,
    created_at: raw.Created_Time,
    updated_at: raw.Modified_Time
  })
})
