/** Tables: how the platform writes, said once, and what becomes of each model's members. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Places from "@svc/core/Places"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { invoices } from "./reads.ts"

/** What a model has of its own besides its tables. */
interface Own {
  readonly path: string
  /** The platform wants these of every change. */
  readonly kept?: ReadonlyArray<string>
}
const Current = Wire.struct({ version: Wire.required(Wire.number) })

export const writing = Writer.make(({ kept = [], path }: Own, { sentOf }) => {
  const address = ({ id }: Writer.Sent) => `${path}/${Call.segment(id)}`
  return {
    // What holds for all operations; each may say something else.
    idempotency: Write.natural,
    answers: (body) => [Write.accepted(body)],
    scope: "books.write",
    // A plain name that a change makes empty is sent as "", not as null; `clears: true` would allow it for all members.
    empty: "",
    create: {
      // One call for several: `calls` instead of `call`, and an answer for each.
      batch: 20,
      calls: (all) => ({ method: "POST", path, body: { list: all.map(({ body }) => body) } }),
      answers: (body, all, headers) =>
        all.map(({ began }, index) =>
          headers["x-short"] === "1" ? Write.acceptedId(`${began}-${index}`) : Write.accepted(Call.at(body, `${index}`))
        ),
      follow: (raw, { item }) =>
        item["status"] === "SUBMITTED" ? [{ method: "POST", path: `${path}/${Call.at(raw, "id")}/post` }] : [],
      idempotency: Write.lookup({
        call: (item, { began, settings }) => ({
          path,
          query: { number: String(sentOf(item, { began, settings }).body["number"]) }
        }),
        find: (body, item) => Read.arrayAt(body, "").find((own) => Call.at(own, "number") === item.document_number)
      })
    },
    update: {
      current: Current,
      call: ({ body, current, raw = {}, refuse, ...sent }) => {
        if (raw["locked"] === true) refuse("is locked", "platform_id")
        const before = Object.fromEntries(kept.map((name) => [name, raw[name]]))
        return {
          method: "PUT",
          path: address(sent as Writer.Sent),
          body: { ...before, ...body, version: current?.item.version }
        }
      }
    },
    delete: {
      call: (sent) => ({ method: "DELETE", path: address(sent) }),
      // A deletion that is refused inside a success; those of the whole way are not asked of it.
      answers: (body) => [Call.at(body, "errors") === 1 ? Write.refused({ message: "It is used." }, body) : Write.done]
    },
    void: { call: (sent) => ({ method: "POST", path: `${address(sent)}/void` }) }
  }
})

const codes = Lookup.make({
  call: { path: "/items" },
  response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), code: Wire.text })),
  pick: (all): ReadonlyMap<string, string | null | undefined> => new Map(all.map(({ code, id }) => [id, code])),
  absent: new Map()
})
/** A converter of one's own that several tables use. */
const party = (to: string): Take.Named<string> => ({ to, by: (id) => ({ party: Number(id) }) })

export const writeInvoices = writing("INVOICES", ["create", "update", "delete", "void"], {
  path: "/invoices",
  kept: ["kind"],
  record: invoices,
  requires: ["contact_id", "line_items", "line_items.quantity"],
  lookups: { codes },
  takes: {
    // A name: the value as it is. `to` and `by`: a name and the value converted.
    document_number: "number",
    contact_id: party("customer"),
    posted_date: Take.day("issued"),
    due_date: Take.instant("due_at"),
    status: Take.words("state", { DRAFT: "draft", SUBMITTED: "open" }),
    // The members that are made of the value, which is never null here.
    currency_rate: (rate) => ({ rate: rate.toFixed(6), has_rate: true }),
    // The same of a value that a change may make empty.
    memo: { orEmpty: (memo) => ({ note: memo ?? "", has_note: memo !== null }) },
    // Where only lines have discounts, a document's is spread over them first.
    total_discount: Take.spread,
    // A list whose elements have a table, under a name; or `list: (made, at, sent) => ({ … })` for all of them together.
    line_items: {
      list: "lines",
      of: {
        platform_id: "id",
        description: "text",
        quantity: "count",
        unit_amount: Take.minor("price", ({ root, settings }) => root["currency_id"] ?? settings["currency"]),
        item_id: (id, { lookups, refuse }) => ({ code: lookups.codes.get(id) ?? refuse("is no item with a code") })
      }
    }
  },
  creates: { currency_id: "currency", sales_order_ids: "orders" },
  updates: { currency_id: (id, { raw, refuse }) => (id === raw?.["currency"] ? {} : refuse("cannot be changed")) },
  // Members that a change may make empty; any other that comes empty is refused.
  clears: ["document_number", "memo"],
  makes: ({ due_date, posted_date }, { isNew, refuse }) =>
    isNew && due_date && posted_date && due_date < posted_date ? refuse("is before the invoice's", "due_date") : {}
})

