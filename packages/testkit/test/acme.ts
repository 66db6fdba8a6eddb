/** A connector to a made-up platform, whole and right, with one of everything, for faults to be planted in. */
import {
  Account,
  Auth,
  Call,
  Connector,
  Inbound,
  Lookup,
  Models,
  Normalize,
  Page,
  Read,
  Setting,
  Wire,
  Write
} from "@svc/core"

const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.numbered({ size: 3, sizeParam: "size" }),
  since: ({ since }) => ({ query: { since } }),
  items: "list",
  item: Wire.struct({
    id: Wire.required(Wire.id),
    name: Wire.text,
    mails: Wire.list(Wire.struct({ address: Wire.text })),
    gone: Wire.boolean,
    changed: Wire.text
  }),
  get: "/contacts/{id}",
  deletes: Read.flag(({ gone }: { readonly gone?: boolean | null | undefined }) => gone === true),
  map: (raw) => ({
    platform_id: raw.id,
    name: raw.name,
    external_links: (raw.mails ?? []).map(({ address }) => ({ link: address, type: "EMAIL" as const })),
    updated_at: Normalize.instant(raw.changed, "changed")
  })
})

/** Behind a cursor, with a question before and one for each item; what the whole list lacks is gone. */
const items = Connector.read("ITEMS", {
  path: "/items",
  page: Page.cursor({ param: "after", at: "next" }),
  items: "list",
  item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
  deletes: Read.fullListing,
  lookups: {
    prefix: Lookup.make({
      call: { path: "/me" },
      response: Wire.struct({ prefix: Wire.text }),
      pick: ({ prefix }) => prefix ?? null,
      absent: null as string | null
    })
  },
  follow: (raw) => [{ path: `/items/${Call.segment(raw.id)}/stock` }],
  map: (raw, { followed: [stock], lookups }) => {
    const count = Call.at(stock, "count")
    return {
      platform_id: raw.id,
      name: raw.name,
      code: lookups.prefix === null ? null : `${lookups.prefix}${raw.id}`,
      quantity_on_hand: typeof count === "number" ? count : null
    }
  }
})

const ids = Read.idsOf("ids", "")

/** A feed names what was deleted. */
const accounts = Connector.read("ACCOUNTS", {
  path: "/accounts",
  page: Page.single,
  items: "list",
  item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
  deletes: Read.feed({
    call: ({ since }) => ({ path: "/deleted", query: { since } }),
    page: Page.cursor({ param: "after", at: "next" }),
    ids
  }),
  map: (raw) => ({ platform_id: raw.id, name: raw.name })
})

const Count = Wire.struct({ of: Wire.required(Wire.id), at: Wire.required(Wire.number) })
/** Changes are counted, and a listing of all ids shows what is left. */
const taxRates = Connector.read("TAX_RATES", {
  path: "/taxes",
  sequence: {
    call: () => ({ path: "/taxes/count" }),
    position: (body) => Wire.decode(Count, body),
    after: ({ after }) => ({ query: { after } })
  },
  page: Page.single,
  items: "list",
  item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
  deletes: Read.idListing({
    call: () => ({ path: "/taxes/ids" }),
    page: Page.single,
    ids
  }),
  map: (raw) => ({ platform_id: raw.id, name: raw.name })
})

/** Only webhooks tell what was deleted. */
const currencies = Connector.read("CURRENCIES", {
  path: "/currencies",
  page: Page.single,
  items: "list",
  item: Wire.struct({ code: Wire.required(Wire.id) }),
  deletes: Read.events,
  map: (raw) => ({ platform_id: raw.code, code: raw.code })
})

const documents = <const M extends "BILL_CREDIT_NOTES" | "INVOICES" | "PURCHASE_ORDERS">(model: M, path: string) =>
  Connector.read(model, {
    path,
    page: Page.link(),
    items: "list",
    item: Wire.struct({ id: Wire.required(Wire.id), kind: Wire.text, number: Wire.text, day: Wire.text }),
    get: `${path}/{id}`,
    deletes: Read.never("Acme deletes none of them"),
    from: Read.byMapping("Acme lists them by their ids alone"),
    map: (raw) =>
      (raw.kind === "purchase"
        ? null
        : { platform_id: raw.id, document_number: raw.number, posted_date: raw.day }) as never
  })
