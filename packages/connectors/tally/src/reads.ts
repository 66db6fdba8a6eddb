/**
 * What the reads of Tally have in common: the objects in an answer, one of them by its GUID, what is deleted.
 */
import * as Call from "@svc/core/Call"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import { company, openCompany } from "./company.ts"
import { data, objects } from "./objects.ts"
import { ask, type Collection, ever, quoted } from "./request.ts"

/**
 * The GUIDs of all objects of a kind; what they lack is deleted. Quirk: a company that was closed meanwhile answers an empty
 * list too, so the company is asked for after it.
 */
const listed = (type: string, where: string | undefined) =>
  Read.idListing({
    call: () =>
      ask({
        collection: type,
        fetch: "Guid",
        ...(where === undefined ? {} : { where }),
        ...(type === "Voucher" ? ever : {})
      }),
    page: {
      start: () => "ids",
      apply: (state) =>
        state === "ids" ? {} : { body: { ...company, where: undefined, start: undefined, end: undefined } },
      next: (state, { body }) => (state === "ids" ? "company" : openCompany(body) && null)
    },
    ids: Read.idsOf((body) => (Call.at(data(body), "COMPANY") === undefined ? objects(type)(body) : []), "GUID")
  })

/** A GUID is that of its company and eight digits; a new record is known by its number or its name until then. */
const only = (id: string): string | null => {
  const [kind, rest] = [id.slice(0, id.indexOf("/")), id.slice(id.indexOf("/") + 1)]
  if (kind === "master" && /^\d{1,15}$/.test(rest)) return `$MasterId = ${rest}`
  if (kind === "name") return `$Name = ${quoted(rest, "name")}`
  return /^[0-9A-Za-z-]{1,80}$/.test(id) ? `$Guid = ${quoted(id)}` : null
}

/** Objects of one type, and the methods that are fetched of each; `where` is a formula. */
export interface Source {
  readonly type: string
  readonly fetch: string
  readonly where?: string
}
/** What the read of any source begins with. */
export interface Shared {
  readonly method: "POST"
  readonly path: string
  readonly body: Collection | ((context: Read.ReadContext) => Collection)
  readonly items: Read.Read["items"]
  readonly deletes: Read.Deletes
  readonly get: NonNullable<Read.Read["get"]>
  readonly page: Page.Page
  readonly mapping: number
}
/** What the reads of one type have in common; how their pages go on is their own. */
export const shared = ({ fetch, type, where }: Source): Omit<Shared, "page"> => {
  const body = { collection: type, fetch, ...(where === undefined ? {} : { where }) }
  return {
    method: "POST",
    path: "/",
    mapping: 2,
    body,
    items: objects(type),
    deletes: listed(type, where),
    get: (id: string) => {
      const formula = only(id)
      return formula === null ? null : ask({ ...body, ...(type === "Voucher" ? ever : {}), only: formula })
    }
  }
}

/** Masters are few: one answer. */
export const masters = (source: Source): Shared => ({ ...shared(source), page: Page.single })
/** Quirk: balances are those of the period on the screen, which its user changes: they are asked for as of the run's day. */
export const balances = (source: Source): Shared => {
  const { body, ...rest } = masters(source)
  return { ...rest, body: ({ now }) => ({ ...(body as Collection), end: now.slice(0, 10) }) }
}
