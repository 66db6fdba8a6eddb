/** Files attached to bills and to money spent. No list says which have some: each costs a call. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { spendPath } from "./expenses.ts"
import { isNote, purchaseLayouts } from "./layouts.ts"
import { common, listed } from "./wire.ts"

const Files = Wire.struct({
  Attachments: Wire.list(Wire.struct({ UID: Wire.required(Wire.id), OriginalFileName: Wire.text }))
})
type Model = "BILLS" | "BILL_CREDIT_NOTES" | "EXPENSES"

/** The extension of a file's name. */
const typeOf = (name: string | null | undefined): string | null =>
  /\.([A-Za-z0-9]{1,8})$/.exec(name ?? "")?.[1]?.toLowerCase() ?? null
const filesOf = (model: Model, owner: string, followed: ReadonlyArray<unknown>) =>
  followed.flatMap((body) =>
    // Null where the document has gone in the meantime.
    (body === null ? [] : (Wire.decode(Files, body).Attachments ?? [])).flatMap((file) =>
      file === null
        ? []
        : [
            {
              platform_id: file.UID,
              file_name: file.OriginalFileName,
              file_type: typeOf(file.OriginalFileName),
              file_size: null,
              document_type: model,
              document_type_id: owner,
              document_uploaded: true
            }
          ]
    )
  )

const without = (path: string) => {
  const { get: _, getItem: __, ...list } = listed(path)
  return { ...list, owner: ({ UID }: { readonly UID: string }) => UID }
}
export const documents = [
  Connector.read("DOCUMENTS", {
    source: "bills",
    ...without("/Purchase/Bill"),
    item: Wire.struct({
      ...common,
      BillType: Wire.text,
      TotalAmount: Wire.decisive(Wire.number),
      Status: Wire.decisive(Wire.text)
    }),
    follow: ({ BillType, UID }) =>
      purchaseLayouts.includes(BillType ?? "")
        ? [{ path: `/Purchase/Bill/${BillType}/${Call.segment(UID)}/Attachment` }]
        : [],
    map: (raw, { followed }) => filesOf(isNote(raw) ? "BILL_CREDIT_NOTES" : "BILLS", raw.UID, followed)
  }),
  Connector.read("DOCUMENTS", {
    source: "spent",
    ...without(spendPath),
    item: Wire.struct(common),
    follow: ({ UID }) => [{ path: `${spendPath}/${Call.segment(UID)}/Attachment` }],
    map: (raw, { followed }) => filesOf("EXPENSES", raw.UID, followed)
  })
] as const
