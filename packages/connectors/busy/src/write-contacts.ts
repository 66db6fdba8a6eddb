/** Customers and vendors created: accounts below Sundry Debtors or Sundry Creditors. */
import * as Call from "@svc/core/Call"
import * as Take from "@svc/core/Take"
import { accounts } from "./books.ts"
import { contacts } from "./contacts.ts"
import { file } from "./open-file.ts"
import { newName, writingMasters } from "./writing-masters.ts"

export const writeContacts = writingMasters("CONTACTS", ["create"], {
  kind: "account",
  root: "Account",
  record: contacts,
  requires: ["name"],
  lookups: { accounts, file },
  takes: {
    name: newName(({ accounts: known }) => known),
    contact_type: Take.beside,
    contact_name: Take.beside,
    email: Take.beside,
    registration_number: Take.beside,
    tax_number: Take.beside
  },
  makes: ({ contact_name, contact_type, email, registration_number, tax_number }) => {
    const group = contact_type === "CUSTOMER" ? "Sundry Debtors" : "Sundry Creditors"
    const Address = Call.present({
      Email: email,
      ITPAN: registration_number,
      Contact: contact_name,
      GSTNo: tax_number
    })
    // Quirk: public programs call the group by either name; one that is not known is passed over.
    return { ParentGroup: group, Group: group, ...(Object.keys(Address).length === 0 ? {} : { Address }) }
  }
})
