/**
 * Files of bills and of money spent. Where one belongs, a bill's layout says, which is asked for first. The bytes are at an
 * address for a minute or two (`FileUri`), which the list of a record's files tells: developer pages, "Spend Money Attachment Endpoint".
 */
import * as Call from "@svc/core/Call"
import * as Files from "@svc/core/Files"
import { documents } from "./documents.ts"
import { spendPath } from "./expenses.ts"
import { purchaseLayouts } from "./layouts.ts"
import { madeIn } from "./wire.ts"

type Place = Pick<Files.Filed, "document_type" | "document_type_id">
const isSpent = ({ document_type }: Place) => document_type === "EXPENSES"
const recordOf = (file: Place) =>
  `${isSpent(file) ? spendPath : "/Purchase/Bill"}/${Call.segment(file.document_type_id ?? "")}`
/** What tells the layout of the bill that a file is of. */
const before = (file: Place): Call.Call | null => (isSpent(file) ? null : { path: recordOf(file) })
/** Where the files of a record are; null for a bill of a layout that has none. */
const attachments = (file: Place, bill: unknown): string | null => {
  const layout = Call.at(bill, "BillType")
  if (!isSpent(file) && !purchaseLayouts.includes(String(layout))) return null
  return `${isSpent(file) ? spendPath : `/Purchase/Bill/${layout}`}/${Call.segment(file.document_type_id ?? "")}/Attachment`
}

export const files = Files.make({
  download: {
    before,
    call: (document, { before: bill }) => {
      const path = attachments(document, bill)
      return path === null ? null : { path }
    },
    found: (body, { platform_id }) => {
      const listed = Call.at(body, "Attachments")
      const own = Array.isArray(listed) ? listed.find((one) => Call.at(one, "UID") === platform_id) : undefined
      return Files.addressAt("FileUri")(own)
    }
  },
  upload: {
    to: ["BILLS", "BILL_CREDIT_NOTES", "EXPENSES"],
    before,
    call: (file, { before: bill }) => {
      const path = attachments(file, bill)
      if (path === null) return null
      return {
        method: "POST",
        path,
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
