/** How contacts are written. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import { partyOf } from "./contacts.ts"
import { customers, vendors } from "./reads.ts"
import { said, statuses } from "./wire.ts"
import { writing } from "./writing.ts"

const kindOf = ({
  contact_type,
  platform_id
}: {
  readonly contact_type?: string | null | undefined
  readonly platform_id?: string | null | undefined
}) => (platform_id == null ? (contact_type === "VENDOR" ? "vendor" : "customer") : (partyOf(platform_id) ?? null))

type Address = NonNullable<Writes.ItemOf<"CONTACTS">["addresses"]>[number]
/** The first address is that of bills, the second that of goods, unless their ids say it otherwise. */
const placed = (row: Address, index: number, isNew: boolean) => {
  const kind = row.platform_id?.split(":").at(-1) ?? (index === 0 ? "billing" : "shipping")
  const members = { address: row.street, city: row.city, state: row.state, zip: row.pincode, country: row.country }
  const own = Object.entries(members).flatMap(([name, value]) => (value ? [[`${kind}_${name}`, value] as const] : []))
  // Quirk: a street is read with the number of its building, which stands beside it.
  return [`${kind}_address`, { ...(isNew ? {} : { building_number: null }), ...Object.fromEntries(own) }] as const
}

export const writeContacts = writing("CONTACTS", ["create", "update"], {
  path: (kind) => `/${kind}s`,
  wrap: "contact",
  item: ["contact", "customer", "vendor"],
  list: ["customers", "vendors", "contacts"],
  search: ({ name, contact_name }) => ({ "q[name_eq]": String(contact_name ?? name) }),
  isIt: (row, { contact_name, name }) => Call.at(row, "name") === (contact_name ?? name),
  record: (item) => (kindOf(item) === "vendor" ? vendors : customers),
  requires: ["name"],
  kindOf,
  kinds: { customer: {}, vendor: {} },
  takes: {
    name: Take.beside,
    contact_name: Take.beside,
    tax_number: "tax_number",
    currency_id: "currency_code",
    status: Take.words("status", statuses),
    email: "email",
    phone_numbers: {
      of: ["number"],
      whole: (rows, { refuse }) => {
        if (rows?.[2] !== undefined) refuse("is one more than Qoyod keeps", "[2]")
        return { phone_number: rows?.[0]?.number ?? null, secondary_phone_number: rows?.[1]?.number ?? null }
      }
    },
    addresses: {
      of: ["platform_id", "street", "city", "state", "pincode", "country"],
      whole: (rows, { isNew, refuse }) => {
        if (rows?.[2] !== undefined) refuse("is one more than Qoyod keeps", "[2]")
        return Object.fromEntries((rows ?? []).map((row, index) => placed(row, index, isNew)))
      }
    }
  },
  creates: { contact_type: Take.beside },
  // Which of its names is which depends on whether there is an organisation.
  departs: ({ update }) => ({ update: { ...update, current: true } }),
  clears: ["contact_name", "tax_number", "email", "phone_numbers"],
  /** An organisation is named by it, and its person by the contact's own name. */
  makes: ({ contact_name, name }, { raw = {} }) => {
    if (contact_name === undefined && name === undefined) return {}
    const before = said(raw["organization"])
    const firm = name ?? before ?? raw["name"]
    const own =
      contact_name === undefined ? (before === null || before === raw["name"] ? null : raw["name"]) : contact_name
    return own ? { name: own, organization: firm } : { name: firm, ...(before === null ? {} : { organization: firm }) }
  }
})
