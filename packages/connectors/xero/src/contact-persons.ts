/** The persons behind a contact: its main one, whose name is a member of the contact, and up to five more. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { links } from "./people.ts"
import { changed, date, pages } from "./wire.ts"

const person = { FirstName: Wire.text, LastName: Wire.text, EmailAddress: Wire.text }

export const contactPersons = Connector.read("CONTACT_PERSONS", {
  path: "/Contacts",
  query: { order: "ContactID ASC", includeArchived: true },
  page: pages,
  since: changed,
  items: "Contacts",
  item: Wire.struct({
    ContactID: Wire.required(Wire.id),
    ...person,
    // The place of a person in it is its id.
    ContactPersons: Wire.list(Wire.required(Wire.struct(person))),
    UpdatedDateUTC: date
  }),
  deletes: Read.never("Xero archives contacts and deletes none; what a contact lacks is gone with its next reading"),
  owner: (raw) => raw.ContactID,
  mapping: 2,
  map: (raw) =>
    [raw, ...(raw.ContactPersons ?? [])].flatMap(({ EmailAddress, FirstName, LastName }, position) => {
      const name = Normalize.fullName(FirstName, LastName)
      // A contact without a person has an e-mail address all the same: its own.
      if (name === null && (position === 0 || Normalize.text(EmailAddress) === null)) return []
      // Quirk: persons have no ids; their place in the contact stands for one.
      const id = `${raw.ContactID}:contact_persons:${position}`
      return [
        {
          platform_id: id,
          contact_id: raw.ContactID,
          name,
          first_name: FirstName,
          last_name: LastName,
          is_primary: position === 0,
          external_links: links(id, ["email", "EMAIL", EmailAddress]),
          updated_at: raw.UpdatedDateUTC
        }
      ]
    })
})
