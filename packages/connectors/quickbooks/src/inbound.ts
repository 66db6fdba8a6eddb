/** QuickBooks' webhooks, in both forms of their body; the company is named by its realm. */
import type { Models } from "@svc/core"
import * as Inbound from "@svc/core/Inbound"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

/** The models that an entity makes up. */
const modelsOf: Readonly<Record<string, ReadonlyArray<Models.ModelId>>> = {
  account: ["ACCOUNTS", "BANK_ACCOUNTS"],
  bill: ["BILLS"],
  class: ["TRACKING_CATEGORIES"],
  creditmemo: ["INVOICE_CREDIT_NOTES"],
  customer: ["CONTACTS"],
  department: ["TRACKING_CATEGORIES"],
  deposit: ["BANK_TRANSACTIONS"],
  invoice: ["INVOICES"],
  item: ["ITEMS"],
  journalentry: ["JOURNAL_ENTRIES"],
  billpayment: ["BILL_PAYMENTS", "BANK_TRANSACTIONS"],
  payment: ["INVOICE_PAYMENTS", "BANK_TRANSACTIONS"],
  purchase: ["EXPENSES", "BANK_TRANSACTIONS"],
  purchaseorder: ["PURCHASE_ORDERS"],
  transfer: ["BANK_TRANSACTIONS"],
  vendor: ["CONTACTS"],
  vendorcredit: ["BILL_CREDIT_NOTES"]
}
/** Models that several entities make up. */
const shared: ReadonlyArray<Models.ModelId> = ["BANK_TRANSACTIONS", "CONTACTS", "TRACKING_CATEGORIES"]

const Notification = Wire.struct({
  realmId: Wire.id,
  dataChangeEvent: Wire.struct({
    entities: Wire.list(Wire.struct({ name: Wire.text, id: Wire.id, deletedId: Wire.id }))
  })
})
const Old = Wire.struct({ eventNotifications: Wire.list(Notification) })
const CloudEvents = Wire.list(Wire.struct({ type: Wire.text, intuitentityid: Wire.id, intuitaccountid: Wire.id }))

const events = (
  realmId: string | null | undefined,
  entity: string,
  ...ids: ReadonlyArray<string | null | undefined>
): ReadonlyArray<Inbound.InboundEvent> =>
  ids.flatMap((id) =>
    realmId && id
      ? (modelsOf[entity.toLowerCase()] ?? []).map((model) => ({
          model,
          platform_id: shared.includes(model) ? Normalize.prefixed(entity.toLowerCase(), id)! : id,
          settings: { realmId }
        }))
      : []
  )

export const inbound = Inbound.make({
  proof: ({ body, headers }) => {
    const given = headers["intuit-signature"]
    return given === undefined ? null : { algorithm: "SHA-256", encoding: "base64", message: body, signatures: [given] }
  },
  events: (body) =>
    Array.isArray(body)
      ? // `qbo.invoice.created.v1`
        Wire.decode(CloudEvents, body).flatMap(({ intuitaccountid, intuitentityid, type }) =>
          events(intuitaccountid, (type ?? "").split(".")[1] ?? "", intuitentityid)
        )
      : (Wire.decode(Old, body).eventNotifications ?? []).flatMap(({ dataChangeEvent, realmId }) =>
          // Two records that are merged leave one, and the id of the other.
          (dataChangeEvent?.entities ?? []).flatMap(({ deletedId, id, name }) =>
            events(realmId, name ?? "", id, deletedId)
          )
        )
})
