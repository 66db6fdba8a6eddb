/** The persons at customers and vendors. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { links, phones, reach } from "./people.ts"
import { source } from "./query.ts"
import { time } from "./statement.ts"
import { keyed, partyKind } from "./wire.ts"

const names = ["entityid", "firstname", "middlename", "lastname", "title", "company"]
const ways = ["email", "altemail", "phone", "homephone", "officephone", "mobilephone", "fax"]

export const contactPersons = Connector.read("CONTACT_PERSONS", {
  ...source({
    table: "contact",
    changed: "c.lastmodifieddate",
    statement: () => ({
      id: "c.id",
      select: {
        ...Object.fromEntries([...names, ...ways].map((name) => [name, `c.${name}`])),
        companytype: "e.type",
        modified: time("c.lastmodifieddate")
      },
      from: "contact c LEFT JOIN entity e ON e.id = c.company"
    })
  }),
  item: Wire.struct({
    ...keyed,
    ...Wire.all(Wire.text, "entityid", "firstname", "middlename", "lastname", "title", "companytype"),
    company: Wire.id,
    ...reach
  }),
  map: (raw) => ({
    platform_id: raw.id,
    contact_id: Normalize.prefixed(partyKind(raw.companytype), raw.company),
    name: Normalize.fullName(raw.firstname, raw.middlename, raw.lastname) ?? raw.entityid,
    first_name: raw.firstname,
    last_name: raw.lastname,
    title: raw.title,
    external_links: links(raw.id, raw),
    phone_numbers: phones(raw.id, raw)
  })
})
