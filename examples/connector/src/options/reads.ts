/** Reads: what a listing, a single record and a mapping may need. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

const Me = Wire.struct({ base_currency: Wire.text, fields: Wire.list(Wire.text) })
const Row = Wire.struct({
  id: Wire.required(Wire.id),
  number: Wire.text,
  state: Wire.text,
  party: Wire.id,
  day: Wire.day,
  changed: Wire.instant,
  active: Wire.boolean
})

/** Asked once before a run; `null` for `call` where nothing has to be asked. */
const me = Lookup.make({
  call: ({ settings }) => (settings["plan"] === "free" ? null : { path: "/me" }),
  response: Me,
  pick: ({ base_currency, fields }) => ({ currency: base_currency ?? null, fields: fields ?? [] }),
  absent: { currency: null, fields: [] },
  emptyStatuses: [404]
})
/** Asked once for the items of a page; `part` is what of the answer is one item's own, kept with it. */
const tags = Lookup.make({
  of: Row,
  call: ({ items, since }) => ({ path: "/tags", query: { of: items.map(({ id }) => id).join(","), since } }),
  response: Wire.struct({ tags: Wire.list(Wire.struct({ of: Wire.id, name: Wire.text })) }),
  pick: ({ tags: found }) => new Map((found ?? []).map((tag) => [tag.of, tag.name ?? null])),
  absent: new Map(),
  part: (body, { id }) => ({ tags: Read.arrayAt(body, "tags").filter((tag) => Call.at(tag, "of") === id) })
})

/** A platform that is asked by POST, in a language of its own: body, paging and single records are calls. */
export const invoices = Connector.read("INVOICES", {
  source: "sales",
  method: "POST",
  path: "/query",
  base: "files",
  query: { archived: "include" },
  headers: ({ now }) => ({ "x-now": now }),
  lookups: { me },
  companions: { tags },
  body: ({ lookups, settings }) => ({
    company: Number(settings["company"]),
    fields: lookups.me.fields,
    domain: [["kind", "=", "sale"]]
  }),
  // A list in a patch takes the place of the list, so the whole domain stands here again.
  since: ({ since }) => ({
    body: {
      domain: [
        ["kind", "=", "sale"],
        ["changed", ">=", Normalize.before(since, 1)]
      ]
    }
  }),
  from: ({ from }) => ({
    body: {
      domain: [
        ["kind", "=", "sale"],
        ["day", ">=", from.slice(0, 10)]
      ]
    }
  }),
  page: Page.offset({ in: "body", param: "offset", size: 200, sizeParam: "limit" }),
  items: "records",
  item: Row,
  get: (id) => ({
    method: "POST",
    path: "/query",
    body: {
      domain: [
        ["kind", "=", "sale"],
        ["id", "=", Number(id)]
      ]
    }
  }),
  getItem: (body) => Read.requiredArrayAt(body, "records")[0],
  // Archived ones are marked; those gone for good are missing from the ids.
  isDeleted: ({ active }) => active === false,
  deletes: Read.idListing({
    call: () => ({ method: "POST", path: "/query", body: { domain: [["kind", "=", "sale"]], fields: ["id"] } }),
    page: Page.offset({ in: "body", param: "offset", size: 5000, sizeParam: "limit" }),
    ids: Read.idsOf("records")
  }),
  follow: ({ id }) => [Read.pages({ call: { path: `/lines/${Call.segment(id)}` }, page: Page.single, items: "lines" })],
  unchanged: { id: ({ id }) => id, stamp: ({ changed }) => changed ?? null },
  emptyStatuses: [204],
  unofferedStatuses: [402],
  scope: "sales.read",
  mapping: 2,
  // An item of this kind for which no model has a place says so; null is for what another read shows.
  map: (raw, { companions, followed: [lines], lookups }) =>
    raw.state === "proforma"
      ? Read.untaken("a pro forma invoice, which is no document")
      : {
          platform_id: raw.id,
          document_number: raw.number,
          contact_id: raw.party,
          currency_id: lookups.me.currency,
          memo: companions.tags.get(raw.id) ?? null,
          posted_date: raw.day,
          line_items: Read.arrayAt(lines, "").map((line) => ({ description: Normalize.text(Call.at(line, "text")) })),
          updated_at: raw.changed
        },
  // Why a member stays empty, those of lines by their path: the suite then wants every other one shown by a case.
  absent: { sales_order_ids: "Invoices name no orders", "line_items.project_id": "Lines name no projects" }
})

