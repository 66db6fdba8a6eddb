/** Contacts changed: a locked party is opened while it is changed, and its revision says that it is still as it was read. */
import { Call, Connector, Wire, Write } from "@svc/core"
import { contacts } from "./contacts.ts"

const Party = Wire.struct({ revision: Wire.required(Wire.number), locked: Wire.boolean })

export const updateContacts = Connector.update("CONTACTS", {
  requires: ["name"],
  unsupported: [
    "contact_name",
    "currency_id",
    "registration_number",
    "status",
    "contact_type",
    "external_links",
    "phone_numbers",
    "addresses"
  ],
  current: Party,
  steps: ({ answered: { changed, locked, opened }, current, input }) => {
    const path = `/parties/${Call.segment(input.platform_id)}`
    const lock: Call.Call = { method: "POST", path: `${path}/lock` }
    const isLocked = current.item.locked === true
    if (isLocked && opened === undefined) {
      return Write.step("opened", { method: "POST", path: `${path}/open` }, { undo: lock })
    }
    if (changed === undefined) {
      const { revision } = current.item
      const body = Call.present({ revision, title: input.name, vat: input.tax_number, email: input.email })
      return Write.step("changed", { method: "PATCH", path, body })
    }
    return isLocked && locked === undefined ? Write.step("locked", lock) : Write.accepted(changed.body)
  },
  record: contacts,
  idempotency: Write.key("x-ledgerly-once")
})
