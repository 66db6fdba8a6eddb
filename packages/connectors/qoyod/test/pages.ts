/** Full pages, which no fixture spells out: all listings have one page strategy, and all listings of ids another. */
import type { Case } from "@svc/testkit"

type Exchange = Case.Case["exchanges"][number]
type Row = Readonly<Record<string, unknown>>
const size = 100

const listOf = ({ response }: Exchange): readonly [string, ReadonlyArray<Row>] =>
  Object.entries(response.body as Readonly<Record<string, ReadonlyArray<Row>>>)[0]!
/** A page and the one after it. */
const pagesOf = (page: Exchange, rows: ReadonlyArray<Row>): ReadonlyArray<Exchange> =>
  [1, 2].map((number) => ({
    request: { ...page.request, query: { ...page.request.query, page: number } },
    response: { body: { [listOf(page)[0]]: rows.slice((number - 1) * size, number * size) } }
  }))

/** Taxes of which there are more than a page holds: copies of the last, with ids of their own. */
export const inPages = (own: Case.Case): Case.Case => {
  const [page] = own.exchanges
  const [, rows] = listOf(page!)
  const ids = Array.from({ length: size + 1 - rows.length }, (_, index) => 1000 + index)
  const last = own.unified!.at(-1)!
  return {
    ...own,
    exchanges: pagesOf(page!, [...rows, ...ids.map((id) => ({ ...rows.at(-1)!, id }))]),
    unified: [...own.unified!, ...ids.map((id) => ({ ...last, platform_id: `${id}` }))]
  }
}

/** Ids of which there are more than a page holds. */
export const inPagesOfIds = (own: Case.Case): Case.Case => {
  const [page] = own.deletes!.exchanges
  const rows = Array.from({ length: size + 1 }, (_, index) => ({ id: index + 250 }))
  return { ...own, deletes: { exchanges: pagesOf(page!, rows), ids: rows.map(({ id }) => String(id)) } }
}
