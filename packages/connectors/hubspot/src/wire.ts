/** The shape of HubSpot's CRM objects: an id, times, and properties, which are all text. */
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { Associations } from "./associations.ts"

// Quirk: properties hold moments in ISO 8601, some as milliseconds since 1970.
export const moment = Wire.read((value) =>
  /^\d+$/.test(String(value).trim()) ? Normalize.epochMillis(value) : Normalize.instant(value)
)
// Quirk: what comes with a new account was made at moment zero.
const born = Wire.read((value) => {
  const found = Normalize.instant(value)
  return found?.startsWith("1970-01-01T00:00:00") ? null : found
})
export const times = { createdAt: born, updatedAt: born }

/** An object with the properties that a mapping uses. */
export const record = <const P extends Parameters<typeof Wire.struct>[0]>(properties: P) =>
  Wire.struct({
    id: Wire.required(Wire.id),
    properties: Wire.required(Wire.struct(properties)),
    ...times,
    associations: Associations
  })
