/** Customers: who has paid, as the rows of the report show them, and to whom invoices go. Each is one record, not one for each row. */
import * as Connector from "@svc/core/Connector"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { searched } from "./payment-invoices.ts"
import { moved, reported } from "./report.ts"
import { kindOf, Row } from "./rows.ts"
import { Address, addressOf, customerOf, email, Name, nameOf, Phone, recipientOf, text } from "./wire.ts"

const unknowable = Read.never("What names a customer says nothing of its end")
const emailsOf = (id: string, link: string | null | undefined) =>
  link == null ? [] : [{ platform_id: `${id}:email`, link, type: "EMAIL" as const }]

const payers = Connector.read("PAYMENT_CUSTOMERS", {
  source: "payers",
  ...reported([moved]),
  derived: true,
  deletes: unknowable,
  item: Row,
  map: ({ payer_info: payer, shipping_info, transaction_info: info }) => {
    const id = customerOf(payer)
    if (kindOf(info) !== "payment" || id === null) return null
    return {
      platform_id: id,
      name: nameOf(payer?.payer_name),
      external_links: emailsOf(id, payer?.email_address),
      phone_numbers: payer?.phone_number == null ? [] : [{ platform_id: `${id}:phone`, number: payer.phone_number }],
      addresses: [...addressOf(`${id}:payer`, payer?.address), ...addressOf(`${id}:shipping`, shipping_info?.address)],
      updated_at: info.transaction_updated_date
    }
  }
})

const Party = Wire.struct({
  business_name: text,
  name: Name,
  email_address: Wire.decisive(email),
  phones: Wire.list(Phone),
  address: Address
})
const recipients = Connector.read("PAYMENT_CUSTOMERS", {
  source: "recipients",
  ...searched,
  items: (body) => Read.arrayAt(body, "items").flatMap((invoice) => Read.arrayAt(invoice, "primary_recipients")),
  derived: true,
  deletes: unknowable,
  item: Wire.struct({ billing_info: Party, shipping_info: Wire.struct({ address: Address }) }),
  map: ({ billing_info: own, shipping_info }) => {
    const id = recipientOf(own?.email_address)
    if (id === null) return null
    return {
      platform_id: id,
      name: own?.business_name ?? nameOf(own?.name),
      external_links: emailsOf(id, own?.email_address),
      phone_numbers: (own?.phones ?? []).flatMap((phone, at) =>
        phone === null ? [] : [{ platform_id: `${id}:phone:${at}`, ...phone }]
      ),
      addresses: [...addressOf(`${id}:billing`, own?.address), ...addressOf(`${id}:shipping`, shipping_info?.address)]
    }
  }
})
export const paymentCustomers = [payers, recipients]
