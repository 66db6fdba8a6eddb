/** Items as they were stored, for the listings that tell which of theirs have changed since (`Read.unchanged`). */
import type { Models } from "@svc/core"
import type { Unchanged } from "@svc/core/runtime"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { cleanText } from "../database/CleanJson.ts"
import { texts } from "../database/Parameters.ts"
import { partition } from "../records/RecordRows.ts"
import type { Place } from "./Checkpoints.ts"

/** Those of these ids that are there, by id; not of items that lack a member which is to be copied by now (`custom`). */
export const storedItems = (
  sql: SqlClient,
  { companyId, connectionId, model, source }: Place,
  ids: ReadonlyArray<string>,
  custom: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, Unchanged.StoredItem>, SqlError> =>
  Effect.map(
    sql.unsafe<Unchanged.StoredItem & { readonly id: string }>(
      // An item with several records is as its latest one shows it.
      `select distinct on (1) coalesce(owner, platform_id) as id, raw, coalesce(followed, '[]') as followed
       from ${partition(model as Models.ModelId)}
       where company_id = $5::bigint and connection_id = $1::bigint and parent_id = 0 and source = $2
         and deleted_at is null and raw is not null and (platform_id = any($3::text[]) or owner = any($3::text[]))
         and not exists (select 1 from unnest($4::text[]) as c(name) where body -> 'custom_fields' -> c.name is null)
       order by 1, updated_at desc, svc_id desc`,
      [connectionId, source, texts(ids.map(cleanText)), texts(custom), companyId]
    ),
    (rows) => new Map(rows.map(({ followed, id, raw }) => [id, { raw, followed }]))
  )
