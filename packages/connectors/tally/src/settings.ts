/** What a connection to Tally needs to know, and the headers of a tunnel or agent in front of it. */
import * as Auth from "@svc/core/Auth"
import * as Setting from "@svc/core/Setting"

/** Users rename the types of vouchers, and make their own. */
const typed = (kind: string, placeholder: string) =>
  Setting.asked({ label: `Voucher type of ${kind}`, placeholder, optional: true })

export const settings = {
  address: Setting.asked({
    label: "Address of Tally",
    help: "Of the agent or tunnel in front of it, or of the computer itself in a private network, where Tally listens on port 9000",
    placeholder: "https://tally.example.com",
    normalize: Setting.address,
    // A host, a port and a path: nothing that could name another host or carry a password.
    pattern:
      "https?://[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*(?::[0-9]{1,5})?(?:/[A-Za-z0-9_~-]+)*/?"
  }),
  company_name: Setting.asked({
    label: "Name of the company",
    help: "Exactly as Tally shows it; it must be open there"
  }),
  company_guid: Setting.asked({
    label: "GUID of the company",
    help: "Where several files have the same name: any other file is refused",
    pattern: "[0-9A-Za-z-]{8,64}",
    placeholder: "8f2c1a4e-1111-4a5b-9c3d-0123456789ab",
    optional: true
  }),
  encoding: Setting.asked({
    label: "Encoding",
    choices: { "utf-16": "UTF-16", "utf-8": "UTF-8" },
    optional: true
  }),
  purchase_ledger: Setting.asked({ label: "Ledger of purchases without an account", optional: true }),
  sales_ledger: Setting.asked({ label: "Ledger of sales without an account", optional: true }),
  godown: Setting.asked({
    label: "Godown of stock that is bought or returned",
    placeholder: "Main Location",
    optional: true
  }),
  purchase_order_type: typed("purchase orders", "Purchase Order"),
  sales_order_type: typed("sales orders", "Sales Order"),
  debit_note_type: typed("debit notes", "Debit Note"),
  purchase_type: typed("bills", "Purchase"),
  sales_type: typed("invoices", "Sales"),
  credit_note_type: typed("credit notes", "Credit Note"),
  journal_type: typed("journals", "Journal"),
  payment_type: typed("payments and expenses", "Payment"),
  receipt_type: typed("receipts", "Receipt")
}
export type Settings = Setting.Values<typeof settings>

/** A header's name that is the user's to choose, and a value that one line of a header can carry. */
const name = "(?!(?:[Cc]onnection|[Cc]ontent-.*|[Hh]ost|[Tt]ransfer-[Ee]ncoding)$)[A-Za-z0-9-]{1,64}"
const value = "[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?"
const header = (which: string) => ({
  name: Setting.asked({
    label: `Name of the ${which} header`,
    help: "Where an agent or tunnel in front of Tally asks for one",
    pattern: name,
    placeholder: "CF-Access-Client-Id",
    optional: true
  }),
  value: Setting.asked({ label: `Value of the ${which} header`, pattern: value, secret: true, optional: true })
})
const [first, second] = [header("first"), header("second")]

// Quirk: Tally asks for no credentials itself: whoever reaches it can do everything. What is in front of it may.
export const auth = Auth.apiKey({
  fields: {
    header: first.name,
    value: first.value,
    second_header: second.name,
    second_value: second.value
  },
  guide: [
    "In TallyPrime, under F1 Help, Settings, Connectivity, let it act as Both, and note its port: 9000 unless it was changed.",
    "Leave Tally running with the company open and no dialog waiting on its screen.",
    "Make the computer reachable from here, best by a tunnel that asks for a header; enter its address, and the header if there is one.",
    "Enter the company's name exactly as Tally shows it."
  ],
  headers: ({ header: one, second_header: two, second_value: other, value: own }) => ({
    ...(one && own ? { [one]: own } : {}),
    ...(two && other ? { [two]: other } : {})
  })
})
