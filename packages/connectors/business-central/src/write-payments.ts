/** Payments entered into a payment journal, changed and deleted there. Who posts the journal does so in Business Central. */
import * as Call from "@svc/core/Call"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import type { Kind } from "./contacts.ts"
import { one, values } from "./lists.ts"
import { billPayments, invoicePayments, paid, received } from "./payments.ts"
import { contactTo, dayTo } from "./write-lines.ts"
import { anyVersion, versionOf } from "./writing.ts"

interface Own {
  readonly kind: Kind
}
const key = { in: "body", name: "externalDocumentNumber", form: "plain" } as const

const writing = Writer.make(({ kind }: Own) => {
  const [set, lines] = [`${kind}PaymentJournals`, `${kind}Payments`]
  /** The first journal that the account balances. */
  const journalOf = ({ item, lookups, refuse }: Writer.Sent): string => {
    const all: ReadonlyMap<string, string | null | undefined> = lookups["journals"]
    const [own] = [...all].find(([, account]) => account === item["account_id"]) ?? []
    return own ?? refuse(`balances no journal of ${kind} payments`, "account_id")
  }
  return {
    idempotency: Write.natural,
    answers: (body) => [Write.accepted(body)],
    empty: "",
    create: {
      call: (sent) => ({ method: "POST", path: `${one(set, journalOf(sent))}/${lines}`, body: sent.body }),
      // Quirk: no key is taken. Our own is kept with the payment, in capitals.
      idempotency: Write.lookup({
        key,
        call: () => ({ path: `/${set}`, query: { $expand: lines } }),
        find: (body, _, { key: own }) =>
          values(body)
            .flatMap((journal) => Read.requiredArrayAt(journal, lines))
            .find((row) => String(Call.at(row, key.name)).toLowerCase() === own.toLowerCase())
      })
    },
    update: {
      current: true,
      call: ({ body, id, raw }) => ({
        method: "PATCH",
        path: one(lines, id),
        headers: { "if-match": versionOf(raw) },
        body
      })
    },
    delete: { call: ({ id }) => ({ method: "DELETE", path: one(lines, id), headers: anyVersion }) }
  }
})

const table = { payment_date: dayTo("postingDate"), document_number: "documentNumber", memo: "comment" } as const
const shared = {
  requires: { create: ["account_id", "amount", "payment_date"] },
  creates: { account_id: Take.beside },
  clears: ["memo"]
} as const
const ofWhom = (item: Take.Item, document: unknown, { isNew, refuse }: Take.At<any>): object =>
  isNew && !item["contact_id"] && !document ? refuse("is required, or what is paid", "contact_id") : {}

export const writeInvoicePayments = writing("INVOICE_PAYMENTS", ["create", "update", "delete"], {
  ...shared,
  kind: "customer",
  record: invoicePayments,
  lookups: received,
  takes: {
    ...table,
    contact_id: contactTo("customer"),
    // Quirk: what a customer pays is an amount below zero.
    amount: { to: "amount", by: (amount) => 0 - amount },
    invoice_id: "appliesToInvoiceId"
  },
  makes: (item, at) => ofWhom(item, item.invoice_id, at)
})
export const writeBillPayments = writing("BILL_PAYMENTS", ["create", "update", "delete"], {
  ...shared,
  kind: "vendor",
  record: billPayments,
  lookups: paid,
  takes: { ...table, contact_id: contactTo("vendor"), amount: "amount", bill_id: "appliesToInvoiceId" },
  makes: (item, at) => ofWhom(item, item.bill_id, at)
})
