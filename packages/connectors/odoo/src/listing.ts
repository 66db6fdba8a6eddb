/** How every model is listed: by `search_read`, in the order of ids, with the fields that this database has. */
import type { Auth, Page } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { type Arguments, ask, type Domain, moment } from "./ask.ts"

/**
 * The ids go on where the last page ended. A page that is not full is the last: Odoo answers as many as it is asked for.
 */
export const byId = (limit: number): Page.Page<number> => ({
  start: () => 0,
  apply: (after, { body }) => {
    const domain = Read.arrayAt(body, "domain")
    return { body: { domain: after === 0 ? domain : [...domain, ["id", ">", after]], order: "id", limit } }
  },
  // Of a listing of ids, the items are the ids alone.
  next: (_, { body }) => {
    const rows = Read.requiredArrayAt(body, "")
    return rows.length < limit ? null : Wire.decode(Row, rows.at(-1)).id
  }
})
const Row = Wire.struct({ id: Wire.required(Wire.number) })

/** The pages of every listing. */
const records = byId(200)
const idsAlone = byId(2000)

/** Field names change from version to version, and one that is unknown fails the whole call. */
export const known = (model: string, wanted: ReadonlyArray<string>) =>
  Lookup.make({
    call: ({ settings }) => ask(settings, model, "fields_get", { allfields: wanted, attributes: ["type"] }),
    response: Wire.record(Wire.unknown),
    pick: (found): ReadonlyArray<string> => wanted.filter((name) => Object.hasOwn(found, name)),
    absent: wanted
  })

/** The connection's company as `res.company` shows it: whatever has no currency has this one. */
export const base = Lookup.make({
  call: ({ settings }) =>
    ask(settings, "res.company", "search_read", {
      domain: [["id", "=", Number(settings["company"])]],
      fields: ["currency_id"]
    }),
  response: Wire.list(Wire.struct({ currency_id: Wire.list(Wire.unknown) })),
  pick: ([own]) => ({ currency: Normalize.id(own?.currency_id?.[0]), code: Normalize.text(own?.currency_id?.[1]) }),
  absent: { currency: null, code: null }
})

/** Records of one company, and those that all companies share. */
export const ofCompany = ({ company }: Auth.AuthSettings): Domain => [["company_id", "in", [Number(company), false]]]

/** All rows of the model that fit, such as the lines of the documents of a page. */
export const rowsOf = (settings: Auth.AuthSettings, model: string, domain: Domain, fields: ReadonlyArray<string>) =>
  Read.pages({ call: ask(settings, model, "search_read", { domain, fields }), page: byId(500), items: "" })

export interface Listed {
  readonly model: string
  /** Those that the mapping uses; asked for where the database has them. */
  readonly fields: ReadonlyArray<string>
  readonly domain?: (settings: Auth.AuthSettings) => Domain
  /** What the ids of the records begin with, where two models are read as one. */
  readonly kind?: string
}

/** What a read of `model` has, but for its items and their mapping. */
export const listing = ({ domain: own = () => [], fields, kind = "", model }: Listed) => {
  const search = (settings: Auth.AuthSettings, named: ReadonlyArray<string>, more: Domain = []) =>
    ask(settings, model, "search_read", { domain: [...own(settings), ...more], fields: named } satisfies Arguments)
  return {
    method: "POST",
    path: ({ settings }: Read.ReadContext) => ask(settings, model, "search_read").path,
    lookups: { known: known(model, fields) },
    body: ({ lookups, settings }: Context) => search(settings, lookups.known).body,
    // Computed members may change a little before the moment that the row bears.
    since: ({ settings, since }: Context & { readonly since: string }) => ({
      body: { domain: [...own(settings), ["write_date", ">=", moment(Normalize.before(since, 600))]] }
    }),
    page: records,
    items: "",
    get: (id: string, { lookups, settings }: Pick<Context, "lookups" | "settings">) => {
      const plain = Normalize.unprefixed(kind, id, ":")
      return plain !== null && /^\d+$/.test(plain)
        ? search(settings, lookups.known, [["id", "=", Number(plain)]])
        : null
    },
    getItem: (body: unknown) => Read.requiredArrayAt(body, "")[0],
    deletes: Read.idListing({
      call: ({ settings }) => ask(settings, model, "search_read", { domain: own(settings), fields: ["id"] }),
      page: idsAlone,
      ids: Read.idsOf("", "id", (id) => Normalize.prefixed(kind, id, ":"))
    })
  } as const
}
export type Listing = ReturnType<typeof listing>
type Context = Read.CallContext<{ readonly known: ReturnType<typeof known> }>

/** How a listing of documents begins at a day. */
export const dated =
  (own: (settings: Auth.AuthSettings) => Domain, field: string) =>
  ({ from, settings }: Read.ReadContext & { readonly from: string }): Call.Patch => ({
    body: { domain: [...own(settings), "|", [field, "=", false], [field, ">=", from.slice(0, 10)]] }
  })
export type From = ReturnType<typeof dated>