const sold = "kind = 'sale'"
/** A feed names what has changed, and a query takes the day of a document. */
const invoices: Read.Read<"INVOICES"> = {
  ...documents("INVOICES", "/invoices"),
  call: () => ({ path: "/invoices", query: { where: sold } }),
  from: ({ from }) => ({ query: { where: `${sold} and (day >= '${from.slice(0, 10)}' or day is null)` } }),
  changes: {
    call: ({ since }) => ({ path: "/changes", query: { since } }),
    page: Page.cursor({ param: "after", at: "next" }),
    items: "list",
    id: (entry) => Normalize.text(Call.at(entry, "id")),
    keeps: 86_400 * 365
  }
}
const purchaseOrders = documents("PURCHASE_ORDERS", "/orders")
const billCreditNotes = documents("BILL_CREDIT_NOTES", "/notes")

/** One for each month. */
const statements = Connector.read("INCOME_STATEMENT", {
  path: "/statement",
  page: Page.months(({ end, start }) => ({ query: { start, end } })),
  from: "page",
  items: "list",
  item: Wire.struct({ start: Wire.required(Wire.id), end: Wire.required(Wire.id), profit: Wire.number }),
  deletes: Read.never("Acme deletes none of them"),
  map: ({ end, profit, start }) => ({
    platform_id: `${start}_${end}`,
    period_start: start,
    period_end: end,
    net_profit: profit
  })
})

const answers: Write.Write["answers"] = (body) =>
  (body as { list: ReadonlyArray<{ fault?: string }> }).list.map((raw) =>
    raw.fault === undefined ? Write.accepted(raw) : Write.refused({ message: raw.fault, reason: "Conflict" }, raw)
  )
const createContacts = Connector.create("CONTACTS", {
  requires: ["name"],
  unsupported: ["tax_number"],
  batch: 10,
  call: (list) => ({ method: "POST", path: "/contacts", body: { list: list.map(({ name }) => ({ name })) } }),
  answers,
  record: contacts,
  idempotency: Write.key("x-key")
})
const Invoice = Wire.struct({ id: Wire.required(Wire.id), state: Wire.text, version: Wire.required(Wire.number) })
/** An invoice that is issued is taken back while it is changed; whoever changes one names its version. */
const updateInvoices = Connector.update("INVOICES", {
  requires: [],
  current: Invoice,
  steps: ({ answered: { issued, reopened, written }, current, input }) => {
    const path = `/invoices/${input.platform_id}`
    const isIssued = current.item.state === "issued"
    if (isIssued && reopened === undefined) {
      const undo = { method: "POST", path: `${path}/issue` } as const
      return Write.step("reopened", { method: "POST", path: `${path}/reopen` }, { undo })
    }
    if (written === undefined) {
      const { version } = reopened === undefined ? current.item : Wire.decode(Invoice, Call.at(reopened.body, "list.0"))
      const call = { method: "PUT", path, body: { number: input.document_number, version } } as const
      return Write.step("written", call)
    }
    const [answer] = answers(written.body, [input], written.headers)
    if (answer?._tag !== "Accepted") return answer!
    if (!isIssued) return answer
    return issued === undefined
      ? Write.step("issued", { method: "POST", path: `${path}/issue` })
      : Write.acceptedId(input.platform_id)
  },
  record: invoices,
  idempotency: Write.key("x-key")
})
const createPurchaseOrders = Connector.create("PURCHASE_ORDERS", {
  requires: [],
  call: ([item]) => ({ method: "POST", path: "/orders", body: { number: item?.document_number } }),
  // Only the id is answered, and an order is a draft until it is sent.
  answers: (body, items, headers) =>
    answers(body, items, headers).map((answer) =>
      answer?._tag === "Accepted" ? Write.acceptedId((answer.raw as { readonly id: string }).id) : answer
    ),
  follow: ({ id }: { readonly id: string }) => [{ method: "POST", path: `/orders/${id}/send` }],
  record: purchaseOrders,
  idempotency: Write.key("x-key")
})
/** Only one account may have our reference, and the second is told of the first. */
const createAccounts = Connector.create("ACCOUNTS", {
  requires: [],
  call: ([item]) => ({ method: "POST", path: "/accounts", body: { account: { name: item?.name } } }),
  answers,
  record: accounts,
  idempotency: Write.unique({
    place: { in: "body", name: "account.ref", form: "plain" },
    existing: ({ body }) => (Call.at(body, "field") === "ref" ? { list: [Call.at(body, "account")] } : null)
  })
})
/** A note is a draft until it is booked; before a repeat it is asked whether it is there. */
const createBillCreditNotes = Connector.create("BILL_CREDIT_NOTES", {
  requires: ["document_number"],
  steps: ({ answered: { booked, made }, input }) => {
    if (made === undefined) {
      const call = { method: "POST", path: "/notes", body: { number: input.document_number } } as const
      return Write.step("made", call, {
        id: ({ body }) => Normalize.text(Call.at(body, "list.0.id")),
        undo: ({ body }) => ({ method: "DELETE", path: `/notes/${Call.at(body, "list.0.id")}` })
      })
    }
    const [answer] = answers(made.body, [input], made.headers)
    if (answer?._tag !== "Accepted") return answer!
    const path = `/notes/${Call.at(answer.raw, "id")}`
    return booked === undefined
      ? Write.step("booked", { method: "POST", path: `${path}/book` }, { idempotency: Write.natural })
      : answer
  },
  record: billCreditNotes,
  idempotency: Write.lookup({
    call: ({ document_number }) => ({ path: "/notes", query: { number: document_number } }),
    find: (body) => (Call.at(body, "list.0") === undefined ? undefined : body)
  })
})

