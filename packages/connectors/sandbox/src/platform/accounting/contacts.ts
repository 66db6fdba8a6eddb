/** Customers and vendors. A contact is one of both kinds; one that documents name can be archived but not deleted. */
import { Failure } from "../Failure.ts"
import * as F from "../Field.ts"
import type { Id, Lookup, Row } from "../Resource.ts"
import { resource } from "../Resource.ts"
import { address } from "./company.ts"

const phone = F.object({ label: F.otherwise(F.oneOf("mobile", "office", "fax"), "office"), number: F.text(30) })

const person = F.object({
  id: F.optional(F.text(30)),
  given: F.text(),
  family: F.optional(F.text()),
  role: F.optional(F.text()),
  primary: F.otherwise(F.flag, false),
  emails: F.list(F.email, { max: 5 }),
  phones: F.list(phone, { max: 5 })
})

const users = ["invoices", "bills", "creditNotes", "salesOrders", "purchaseOrders"]
const partyOf = (row: Row) => (row.customer ?? row.vendor ?? row.party)?.id

/** Lists get ids of their own, `{contact}-p1`, kept when they come back in a change. */
const numbered = <A extends { readonly id: string | null }>(parent: string, values: ReadonlyArray<A>) => {
  let last = Math.max(0, ...values.map(({ id }) => Number(id?.split("-p")[1] ?? 0)))
  return values.map((value) => ({ ...value, id: value.id ?? `${parent}-p${++last}` }))
}

export const contacts = resource({
  name: "contacts",
  ids: "ctc",
  stamps: "iso",
  removal: "flag",
  unique: ["name"],
  filters: ["kind", "state", "name"],
  fields: {
    name: F.text(),
    kind: F.oneOf("customer", "vendor"),
    people: F.list(person, { max: 20 }),
    emails: F.list(F.object({ label: F.otherwise(F.oneOf("main", "billing"), "main"), address: F.email }), { max: 5 }),
    phones: F.list(phone, { max: 5 }),
    addresses: F.list(address, { max: 5 }),
    website: F.optional(F.url),
    currency: F.optional(F.currency),
    vatId: F.optional(F.text(30)),
    registryNo: F.optional(F.text(30)),
    paymentTermsDays: F.otherwise(F.whole(0, 365), 30),
    state: F.otherwise(F.oneOf("active", "archived"), "active")
  },
  build: ({ draft, id }) => {
    const people = numbered(String(id), draft.people)
    const first = people.find(({ primary }) => primary) ?? people[0]
    const contactPerson =
      first === undefined ? null : [first.given, first.family].filter((name) => name !== null).join(" ")
    return { ...draft, people, contactPerson }
  },
  remove: (row, tx) => {
    const used = users.find((name) => tx.find(name, (document) => partyOf(document) === row.id) !== undefined)
    if (used !== undefined) throw new Failure("rule_violation", `${used} name this contact; archive it instead.`)
  }
})

type Party = { readonly id: Id; readonly name: string }

/** A reference to a contact of one kind, `{ id, name }`. */
export const knownParty = (lookup: Lookup, id: Id, kind: "customer" | "vendor", param: string): Party => {
  const row = lookup.get("contacts", id)!
  if (row.kind === kind) return { id, name: row.name }
  throw new Failure("rule_violation", `${row.name} is not a ${kind}.`, param)
}

/** The same for a new document, which archived contacts do not get. */
export const activeParty = (
  lookup: Lookup,
  id: Id,
  kind: "customer" | "vendor",
  param: string,
  before: Row | null
): Party => {
  const party = knownParty(lookup, id, kind, param)
  if (lookup.get("contacts", id)!.state === "archived" && before?.[param]?.id !== id) {
    throw new Failure("rule_violation", `${party.name} is archived.`, param)
  }
  return party
}
