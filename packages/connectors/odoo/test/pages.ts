/** Full pages, which no fixture spells out: all listings have one page strategy, and all listings of ids another. */
import type { Case } from "@svc/testkit"

type Exchange = Case.Case["exchanges"][number]
type Body = { readonly domain: ReadonlyArray<unknown>; readonly limit?: number }
type Row = Readonly<Record<string, unknown>>

/** The page after the row with this id, in the place of the one before. */
const after = ({ request, response }: Exchange, id: number, rows: ReadonlyArray<Row>): Exchange => {
  const body = request.body as Body
  return {
    request: { ...request, body: { ...body, domain: [...body.domain, ["id", ">", id]] } },
    response: { ...response, body: rows }
  }
}
const isPage = ({ request }: Exchange) => ((request.body as Body).limit ?? 0) >= 200
const rowsOf = ({ response }: Exchange) => response.body as ReadonlyArray<Row>

/** Currencies of which there are more than a page holds: copies of the last, with ids of their own. */
export const inPages = (own: Case.Case): Case.Case => {
  const page = own.exchanges.find(isPage)!
  const rows = rowsOf(page)
  const [last, record] = [rows.at(-1)!, own.unified!.at(-1)!]
  const ids = Array.from({ length: 201 - rows.length }, (_, index) => 1000 + index)
  const more = ids.map((id) => ({ ...last, id, name: `X${id}` }))
  const all = [...rows, ...more]
  const first: Exchange = { request: page.request, response: { body: all.slice(0, 200) } }
  const known = ids.map((id) => ({ ...record, platform_id: `${id}`, platform_unique_id: `X${id}`, code: `X${id}` }))
  return {
    ...own,
    exchanges: own.exchanges.flatMap((one) =>
      one === page ? [first, after(page, ids.at(-2)!, all.slice(200))] : [one]
    ),
    unified: [...own.unified!, ...known]
  }
}

/** Ids of which there are more than a page holds. */
export const inPagesOfIds = (own: Case.Case): Case.Case => {
  const [page] = own.deletes!.exchanges
  const ids = Array.from({ length: 2001 }, (_, index) => index + 1)
  const rows = ids.map((id) => ({ id }))
  const exchanges = [
    { request: page!.request, response: { body: rows.slice(0, 2000) } },
    after(page!, 2000, rows.slice(2000))
  ]
  return { ...own, deletes: { exchanges, ids: ids.map(String) } }
}