export const acme = Connector.make({
  id: "ACME",
  name: "Acme",
  category: "ACCOUNTING",
  models: Models.models,
  auth: Auth.oauth2({
    authorizeUrl: "https://acme.example/authorize",
    tokenUrl: "https://acme.example/token",
    revokeUrl: "https://acme.example/revoke",
    scopes: ["books"],
    clientAuth: "body",
    pkce: false
  }),
  settings: { company: Setting.discovered({ label: "Company" }) },
  http: {
    baseUrl: "https://api.acme.example/v1",
    headers: ({ company }) => ({ "x-company": company }),
    limits: {
      concurrent: 3,
      windows: [{ max: 20, seconds: 1 }],
      remaining: ({ "x-left": left }) =>
        Number.isFinite(Number(left)) && left ? [{ seconds: 1, remaining: Number(left) }] : []
    },
    failure: ({ body }) => {
      const message = Call.at(body, "message")
      return typeof message === "string" ? { message, stale: message === "another version" } : {}
    }
  },
  account: Account.settings("company"),
  check: { path: "/me" },
  discover: Connector.discover({
    call: { path: "/companies" },
    response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), name: Wire.required(Wire.text) })),
    choices: (companies) => companies.map(({ id, name }) => ({ name, settings: { company: id } }))
  }),
  disconnect: () => ({ method: "DELETE", path: "/connection" }),
  reads: {
    ACCOUNTS: accounts,
    BILL_CREDIT_NOTES: billCreditNotes,
    CONTACTS: contacts,
    CURRENCIES: currencies,
    INCOME_STATEMENT: statements,
    INVOICES: invoices,
    ITEMS: items,
    PURCHASE_ORDERS: purchaseOrders,
    TAX_RATES: taxRates
  },
  writes: {
    ACCOUNTS: { create: createAccounts },
    BILL_CREDIT_NOTES: { create: createBillCreditNotes },
    CONTACTS: { create: createContacts },
    INVOICES: { update: updateInvoices },
    PURCHASE_ORDERS: { create: createPurchaseOrders }
  },
  inbound: Inbound.make({
    proof: ({ body, headers }) =>
      headers["x-signature"] === undefined
        ? null
        : { algorithm: "SHA-256", encoding: "hex", message: body, signatures: [headers["x-signature"]] },
    events: (body) => {
      const { deleted, id, model } = body as {
        deleted?: boolean
        id?: string
        model: "CONTACTS" | "CURRENCIES" | "app"
      }
      if (model === "app") return [{ ended: true, settings: { company: "c-1" } }]
      return [{ model, platform_id: id ?? null, settings: { company: "c-1" }, ...(deleted ? { deleted } : {}) }]
    }
  })
})
