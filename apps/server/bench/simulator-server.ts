/** The service with a connector to the simulator, which has no limits of its own. */
import { Connector, Page, Read, Wire, Write } from "@svc/core"
import { launch } from "../src/Launch.ts"
import * as SmallConnector from "../test/support/SmallConnector.ts"
import * as Customers from "./customers.ts"

const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.single,
  items: "data",
  item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
  deletes: Read.never("Nothing is deleted"),
  map: (own) => ({
    platform_id: own.id,
    name: own.name,
    contact_name: null,
    currency_id: null,
    tax_number: null,
    registration_number: null,
    status: null,
    contact_type: null,
    external_links: [],
    phone_numbers: [],
    addresses: [],
    updated_at: null
  })
})

const createContacts = Connector.create("CONTACTS", {
  requires: ["name"],
  call: ([item]) => ({ method: "POST", path: "/contacts", body: { name: item?.name } }),
  answers: (body) => [Write.accepted(body)],
  record: contacts,
  idempotency: Write.key("Idempotency-Key")
})

launch({
  connectors: [
    SmallConnector.make("BENCH", {
      limits: SmallConnector.unlimited,
      reads: { PAYMENT_DISPUTES: Customers.read(Page.numbered({ size: 250 }), Read.fullListing), CONTACTS: contacts },
      writes: { CONTACTS: { create: createContacts } }
    })
  ]
})
