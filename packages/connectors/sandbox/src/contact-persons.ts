/** The persons of a contact: several records out of one item, each gone when its contact no longer has it. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { links, Phones, phones } from "./reach.ts"
import { changed, flagged, Ids } from "./wire.ts"

const Person = Wire.struct({
  id: Wire.required(Wire.id),
  given: Wire.text,
  family: Wire.text,
  role: Wire.text,
  primary: Wire.boolean,
  emails: Ids,
  phones: Phones
})

export const contactPersons = Connector.read("CONTACT_PERSONS", {
  ...flagged("contacts"),
  since: changed,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    deleted: Wire.boolean,
    people: Wire.list(Person),
    updatedAt: Wire.instant
  }),
  owner: (raw) => raw.id,
  map: (raw) =>
    (raw.people ?? []).map((person) => ({
      platform_id: person.id,
      contact_id: raw.id,
      name: Normalize.fullName(person.given, person.family),
      first_name: person.given,
      last_name: person.family,
      title: person.role,
      is_primary: person.primary,
      external_links: links(Normalize.distinct(person.emails)),
      phone_numbers: phones(person.phones ?? []),
      updated_at: raw.updatedAt
    }))
})
