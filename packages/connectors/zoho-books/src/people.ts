/** Who stands for a contact and how they are reached, as it is written. */
import type { Writes } from "@svc/core"
import * as Take from "@svc/core/Take"
import { picked } from "./write-lines.ts"

type Contact = Writes.ItemOf<"CONTACTS">
type Row = { readonly type?: string | null | undefined }
/** Each kind of number and link has one place. */
const placed =
  <R extends Row>(places: Readonly<Record<string, (row: R) => object>>) =>
  (rows: ReadonlyArray<R> | null, refuse: Take.At["refuse"]): Take.Item => {
    const free = new Map(Object.entries(places))
    const none = Object.values(places).map((place) => place({} as R))
    const made = (rows ?? []).map((row, index) => {
      const place = free.get(row.type ?? "") ?? refuse("is one more than Zoho Books keeps", `[${index}].type`)
      free.delete(row.type ?? "")
      return place(row)
    })
    return Object.assign({}, ...none, ...made)
  }
const reached = {
  numbers: placed<Row & { readonly number?: string | null | undefined }>({
    TELEPHONE: ({ number }) => ({ phone: number ?? "" }),
    MOBILE: ({ number }) => ({ mobile: number ?? "" })
  }),
  links: placed<Row & { readonly link?: string | null | undefined }>({
    EMAIL: ({ link }) => ({ email: link ?? "" }),
    WEBSITE: ({ link }) => ({ website: link ?? "" })
  })
}
const person = [
  "contact_person_id",
  "salutation",
  "first_name",
  "last_name",
  "email",
  "phone",
  "mobile",
  "is_primary_contact"
]

/** Who stands for the contact, and how they are reached, is the first of its people, of whom a change says all. */
export const withPeople = (raw: Take.Item, { contact_persons: [own] = [{}], ...body }: Take.Item): object => {
  const people = (raw["contact_persons"] ?? []) as ReadonlyArray<Take.Item>
  const first = people.find((each) => each["contact_person_id"] === raw["primary_contact_id"]) ?? people[0]
  const all = [...(first === undefined ? [{}] : []), ...people].map((each) => ({
    ...picked(each, person),
    ...(each === first || first === undefined ? own : {})
  }))
  return {
    contact_name: raw["contact_name"],
    ...body,
    ...(Object.keys(own).length === 0 ? {} : { contact_persons: all })
  }
}
const named = (name: string | null) => {
  const [, first_name = name ?? "", last_name = ""] = /^(\S+)\s+(.+)$/.exec(name?.trim() ?? "") ?? []
  return { first_name, last_name }
}
export const personOf = (
  { contact_name, email, external_links, phone_numbers }: Contact,
  { refuse }: Take.At<Contact>
) => {
  const links = external_links === undefined ? {} : reached.links(external_links, Take.within(refuse, "external_links"))
  const { website, ...mail } = links as { readonly website?: string }
  const own = {
    ...(contact_name === undefined ? {} : named(contact_name)),
    ...mail,
    ...(email === undefined ? {} : { email: email ?? "" }),
    ...(phone_numbers === undefined ? {} : reached.numbers(phone_numbers, Take.within(refuse, "phone_numbers")))
  }
  return {
    ...(website === undefined ? {} : { website }),
    ...(Object.keys(own).length === 0 ? {} : { contact_persons: [{ ...own, is_primary_contact: true }] })
  }
}
