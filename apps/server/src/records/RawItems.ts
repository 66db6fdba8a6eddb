/**
 * The platform's item that a record was made of. It is stored with the record; that of a sub-record, such as a line, is the item
 * of the record that it is part of, and stored there alone.
 */
import { Models } from "@svc/core"
import { subListsOf } from "./RecordJson.ts"

/** The data models that have sub-records of a data model. */
const parentsOf = (model: Models.ModelId): ReadonlyArray<Models.ModelId> =>
  Models.modelIds.filter((parent) => subListsOf(parent).some((list) => list.model === model))

/** SQL of something of the item behind a row of the record table `r`; `of` makes it of the column that has the item. */
export const sqlOf = (model: Models.ModelId, of: (column: string) => string): string => {
  if (!Models.get(model).isSub) return of("r.raw")
  const models = parentsOf(model)
    .map((parent) => `'${parent}'`)
    .join(", ")
  return `(select ${of("p.raw")} from record p
    where p.company_id = r.company_id and p.svc_id = r.parent_id and p.data_model in (${models}))`
}
