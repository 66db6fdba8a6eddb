/** What can be written. */
import { writeContacts } from "../write-contacts.ts"

export const writes = { CONTACTS: writeContacts }
