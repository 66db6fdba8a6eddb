/** How customers are written. Vendors have no call. */
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import { customerFields, customers } from "./contacts.ts"
import { addressInput, placed, places, type Row } from "./reaching.ts"
import { same, writing } from "./writing.ts"

const numbers = { TELEPHONE: "phone", MOBILE: "mobile", FAX: "fax" } as const
/** What a row was read from, of those that have no type of their own. */
const isFrom = (row: { readonly platform_id?: string | null | undefined }, kind: string) =>
  row.platform_id?.endsWith(`:${kind}`) === true

/** Quirk: ids tell what they are of, and a vendor that is not found among the customers is not gone. */
const isVendor = (id: string): boolean => {
  try {
    return /;Vendor:/i.test(atob(id))
  } catch {
    return false
  }
}
const vendors = "Wave has no call that writes vendors"

export const writeContacts = writing("CONTACTS", ["create", "update", "delete"], {
  record: customers,
  one: "customer",
  fields: customerFields,
  isSame: (raw, item) => same(raw.name, item.name) && (!item.email || same(raw.email, item.email)),
  requires: { create: ["name"] },
  lookups: { places },
  takes: {
    name: "name",
    contact_name: {
      orEmpty: (name) => {
        const [first = null, ...rest] = name?.trim().split(/\s+/) ?? []
        return { firstName: first, lastName: rest.join(" ") || null }
      }
    },
    currency_id: "currency",
    external_links: {
      of: ["platform_id", "link", "type"],
      whole: (rows, at) =>
        placed(rows, ["email", "website"], at, ({ link, type }: Row<"external_links">) => [
          type === "WEBSITE" ? "website" : "email",
          link
        ])
    },
    email: "email",
    phone_numbers: {
      of: ["platform_id", "number", "type"],
      whole: (rows, at) =>
        placed(rows, ["phone", "mobile", "fax", "tollFree"], at, (row: Row<"phone_numbers">) => [
          isFrom(row, "tollFree") ? "tollFree" : numbers[row.type ?? "TELEPHONE"],
          row.number
        ])
    },
    addresses: {
      of: ["platform_id", "street", "locality", "city", "state", "pincode", "country"],
      whole: (rows, at) => {
        const { address, shipping } = placed(rows, [], at, (row: Row<"addresses">, index) => [
          isFrom(row, "shipping") || (index === 1 && !isFrom(row, "address")) ? "shipping" : "address",
          addressInput(row, { ...at, refuse: Take.within(at.refuse, `[${index}]`) })
        ])
        if (at.isNew) return Call.present({ address, shippingDetails: shipping && { address: shipping } })
        return { address: address ?? null, shippingDetails: { address: shipping ?? null } }
      }
    },
    contact_type: (type, { refuse }) => (type === "VENDOR" ? refuse(vendors) : {})
  },
  clears: ["contact_name", "email", "external_links", "phone_numbers", "addresses"],
  makes: ({ platform_id }, { refuse }) => (isVendor(platform_id ?? "") ? refuse(vendors, "platform_id") : {}),
  departs: (usual) => ({
    ...usual,
    delete: {
      call: (sent) => (isVendor(sent.id) ? sent.refuse(vendors, "platform_id") : usual.delete!.call!(sent))
    }
  })
})
