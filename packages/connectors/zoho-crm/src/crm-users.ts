/** Users, those that have left among them. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { nothing, numbered } from "./modules.ts"

const statuses = Normalize.word({
  active: "ACTIVE",
  inactive: "ARCHIVED",
  disabled: "ARCHIVED",
  closed: "ARCHIVED",
  deleted: "ARCHIVED"
})

export const crmUsers = Connector.read("CRM_USERS", {
  path: "/users",
  query: { type: "AllUsers" },
  page: numbered,
  items: "users",
  item: Wire.struct({
    id: Wire.required(Wire.id),
    ...Wire.all(Wire.text, "full_name", "first_name", "last_name", "email", "status", "Currency"),
    created_time: Wire.instant,
    Modified_Time: Wire.instant
  }),
  get: "/users/{id}",
  getItem: (body: unknown) => Read.arrayAt(body, "users")[0],
  emptyStatuses: nothing,
  deletes: Read.fullListing,
  map: (raw) => ({
    platform_id: raw.id,
    name: Normalize.text(raw.full_name) ?? Normalize.fullName(raw.first_name, raw.last_name),
    email: raw.email,
    currency: raw.Currency,
    status: statuses(raw.status),
    created_at: raw.created_time,
    updated_at: raw.Modified_Time
  })
})