const Named = Wire.struct({ id: Wire.required(Wire.id), name: Wire.text, owner: Wire.id, gone: Wire.boolean })
const named = ({ id, name }: { readonly id: string; readonly name?: string | null | undefined }) => ({
  platform_id: id,
  name
})
const list = { path: "/names", page: Page.single, items: "names", item: Named } as const

/**
 * A feed names what was deleted; `isPartial` where it does not name all. A run since a moment has pages of its own: it reads
 * what changed last first, and ends where what is older begins.
 */
export const byFeed = Connector.read("ITEMS", {
  ...list,
  sincePage: Page.newestFirst({ at: "changed", page: Page.numbered({ size: 50 }) }),
  deletes: Read.feed({
    call: ({ since }) => ({ path: "/deleted", query: { since } }),
    page: Page.cursor({ param: "after", at: "next" }),
    // The rows are the ids themselves.
    ids: Read.idsOf("ids", ""),
    isPartial: true
  }),
  map: named
})
/** A feed names what has changed and does not show it; each is asked for by its id. */
export const byChanges = Connector.read("CONTACTS", {
  ...list,
  get: "/names/{id}",
  changes: {
    call: ({ since }) => ({ path: "/changes", query: { since } }),
    page: Page.single,
    items: "changes",
    id: (entry, { since }) => (String(Call.at(entry, "at")) < since ? null : String(Call.at(entry, "id"))),
    keeps: 30 * 86_400
  },
  deletes: Read.flag(({ gone }: { readonly gone?: boolean | null | undefined }) => gone === true),
  map: named
})
/** The platform counts its changes instead of dating them. */
export const byCount = Connector.read("TAX_RATES", {
  ...list,
  sequence: {
    call: () => ({ path: "/count" }),
    position: (body) => ({ of: String(Call.at(body, "file")), at: Number(Call.at(body, "count")) }),
    after: ({ after }) => ({ query: { after } })
  },
  // What changed shows no deletion: it is seen by the next full run, and why not sooner is said.
  deletes: Read.byFullListing("No answer names what was deleted"),
  map: named
})
/** Several records of one item: `owner` is the item, and its records that the next reading lacks are gone. */
export const ofOne = Connector.read("TRACKING_CATEGORIES", {
  ...list,
  owner: ({ id }) => id,
  deletes: Read.events,
  map: (raw) => [named(raw)]
})
/** Made of items of another kind: many items show the same one, the last counts, and nothing of it is known to be gone. */
export const derived = Connector.read("CURRENCIES", {
  ...list,
  derived: true,
  deletes: Read.never("The documents that name them say nothing of it"),
  map: named
})

/** A list that takes no date: what is older than the date that was asked for is read, and handed to nobody. */
export const undated = Connector.read("EXPENSES", {
  ...list,
  item: Wire.struct({ id: Wire.required(Wire.id), spent_on: Wire.day }),
  from: Read.byMapping("The list of expenses takes no date"),
  deletes: Read.never("The list of expenses says nothing of it"),
  map: ({ id, spent_on }) => ({ platform_id: id, posted_date: spent_on })
})

/**
 * Records that no listing shows and that others name, such as the refunds that an account's movements name: the movements are
 * listed, those that name none are another kind, and each refund is asked for by its id, once. What a webhook names is
 * read by the same `get`, whose answer says no more than the id.
 */
export const known = Connector.read("PAYMENT_REFUNDS", {
  path: "/movements",
  page: Page.numbered({ size: 100 }),
  since: ({ since }) => ({ query: { from: Normalize.before(since, 3 * 86_400) } }),
  from: ({ from }) => ({ query: { from } }),
  items: "movements",
  item: Wire.struct({ refund: Wire.id, state: Wire.text }),
  follow: ({ refund }) =>
    refund === null || refund === undefined ? [] : [{ path: `/refunds/${Call.segment(refund)}` }],
  get: "/refunds/{id}",
  getItem: (body) => ({ refund: Call.at(body, "id"), state: Call.at(body, "state") }),
  unchanged: { id: ({ refund }) => refund ?? "", stamp: ({ state }) => state ?? null },
  derived: true,
  deletes: Read.never("The documents that name them say nothing of it"),
  map: ({ refund }, { followed: [body] }) =>
    refund === null || refund === undefined
      ? null
      : { platform_id: refund, amount: Normalize.money(Call.at(body, "amount")), status: "SUCCESS" }
})
