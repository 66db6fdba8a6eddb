/**
 * How a connection is synced, data model by data model: what a new connection starts with, the checking of what a caller
 * asks for, and when a model is due again. Pure; the rows of the schedule are made in `sync/`.
 */
import { Connector, Iso, Models, Nearest, WriteModel } from "@svc/core"
import { ApiError } from "@svc/core/api"
import { Registry } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import { isRow } from "../http/Members.ts"

export const frequencies = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "NEVER"] as const
export type Frequency = (typeof frequencies)[number]
export const operations = ["READ", "CREATE", "UPDATE", "DELETE"] as const
export type ScopeAccess = Readonly<Record<(typeof operations)[number], boolean>>

/** The configuration of one data model, as the wire shows it. */
export interface SyncConfig {
  readonly enabled: boolean
  readonly interval: number
  readonly frequency: Frequency
  readonly data_model: Models.ModelId
  readonly category: Connector.Category
  readonly scope_access: ScopeAccess
  /** From this moment's day on records that have a date of their own are read, ISO 8601; null for all of them. */
  readonly sync_from: string | null
  /** Names of platform fields that are copied into the record's `custom_fields`. */
  readonly custom_fields: ReadonlyArray<string>
}
export type SyncConfigs = ReadonlyArray<SyncConfig>

/** The longest interval; with YEARLY it is more than a lifetime. */
export const maxInterval = 1000
const maxCustomFields = 100

const twoYearsBefore = (now: Date): string => {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() - 2)
  return then.toISOString()
}

/** What a model starts with: read once a day, back to two years ago. */
const initial = (model: Models.ModelId, scope_access: ScopeAccess, now: Date): SyncConfig => ({
  enabled: scope_access.READ,
  interval: 1,
  frequency: "DAILY",
  data_model: model,
  category: Models.get(model).category,
  scope_access,
  sync_from: twoYearsBefore(now),
  custom_fields: []
})

const everything: ScopeAccess = { READ: true, CREATE: true, UPDATE: true, DELETE: true }

/** What a connector, or one connection with its granted scopes (`Auth.scopeOf`), offers of each data model. */
const offers = (connector: Connector.Any, scope: string | undefined): ReadonlyMap<Models.ModelId, ScopeAccess> =>
  new Map(
    Registry.capabilities(connector, scope).map((own) => [
      own.model,
      {
        READ: own.read,
        // A document comes into being as a file that is attached to something.
        CREATE: own.create || (own.model === "DOCUMENTS" && own.upload),
        UPDATE: own.update,
        DELETE: own.delete || own.void
      }
    ])
  )

/** Every data model the connector reads; sub-records come with their parents and have no entry of their own. */
export const defaults = (connector: Connector.Any, scope: string | undefined, now: Date): SyncConfigs =>
  [...offers(connector, scope)]
    .filter(([model, access]) => access.READ && Object.hasOwn(connector.reads, model))
    .map(([model, access]) => initial(model, access, now))

/**
 * What a new connection gets of a configuration that was made for any platform: the models this one offers. A category
 * the configuration does not mention is synced as if there were none.
 */
export const forConnector = (
  wanted: SyncConfigs | null,
  connector: Connector.Any,
  scope: string | undefined,
  now: Date
): SyncConfigs => {
  const offered = offers(connector, scope)
  const concerns = (wanted ?? []).filter(({ category }) =>
    [...offered.keys()].some((model) => Models.get(model).category === category)
  )
  if (concerns.length === 0) return defaults(connector, scope, now)
  return concerns.flatMap((entry) => {
    const access = offered.get(entry.data_model)
    return access === undefined ? [] : [narrowed(entry, access)]
  })
}

/** Nothing is granted that the platform does not offer. */
const narrowed = (entry: SyncConfig, offered: ScopeAccess): SyncConfig => {
  const scope_access = Object.fromEntries(
    operations.map((name) => [name, entry.scope_access[name] && offered[name]])
  ) as unknown as ScopeAccess
  return { ...entry, enabled: entry.enabled && scope_access.READ, scope_access }
}

/** What a write needs of a configuration. A document that is voided is as good as gone. */
export const accessOf = { create: "CREATE", update: "UPDATE", delete: "DELETE", void: "DELETE" } as const

/** Whether a connection with this configuration may do something with a data model; what is not mentioned may be done. */
export const allows = (config: SyncConfigs, model: string, operation: keyof ScopeAccess): boolean =>
  config.find(({ data_model }) => data_model === model)?.scope_access[operation] ?? true

