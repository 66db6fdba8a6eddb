/** Leads, those that have become a contact among them. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { common, module, Named } from "./modules.ts"
import { addresses, addressFields, links, phones } from "./reach.ts"
import { currency } from "./references.ts"

/** What a lead has become: an object of names, or their ids alone. */
const Became = Wire.read((value) => (typeof value === "string" ? { id: value } : (Named.read(value) ?? null)))

export const crmLeads = Connector.read("CRM_LEADS", {
  ...module(
    // Quirk: a lead that was converted is left out unless both are asked for.
    { name: "Leads", query: { approved: "both", converted: "both" } },
    {
      ...common,
      Full_Name: Wire.text,
      First_Name: Wire.text,
      Last_Name: Wire.text,
      Designation: Wire.text,
      Company: Wire.text,
      Currency: Wire.text,
      Lead_Status: Wire.text,
      Lead_Source: Wire.text,
      Email: Wire.text,
      Secondary_Email: Wire.text,
      Website: Wire.text,
      Phone: Wire.text,
      Mobile: Wire.text,
      Fax: Wire.text,
      Converted_Date_Time: Wire.instant,
      $converted_detail: Wire.struct({
        ...Wire.all(Became, "account", "contact", "deal"),
        convert_date: Wire.instant
      }),
      ...addressFields("", "Zip_Code")
    }
  ),
  lookups: { currency },
  map: (raw, { lookups }) => {
    const became = raw.$converted_detail
    return {
      platform_id: raw.id,
      name: Normalize.text(raw.Full_Name) ?? Normalize.fullName(raw.First_Name, raw.Last_Name),
      first_name: raw.First_Name,
      last_name: raw.Last_Name,
      title: raw.Designation,
      company_name: raw.Company,
      // A lead has no amount of its own: its revenue is that of its company.
      amount: null,
      currency: Normalize.text(raw.Currency) ?? lookups.currency,
      company_id: became?.account?.id,
      contact_id: became?.contact?.id,
      owner_id: raw.Owner?.id,
      source_name: raw.Lead_Source,
      status: raw.Lead_Status,
      converted_at: became?.convert_date ?? raw.Converted_Date_Time,
      converted_contact_id: became?.contact?.id,
      converted_company_id: became?.account?.id,
      converted_deal_id: became?.deal?.id,
      external_links: links(raw),
      phone_numbers: phones(raw),
      addresses: addresses(raw, [""], "Zip_Code"),
      created_at: raw.Created_Time,
      updated_at: raw.Modified_Time
    }
  }
})
