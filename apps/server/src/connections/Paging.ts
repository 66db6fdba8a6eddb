/** Pages of the management lists whose rows are ordered by a number. */
import { ApiError } from "@svc/core/api"
import * as Effect from "effect/Effect"
import type { IdRange } from "../http/IdPage.ts"

export interface NumberRange {
  readonly after: number | null
  readonly before: number | null
  readonly order: "asc" | "desc"
  readonly take: number
}

/** A range of {@link IdRange} with numbers; a cursor of a list with other ids is refused. */
export const numbered = ({ after, before, take }: IdRange): Effect.Effect<NumberRange, ApiError.ApiError> => {
  for (const [field, key] of [["next", after] as const, ["prev", before] as const]) {
    if (key !== null && !/^\d{1,15}$/.test(key)) {
      return Effect.fail(ApiError.make("invalid-params", `"${field}" is not a cursor of this list.`, field))
    }
  }
  return Effect.succeed({
    after: after === null ? null : Number(after),
    before: before === null ? null : Number(before),
    order: before === null ? "asc" : "desc",
    take
  })
}
