/** Files that are attached to invoices. */
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { sales } from "./sales.ts"

// The address of a file is another with every answer, and opens it to whoever has it: it is not asked for.
const { get: _, getItem: __, ...list } = sales("attachments { id fileName fileSize uploadStatusUpdatedAt }")

const File = Wire.struct({
  id: Wire.required(Wire.id),
  fileName: Wire.text,
  fileSize: Wire.number,
  uploadStatusUpdatedAt: Wire.instant
})

export const documents = Connector.read("DOCUMENTS", {
  ...list,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    attachments: Wire.decisive(Wire.list(Wire.required(File)))
  }),
  owner: ({ id }) => id,
  map: (raw) =>
    (raw.attachments ?? []).map((file) => ({
      platform_id: file.id,
      file_name: file.fileName,
      file_size: Normalize.text(file.fileSize),
      document_type: "INVOICES",
      document_type_id: raw.id,
      document_uploaded: true,
      updated_at: file.uploadStatusUpdatedAt
    }))
})
