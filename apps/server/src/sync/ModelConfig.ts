/** What a connection's sync configuration says of a data model, as far as syncs read it: which fields, and how far back. */
import { Models, Read } from "@svc/core"

/** A data model's part of a connection's sync configuration, as far as syncs read it. */
export interface ModelConfig {
  readonly enabled: boolean
  readonly interval: number
  readonly frequency: "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY" | "NEVER"
  readonly data_model: string
  readonly sync_from: string | null
  readonly custom_fields: ReadonlyArray<string>
}

/** Names of platform fields that are copied into the `custom_fields` of a model's records. */
export const customFieldsOf = (config: ReadonlyArray<ModelConfig>, model: string): ReadonlyArray<string> =>
  config.find(({ data_model }) => data_model === model)?.custom_fields ?? []

/** What the date of a model without a configuration of its own reaches back to, as in a new one. */
const yearsBack = 2
/** The first moment of the day from which on records of a dated model are wanted; null for everything, and for master data. */
export const wantedFrom = (config: ReadonlyArray<ModelConfig>, model: Models.ModelId, now: Date): string | null => {
  if (Models.get(model).date === null) return null
  const own = config.find(({ data_model }) => data_model === model)
  const from = own === undefined ? new Date(now) : own.sync_from
  if (from === null) return null
  if (typeof from === "string") return Read.firstMoment(from)
  from.setUTCFullYear(from.getUTCFullYear() - yearsBack)
  return Read.firstMoment(from.toISOString())
}