/** What a line comes to, to the cent; its price and its discount for a platform that keeps them lowered or in percent. */
export const priced = (line: Take.Priced) => ({
  amount: Take.amountOf(line),
  price: Take.priceOf(line, 4),
  discount: Take.percentOf(line, 6),
  // Null where the percentage does not come out to the cent.
  exact: Take.exactPercentOf(line, 6)
})
/** A document's discount for a platform that keeps what is not of its lines, and one put on its parts, to the cent. */
export const discounted = (total: number, lines: ReadonlyArray<Take.Priced>, { refuse }: Take.At) => ({
  whole: Take.discountBeside(total, Take.discountOf(lines), refuse),
  parts: Take.shares(total, lines.map(Take.amountOf))
})

type Item = Writes.ItemOf<"ITEMS">
const side = (object: string): Take.Taken<Item["bill_item"], Item> => ({
  object,
  of: { unit_price: "price", account_id: "account", tax_id: "tax", description: "text" }
})
export const writeItems = writing("ITEMS", ["create"], {
  path: "/items",
  record: () => invoices,
  // Those of a change as well: `requires: { create: ["name"], update: ["code"] }`.
  requires: { create: ["name", "code"] },
  takes: { name: "title", code: "code", bill_item: side("buying"), invoice_item: side("selling") },
  // Only this model is made one by one, and only its creation asks for codes: the model's `lookups` are asked for changes too.
  departs: ({ create }) => ({
    create: {
      ...create,
      batch: 1,
      lookups: { codes },
      calls: ([sent]) => ({ method: "POST", path: "/items/one", body: sent?.body })
    }
  })
})

/** Several kinds of record behind one model. */
export const writeContacts = writing("CONTACTS", ["create", "update"], {
  path: "/parties",
  record: () => invoices,
  takes: { name: "name", contact_type: Take.beside },
  kinds: {
    customer: { tax_number: "vat" },
    supplier: {
      registration_number: "registry",
      // A list or object that is taken as a whole, with the members that are seen of it.
      phone_numbers: {
        of: ["number", "type"],
        whole: (rows, { refuse }) => ({
          phones: (rows ?? []).map(({ number, type }, index) => {
            // The place of an element and what is below it: `phone_numbers[1].type`.
            const inRow = Take.within(refuse, `[${index}]`)
            return type === "FAX" ? inRow("has no place", ".type") : number
          })
        })
      }
    }
  },
  kindOf: ({ contact_type, platform_id }) =>
    contact_type === "VENDOR" || platform_id?.startsWith("s-") ? "supplier" : "customer",
  clears: ["phone_numbers"]
})

/** A platform that keeps a member for each telephone, link and address: one more than it has places for is refused. */
const { addresses, links, phones } = Places.of("Ledgerly")
export const reached = {
  external_links: links({ EMAIL: ["mail"], WEBSITE: ["site"] }),
  phone_numbers: phones({ TELEPHONE: ["phone", "phone_2"], MOBILE: ["mobile"] }),
  addresses: addresses(["billing_", "shipping_"], {
    street: "street",
    city: "town",
    state: "region",
    pincode: "postcode",
    country: "country"
  })
}
/** A last name where the platform wants one, and only the whole name is known: `{ first: "Mary Ann", last: "Pine" }`. */
export const split = Places.namesOf("Mary Ann Pine")
