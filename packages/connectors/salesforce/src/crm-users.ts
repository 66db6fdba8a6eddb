/** Users who are people of the company: not those of portals, and not the system's own. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { record, source } from "./source.ts"
import { activeStatus } from "./wire.ts"

export const crmUsers = Connector.read("CRM_USERS", {
  ...source(
    "User",
    {
      ...record,
      Username: Wire.text,
      Name: Wire.text,
      Email: Wire.text,
      IsActive: Wire.boolean,
      DefaultCurrencyIsoCode: Wire.text
    },
    { where: [{ field: "UserType", where: "UserType = 'Standard'" }] }
  ),
  // A user is made inactive, never deleted.
  deletes: Read.never("Salesforce deactivates users and deletes none"),
  mapping: 2,
  map: (raw) => ({
    platform_id: raw.Id,
    // Of all users of all orgs, one alone has it.
    platform_unique_id: raw.Username,
    name: raw.Name,
    email: raw.Email,
    currency: raw.DefaultCurrencyIsoCode,
    status: activeStatus(raw.IsActive),
    created_at: raw.CreatedDate,
    updated_at: raw.SystemModstamp
  })
})
