/** The bytes of files that are attached to documents. */
import * as Call from "@svc/core/Call"
import * as Files from "@svc/core/Files"
import * as Normalize from "@svc/core/Normalize"
import { contexts, documents } from "./documents.ts"

const wordOf = ({ document_type }: Files.File) =>
  Object.keys(contexts).find((word) => contexts[word as keyof typeof contexts] === document_type)

export const files = Files.make({
  download: {
    call: ({ platform_id }) => ({
      path: `/attachments/${Call.segment(platform_id)}/file`,
      // Quirk: a file is answered to who asks for nothing else.
      headers: { accept: "application/octet-stream" }
    })
  },
  upload: {
    to: Object.values(contexts),
    most: 2_621_440,
    call: (file) => ({
      method: "POST",
      path: "/attachments",
      body: {
        attachment: {
          file: Files.base64(file),
          file_name: file.file_name,
          mime_type: file.file_type,
          file_extension: /\.\w+$/.exec(file.file_name)?.[0],
          file_size: file.content.length,
          attachment_context_type_id: wordOf(file),
          attachment_context_id: file.document_type_id
        }
      }
    }),
    id: (body) => Normalize.id(Call.at(body, "id")),
    read: documents,
    item: (body) => body
  }
})
