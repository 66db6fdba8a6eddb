/** Contact persons of customers and vendors, listed with them. How each is reached stands in a list of its own, which is asked for by the page. */
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { contactId, type Kind } from "./contacts.ts"
import { listed, pages, record, sized, text, withIds, word } from "./lists.ts"
import { reach, reached } from "./people.ts"

const Named = Wire.struct({ contactId: Wire.required(Wire.id), contactName: text, contactType: Wire.decisive(word) })
const Party = Wire.struct({
  id: Wire.required(Wire.id),
  contactsInformation: Wire.required(Wire.list(Wire.required(Named)))
})
const Person = Wire.struct({ ...record, ...reach, displayName: text, jobTitle: text, mobilePhoneNumber: text })
type Person = (typeof Person)["Type"]

const personsOf = ({ contactsInformation: all }: (typeof Party)["Type"]) =>
  all.filter(({ contactType }) => contactType === "Person")
const persons = Lookup.make({
  of: Party,
  call: ({ items }) =>
    withIds(items.flatMap((party) => personsOf(party).map((own) => own.contactId))).map((filter) =>
      Read.pages({
        call: { path: "/contacts", query: { $filter: filter }, headers: sized(500) },
        page: pages,
        items: "value"
      })
    ),
  response: Wire.list(Wire.list(Wire.required(Person))),
  pick: (answers): ReadonlyMap<string, Person> =>
    new Map((answers ?? []).flatMap((all) => all ?? []).map((own) => [own.id, own])),
  absent: new Map(),
  part: (body, party) => {
    const own = new Set(personsOf(party).map((person) => person.contactId))
    return Read.arrayAt(body, "").map((answer) =>
      Read.arrayAt(answer, "").filter((row) => own.has(Wire.decode(Person, row).id))
    )
  }
})

const of = (kind: Kind) => {
  const { get: _, getItem: __, ...list } = listed(`${kind}s`, { expand: "contactsInformation", size: 100 })
  return Connector.read("CONTACT_PERSONS", {
    ...list,
    query: { ...list.query, $select: "id" },
    item: Party,
    owner: ({ id }) => id,
    companions: { persons },
    map: (raw, { companions }) =>
      personsOf(raw).map((own) => {
        const person = companions.persons.get(own.contactId)
        const { external_links: links = [], phone_numbers: phones = [] } = person === undefined ? {} : reached(person)
        return {
          platform_id: `${contactId(kind, raw.id)}:${own.contactId}`,
          contact_id: contactId(kind, raw.id),
          name: person?.displayName ?? own.contactName,
          first_name: null,
          last_name: null,
          title: person?.jobTitle,
          is_primary: null,
          external_links: links,
          phone_numbers: person?.mobilePhoneNumber
            ? [...phones, { number: person.mobilePhoneNumber, type: "MOBILE" as const }]
            : phones,
          updated_at: person?.lastModifiedDateTime
        }
      })
  })
}
export const contactPersons = [of("customer"), of("vendor")]
