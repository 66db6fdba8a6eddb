/** What became of a write, as an embedder sees it. */
import type { ModelId } from "../contract/Models.ts"
import type { WriteResult as Offered } from "./Offer.ts"
import type { WriteResult } from "./WriteResults.ts"

/** The results of a write as an embedder sees them. */
export const resultsOf = <M extends ModelId>(results: ReadonlyArray<WriteResult>): ReadonlyArray<Offered<M, any>> =>
  results.map((result) =>
    result.status === "success"
      ? {
          status: "success",
          record: (result.item?.records[0] ?? null) as never,
          raw: result.item?.raw ?? null,
          error: null
        }
      : { status: "failed", record: null, raw: null, error: result.error }
  )
