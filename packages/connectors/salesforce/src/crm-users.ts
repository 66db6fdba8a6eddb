/** Users who are people of the company: not those of portals, and not the system's own. */
import { Connector, Read, Wire } from "@svc/core"
import { record, source } from "./source.ts"
import { activeStatus } from "./wire.ts"

export const crmUsers = Connector.read("CRM_USERS", {
  ...source(
    "User",
    { ...record, Name: Wire.text, Email: Wire.text, IsActive: Wire.boolean, DefaultCurrencyIsoCode: Wire.text },
    { where: [{ field: "UserType", where: "UserType = 'Standard'" }] }
  ),
  // A user is made inactive, never deleted.
  deletes: Read.never,
  map: (raw) => ({
    platform_id: raw.Id,
    name: raw.Name,
    email: raw.Email,
    currency: raw.DefaultCurrencyIsoCode,
    status: activeStatus(raw.IsActive),
    created_at: raw.CreatedDate,
    updated_at: raw.SystemModstamp
  })
})
