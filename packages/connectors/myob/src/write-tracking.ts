/** What lines are for as it is written: each has one job, and a category is of the whole document. */
import { categoryIn, isCategory } from "./tracking-categories.ts"

interface Tracked {
  readonly project_id?: string | null | undefined
  readonly tracking_category_ids?: ReadonlyArray<string> | null | undefined
}
type Refuse = (message: string, below?: string) => never

/** The job of a line. One that is there already loses it by an empty list. */
export const jobOf = ({ project_id, tracking_category_ids: ids }: Tracked, isNew: boolean, refuse: Refuse): object => {
  const [job, more] = [...new Set([project_id, ...(ids ?? [])])].filter((id) => id && !isCategory(id))
  if (more !== undefined) refuse("is one more than the job that a line has", "tracking_category_ids")
  return job ? { Job: { UID: job } } : isNew || !ids ? {} : { Job: null }
}
/** The category of a document, by its lines. */
export const categoryOf = (rows: ReadonlyArray<Tracked>, isNew: boolean, refuse: Refuse): object => {
  const named = rows.map(({ tracking_category_ids: ids }) => [...new Set(ids ?? [])].filter(isCategory))
  const [category] = named.flat()
  const odd = named.findIndex((own) => own.length > 1 || own[0] !== category)
  if (odd !== -1) refuse("must name one category as all lines do: it is of the whole document", `[${odd}]`)
  if (category !== undefined) return { Category: { UID: categoryIn(category) } }
  return isNew || rows.some(({ tracking_category_ids: ids }) => !ids) ? {} : { Category: null }
}
