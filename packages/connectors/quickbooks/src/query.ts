/**
 * How QuickBooks is asked: lists by statements of its query language, which hold the page as well, and single records by
 * their entity's address.
 */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"

/** The minor version of the API that the connector is written for. */
export const minorversion = 75

const clause = (where: ReadonlyArray<string>) => (where.length === 0 ? "" : ` WHERE ${where.join(" AND ")}`)
/** A text inside a statement. */
export const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`
export const ask = (statement: string) => ({ path: "/query", query: { query: statement, minorversion } })
/** All rows of an entity that fit, as far as one answer holds them: for lookups of what a company has few of. */
export const askAll = (entity: string, ...where: ReadonlyArray<string>) =>
  ask(`SELECT * FROM ${entity}${clause(where)} MAXRESULTS ${size}`)

/** Quirk: lists of names hold only what is active unless they are asked for both. */
export const everyName = "Active IN (true, false)"

const size = 1000
const rowsOf = (body: unknown): ReadonlyArray<unknown> => {
  const answer = Call.at(body, "QueryResponse")
  if (typeof answer !== "object" || answer === null) throw new Read.ItemsMissing("QueryResponse")
  // Quirk: the list has the entity's name, and is absent where there is nothing.
  return Object.values(answer).find(Array.isArray) ?? []
}
const idOf = (row: unknown) => Normalize.text(Call.at(row, "Id"))

interface Position {
  readonly start: number
  /** Id of the row that the page before ended with, and that this page must therefore begin with. */
  readonly last: string | null
}
const hasMoved = (rows: ReadonlyArray<unknown>, { last }: Position) => last !== null && idOf(rows[0]) !== last

/**
 * Quirk: pages are positions in a listing that may change meanwhile, so that a row can slip past between two of them. Each
 * page therefore begins with the last row of the one before; where it does not, one page is read again.
 */
export const positions: Page.Page<Position> = {
  start: () => ({ start: 1, last: null }),
  apply: ({ start }, call) => ({
    query: { query: `${String(call.query?.["query"])} ORDERBY Id STARTPOSITION ${start} MAXRESULTS ${size}` }
  }),
  next: (state, { body }) => {
    const rows = rowsOf(body)
    if (hasMoved(rows, state)) return { start: Math.max(1, state.start - size + 1), last: null }
    return rows.length < size ? null : { start: state.start + rows.length - 1, last: idOf(rows.at(-1)) }
  }
}
/** The rows of a page, without the one that the page before ended with. */
const rows = (body: unknown, state: Position | null) => {
  const found = rowsOf(body)
  return state === null || state.last === null || hasMoved(found, state) ? found : found.slice(1)
}

const changed = ({ since }: { readonly since: string }) =>
  `MetaData.LastUpdatedTime >= ${quoted(Normalize.instant(since, "since") ?? since)}`

/** One record of an entity by the id that QuickBooks gives it. */
export const one = (entity: string, id: string): Call.Call => ({
  path: `/${entity.toLowerCase()}/${Call.segment(id)}`,
  query: { minorversion }
})

/** Everything about reading an entity but its items: all of it, what changed, and one by its id. */
export const source = (entity: string, ...where: ReadonlyArray<string>) => ({
  path: "/query",
  query: ask(`SELECT * FROM ${entity}${clause(where)}`).query,
  page: positions,
  since: (context: { readonly since: string }) => ask(`SELECT * FROM ${entity}${clause([...where, changed(context)])}`),
  items: rows,
  get: (id: string) => one(entity, id),
  getItem: (body: unknown) => Call.at(body, entity)
})
/** Of an entity whose records are ended by making them inactive, never deleted. */
export const names = (entity: string, ...where: ReadonlyArray<string>) => ({
  ...source(entity, ...where, everyName),
  deletes: Read.never("QuickBooks deletes no list entries: it makes them inactive, and the listing shows those")
})
/** Of an entity whose records are deleted for good: what a listing of all ids lacks is gone. */
const deletable = (entity: string, idIn: (id: string) => string = (id) => id) => ({
  ...source(entity),
  deletes: Read.idListing({
    call: () => ask(`SELECT Id FROM ${entity}`),
    page: positions,
    ids: Read.idsOf(rowsOf, "Id", idIn)
  })
})
/** The same of what is booked: it bears a day. */
export const transactions = (...[entity, idIn]: Parameters<typeof deletable>) => ({
  ...deletable(entity, idIn),
  from: ({ from }: { readonly from: string }) =>
    ask(`SELECT * FROM ${entity}${clause([`TxnDate >= ${quoted(from.slice(0, 10))}`])}`)
})
const whole = (entity: string) => ({ get: (id: string) => one(entity, id.split(":", 1)[0] ?? id) })
/** As `transactions`, for a model whose records are parts of one: their ids begin with its id and a colon. */
export const parts = (entity: string) => ({ ...transactions(entity), ...whole(entity) })
/** The same of what bears no day. */
export const undatedParts = (entity: string) => ({ ...deletable(entity), ...whole(entity) })

/** For a model that several entities make up: ids have the entity's name in front. */
const mixed = (entity: string) => ({
  source: entity.toLowerCase(),
  get: (id: string) => {
    const plain = Normalize.unprefixed(entity.toLowerCase(), id)
    return plain === null ? null : one(entity, plain)
  }
})
export const mixedNames = (entity: string) => ({ ...names(entity), ...mixed(entity) })
export const mixedTransactions = (entity: string) => ({
  ...transactions(entity, (id) => Normalize.prefixed(entity.toLowerCase(), id)),
  ...mixed(entity)
})
