/** Tracking categories and their values: a value is a record whose parent is its category. Lines name values. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { activeStatus, silent } from "./wire.ts"

const types = Normalize.word({ department: "DEPARTMENT", location: "LOCATION" }, "OTHER")

export const trackingCategories = Connector.read("TRACKING_CATEGORIES", {
  ...silent("trackingCategories"),
  item: Wire.struct({
    id: Wire.required(Wire.id),
    label: Wire.text,
    kind: Wire.text,
    active: Wire.boolean,
    values: Wire.list(Wire.struct({ id: Wire.required(Wire.id), label: Wire.text, active: Wire.boolean })),
    updatedAt: Wire.instant
  }),
  owner: (raw) => raw.id,
  map: (raw) => {
    const values = raw.values ?? []
    const shared = { type: types(raw.kind), updated_at: raw.updatedAt }
    return [
      {
        ...shared,
        platform_id: raw.id,
        name: raw.label,
        status: activeStatus(raw.active),
        has_children: values.length > 0
      },
      ...values.map(({ active, id, label }) => ({
        ...shared,
        platform_id: id,
        name: label,
        status: activeStatus(active),
        parent_id: raw.id,
        has_children: false
      }))
    ]
  }
})
