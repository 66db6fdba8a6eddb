/**
 * The limits of the service, as whoever keeps one sees it: how much at most, and the setting that says so. Every refusal
 * for the sake of a limit is made here, so that each names both. The table with the defaults is in `Config.ts`.
 */
import type { Bounds } from "@svc/core"
import { ApiError } from "@svc/core/api"
import type { Limit, LimitName, Limits } from "./Config.ts"

export type { Limit, Limits } from "./Config.ts"

/** What one organisation may have of something that all share; never less than one. */
export const shareOf = ({ most }: Limit, { most: percent, setting }: Limit): Limit => ({
  setting,
  most: Math.max(1, Math.floor((most * percent) / 100))
})

/**
 * How many bytes a page of what is managed has: a quarter of one of records, which is sent as it is stored. This one is read,
 * made of values and written again, and so is in memory several times.
 */
export const managedPage = ({ pageBytes: { most, setting } }: Limits): Limit => ({ setting, most: Math.ceil(most / 4) })

/** The faults that a refusal names, of those that were found; the last of them says that there may be more. */
export const told = (details: ReadonlyArray<ApiError.ErrorDetail>, limit: Limit): ReadonlyArray<ApiError.ErrorDetail> =>
  // Whoever looks for faults stops at so many, and does not say whether that was all.
  details.length < Math.min(limit.most + 1, ApiError.maxDetails)
    ? details
    : [
        ...details.slice(0, Math.max(1, limit.most - 1)),
        ...(limit.most > 1
          ? [{ code: details[0]!.code, message: `There are more faults; ${atMost(limit)} are told.`, field: null }]
          : [])
      ]

/** `at most 500 (SVC_MAX_BATCH_ITEMS)`: for sentences about more than that. */
export const atMost = ({ most, setting }: Limit): string => `at most ${most} (${setting})`

/** Refuses bytes: `what` is the subject of the sentence, such as `The body`. */
export const tooManyBytes = (what: string, { most, setting }: Limit): ApiError.ApiError =>
  ApiError.make("payload-too-large", `${what} is larger than ${most} bytes (${setting}).`)

/** A fault of a body or query that holds too much of something: `"data" holds 900 items; at most …`. */
export const tooMany = (field: string, held: string, limit: Limit): ApiError.ErrorDetail => ({
  code: "invalid-params",
  message: `${field === "" ? "The body" : `"${field}"`} holds ${held}; ${atMost(limit)} are taken.`,
  field: field === "" ? null : field
})

/** Refuses for now: what there is room for is in use by others. */
export const noRoom = (what: string, limit: Limit, retryAfter = 1): ApiError.ApiError =>
  ApiError.later("platform-unavailable", `${what}: ${atMost(limit)} at once. Try again.`, retryAfter)

/** The limits of what platforms are believed, by what core calls them. */
const ofPlatforms = {
  wait: "platformWait",
  pages: "platformPages",
  emptyPages: "platformEmptyPages",
  state: "platformCursor",
  depth: "platformDepth",
  item: "platformItem",
  id: "platformId",
  elements: "platformElements"
} as const satisfies Record<keyof Bounds.Movable, LimitName>

/** What platforms are believed, with the names of the settings that say it. */
export const believed = (limits: Limits): Bounds.Bounded => {
  const each = <A>(told: (limit: Limit) => A) =>
    Object.fromEntries(Object.entries(ofPlatforms).map(([bound, name]) => [bound, told(limits[name])])) as Record<
      keyof Bounds.Movable,
      A
    >
  return { ...each(({ most }) => most), names: each(({ setting }) => setting) }
}