type Detail = ApiError.ErrorDetail
const fault = (field: string, message: string, code: ApiError.ErrorCode = "invalid-params"): Detail => ({
  code,
  message,
  field
})
const members = [
  "enabled",
  "interval",
  "frequency",
  "data_model",
  "category",
  "scope_access",
  "sync_from",
  "custom_fields"
]

export interface CheckOptions {
  readonly now: Date
  /** Where the list stands in the body. */
  readonly path?: string
  /** The connection it is for; without it, any data model of the interface may be named. */
  readonly connection?: {
    readonly connector: Connector.Any
    readonly scope: string | undefined
    /** What it has now: members that are left out keep their value. */
    readonly config: SyncConfigs
  }
}

/**
 * Checks a list of configurations and fills in what it leaves out. Fails with every fault, each under the name of its
 * place, such as `sync_config[3].frequency`.
 */
export const check = (input: unknown, options: CheckOptions): Effect.Effect<SyncConfigs, ApiError.ApiError> => {
  const path = options.path ?? "sync_config"
  if (!Array.isArray(input)) return Effect.fail(ApiError.make("invalid-params", `"${path}" must be a list.`, path))
  const faults: Array<Detail> = []
  const seen = new Map<string, number>()
  const offered = options.connection && offers(options.connection.connector, options.connection.scope)
  const entries = input.flatMap((item: unknown, index): ReadonlyArray<SyncConfig> => {
    const at = `${path}[${index}]`
    // What is not told is not looked for.
    if (faults.length >= ApiError.maxDetails) return []
    if (!isRow(item)) {
      faults.push(fault(at, `"${at}" must be an object.`))
      return []
    }
    const read = readEntry(item, at, faults, options, offered)
    if (read === null) return []
    const first = seen.get(read.data_model)
    if (first === undefined) seen.set(read.data_model, index)
    else faults.push(fault(`${at}.data_model`, `${read.data_model} is configured in ${path}[${first}] already.`))
    return [read]
  })
  const [head, ...rest] = faults
  return head === undefined ? Effect.succeed(entries) : Effect.fail(ApiError.many([head, ...rest]))
}

const readEntry = (
  item: Readonly<Record<string, unknown>>,
  at: string,
  faults: Array<Detail>,
  { connection, now }: CheckOptions,
  offered: ReadonlyMap<Models.ModelId, ScopeAccess> | undefined
): SyncConfig | null => {
  for (const name of Object.keys(item)) {
    if (members.includes(name)) continue
    if (faults.length >= ApiError.maxDetails) return null
    faults.push(fault(`${at}.${name}`, `Unknown member "${at}.${name}"${Nearest.hint(name, members)}.`))
  }
  const model = item["data_model"]
  const place = `${at}.data_model`
  if (model === undefined || model === null) {
    faults.push(fault(place, `"${place}" is required.`, "missing-params"))
    return null
  }
  const names = offered === undefined ? Models.modelIds : [...offered.keys()]
  if (typeof model !== "string" || !Models.isModelId(model)) {
    const hint = typeof model === "string" ? Nearest.hint(model, names) : ""
    faults.push(fault(place, `"${place}" must be a data model such as ACCOUNTS${hint}.`))
    return null
  }
  const access = offered === undefined ? everything : offered.get(model)
  if (access === undefined) {
    faults.push(fault(place, `${connection!.connector.id} does not offer ${model}.`, "unsupported"))
    return null
  }
  const base = connection?.config.find(({ data_model }) => data_model === model) ?? initial(model, access, now)
  const scope_access = readAccess(item["scope_access"], base.scope_access, `${at}.scope_access`, faults)
  const wantsRead = flag(item["enabled"], `${at}.enabled`, faults)
  if (wantsRead === true && !scope_access.READ) {
    faults.push(fault(`${at}.enabled`, `"${at}.enabled" cannot be true without "scope_access.READ".`))
  }
  const entry: SyncConfig = {
    enabled: (wantsRead ?? base.enabled) && scope_access.READ,
    interval: readInterval(item["interval"], base.interval, `${at}.interval`, faults),
    frequency: oneOf(item["frequency"], frequencies, base.frequency, `${at}.frequency`, faults),
    data_model: model,
    category: readCategory(item["category"], base.category, model, `${at}.category`, faults),
    scope_access,
    sync_from: readMoment(item["sync_from"], base.sync_from, `${at}.sync_from`, faults),
    custom_fields: readNames(item["custom_fields"], base.custom_fields, `${at}.custom_fields`, faults)
  }
  return offered === undefined ? entry : narrowed(entry, access)
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

const flag = (value: unknown, at: string, faults: Array<Detail>): boolean | undefined => {
  if (isAbsent(value)) return undefined
  if (typeof value === "boolean") return value
  faults.push(fault(at, `"${at}" must be true or false.`))
  return undefined
}

const readAccess = (value: unknown, base: ScopeAccess, at: string, faults: Array<Detail>): ScopeAccess => {
  if (isAbsent(value)) return base
  if (!isRow(value)) {
    faults.push(fault(at, `"${at}" must be an object with ${operations.join(", ")}.`))
    return base
  }
  for (const name of Object.keys(value)) {
    if ((operations as ReadonlyArray<string>).includes(name)) continue
    if (faults.length >= ApiError.maxDetails) return base
    faults.push(fault(`${at}.${name}`, `Unknown member "${at}.${name}"${Nearest.hint(name, operations)}.`))
  }
  return Object.fromEntries(
    operations.map((name) => [name, flag(value[name], `${at}.${name}`, faults) ?? base[name]])
  ) as unknown as ScopeAccess
}

const readInterval = (value: unknown, base: number, at: string, faults: Array<Detail>): number => {
  if (isAbsent(value)) return base
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= maxInterval) return value
  faults.push(fault(at, `"${at}" must be a whole number from 1 to ${maxInterval}.`))
  return base
}

