/** Files for bills and for money spent. Where one belongs, a bill's layout says, which is asked for first. */
import * as Call from "@svc/core/Call"
import * as Files from "@svc/core/Files"
import { documents } from "./documents.ts"
import { spendPath } from "./expenses.ts"
import { purchaseLayouts } from "./layouts.ts"
import { madeIn } from "./wire.ts"

const isSpent = ({ document_type }: Files.File) => document_type === "EXPENSES"
const recordOf = (file: Files.File) =>
  `${isSpent(file) ? spendPath : "/Purchase/Bill"}/${Call.segment(file.document_type_id)}`

export const files = Files.make({
  upload: {
    to: ["BILLS", "BILL_CREDIT_NOTES", "EXPENSES"],
    before: (file) => (isSpent(file) ? null : { path: recordOf(file) }),
    call: (file, { before }) => {
      const layout = Call.at(before, "BillType")
      if (!isSpent(file) && !purchaseLayouts.includes(String(layout))) return null
      const place = isSpent(file) ? spendPath : `/Purchase/Bill/${layout}`
      return {
        method: "POST",
        path: `${place}/${Call.segment(file.document_type_id)}/Attachment`,
        body: { Attachments: [{ OriginalFileName: file.file_name, FileBase64Content: Files.base64(file) }] }
      }
    },
    id: (body, file, headers) => {
      const id = madeIn(Call.at(body, "Attachments.0"), headers)
      return id === file.document_type_id ? null : id
    },
    read: (file) => documents[isSpent(file) ? 1 : 0],
    shown: (file) => ({ path: recordOf(file) }),
    item: (body) => body
  }
})
