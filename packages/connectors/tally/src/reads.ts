/**
 * What the reads of Tally have in common: the objects in an answer, one of them by its GUID, what is deleted.
 */
import type { Lookup } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { company, openCompany, voucherCount } from "./company.ts"
import { data, objects } from "./objects.ts"
import { ask, type Collection, ever, quoted } from "./request.ts"
import { Voucher, voucherFetch } from "./voucher.ts"

/** How many days ahead documents may be dated. */
const ahead = 366

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

interface Source {
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
const shared = ({ fetch, type, where }: Source): Omit<Shared, "page"> => {
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
/** A source of vouchers with what its mapping looks up. */
export interface Vouchers<L extends Lookup.Lookups> extends Shared {
  readonly from: "page"
  readonly sequence: Read.Sequence
  readonly item: Wire.Decoder<Voucher>
  readonly lookups: L
}
/** Vouchers come by the month: Tally has no pages, and its screen stands still while it answers. */
export const vouchers = <L extends Lookup.Lookups>(
  where: string,
  lookups: L,
  sequence: Read.Sequence = voucherCount
): Vouchers<L> => ({
  ...shared({ fetch: voucherFetch, type: "Voucher", where }),
  from: "page",
  page: Page.days({ days: 31, ahead, first: ever.start, call: ({ end, start }) => ({ body: { start, end } }) }),
  sequence,
  item: Voucher,
  lookups
})
/** The voucher that a record is a part of. */
export const owner = ({ GUID }: { readonly GUID: string }): string => GUID
