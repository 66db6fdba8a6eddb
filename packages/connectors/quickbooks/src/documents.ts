/** Files attached to documents. One file may be attached to several: then each has a record for it. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { undatedParts } from "./query.ts"
import { record, Ref, updatedAt } from "./wire.ts"

const models = Normalize.word(
  {
    Bill: "BILLS",
    Invoice: "INVOICES",
    VendorCredit: "BILL_CREDIT_NOTES",
    CreditMemo: "INVOICE_CREDIT_NOTES",
    Purchase: "EXPENSES",
    PurchaseOrder: "PURCHASE_ORDERS"
  },
  null
)

export const documents = Connector.read("DOCUMENTS", {
  ...undatedParts("Attachable"),
  item: Wire.struct({
    ...record,
    ...Wire.all(Wire.text, "FileName", "ContentType", "TempDownloadUri"),
    Size: Wire.number,
    AttachableRef: Wire.list(Wire.struct({ EntityRef: Ref }))
  }),
  owner: (raw) => raw.Id,
  map: (raw) => {
    // Quirk: a note without a file is an attachment as well.
    if (Normalize.text(raw.FileName) === null) return []
    const attached = new Map(
      (raw.AttachableRef ?? []).flatMap(({ EntityRef }) => {
        const model = models(EntityRef?.type)
        return model !== null && EntityRef?.value
          ? [[`${EntityRef.type}:${EntityRef.value}`, { model, id: EntityRef.value }] as const]
          : []
      })
    )
    return [...attached].map(([place, { id, model }]) => ({
      platform_id: `${raw.Id}:${place}`,
      file_name: raw.FileName,
      file_type: raw.ContentType,
      file_size: Normalize.text(raw.Size),
      document_type_id: id,
      document_type: model,
      document_uploaded: Normalize.text(raw.TempDownloadUri) !== null,
      updated_at: updatedAt(raw)
    }))
  }
})