const oneOf = <const A extends string>(
  value: unknown,
  allowed: ReadonlyArray<A>,
  base: A,
  at: string,
  faults: Array<Detail>
): A => {
  if (isAbsent(value)) return base
  const found = allowed.find((one) => one === value)
  if (found !== undefined) return found
  const hint = typeof value === "string" ? Nearest.hint(value, allowed) : ""
  faults.push(fault(at, `"${at}" must be one of ${allowed.join(", ")}${hint}.`))
  return base
}

const readCategory = (
  value: unknown,
  base: Connector.Category,
  model: Models.ModelId,
  at: string,
  faults: Array<Detail>
): Connector.Category => {
  const found = oneOf(value, Connector.categories, base, at, faults)
  if (found !== base) faults.push(fault(at, `${model} belongs to ${base}, not to ${found}.`))
  return base
}

const readMoment = (value: unknown, base: string | null, at: string, faults: Array<Detail>): string | null => {
  if (value === undefined) return base
  if (value === null) return null
  const found = typeof value === "string" ? Iso.instant(value) : undefined
  if (found !== undefined) return found
  faults.push(fault(at, `"${at}" must be an ISO 8601 date-time such as 2024-01-31T00:00:00Z, or null.`))
  return base
}

const readNames = (
  value: unknown,
  base: ReadonlyArray<string>,
  at: string,
  faults: Array<Detail>
): ReadonlyArray<string> => {
  if (isAbsent(value)) return base
  if (!Array.isArray(value) || value.length > maxCustomFields) {
    faults.push(fault(at, `"${at}" must be a list of at most ${maxCustomFields} field names.`))
    return base
  }
  for (const [index, name] of value.entries()) {
    const isName = typeof name === "string" && name.trim() !== "" && name.length <= 255 && WriteModel.isStorable(name)
    if (!isName) faults.push(fault(`${at}[${index}]`, `"${at}[${index}]" must be the name of a field.`))
  }
  return [...new Set(value as ReadonlyArray<string>)]
}

/** When a model is due after a run that began at `from`; null for one that is never read. Months keep their day where they can. */
export const nextRun = (
  { enabled, frequency, interval }: Pick<SyncConfig, "enabled" | "frequency" | "interval">,
  from: Date
): Date | null => {
  if (!enabled || frequency === "NEVER") return null
  const next = new Date(from)
  switch (frequency) {
    case "HOURLY":
      next.setUTCHours(next.getUTCHours() + interval)
      return next
    case "DAILY":
      next.setUTCDate(next.getUTCDate() + interval)
      return next
    case "WEEKLY":
      next.setUTCDate(next.getUTCDate() + 7 * interval)
      return next
    case "MONTHLY":
      return monthsOn(from, interval)
    case "YEARLY":
      return monthsOn(from, 12 * interval)
  }
}

/** The 31st of January and a month is the last of February. */
const monthsOn = (from: Date, months: number): Date => {
  const next = new Date(from)
  next.setUTCDate(1)
  next.setUTCMonth(next.getUTCMonth() + months)
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(from.getUTCDate(), last))
  return next
}
