/** The bytes of documents: how they are asked for, and how a file is attached to a record. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Files from "@svc/core/Files"
import * as Form from "@svc/core/Form"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"

export const documents = Connector.read("DOCUMENTS", {
  path: "/files",
  page: Page.cursor({ param: "after", at: "next" }),
  items: "files",
  item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text, type: Wire.text, invoice: Wire.id }),
  deletes: Read.fullListing,
  map: (raw) => ({
    platform_id: raw.id,
    file_name: raw.name,
    file_type: raw.type,
    document_type: "INVOICES",
    document_type_id: raw.invoice,
    document_uploaded: true
  })
})

/** The answer is the bytes themselves: they are handed on as they come, whatever their number. */
export const files = Files.make({
  download: {
    call: ({ document_type, document_type_id, platform_id }) =>
      document_type === null ? null : { path: `/invoices/${document_type_id}/files/${Call.segment(platform_id)}` }
  },
  upload: {
    to: ["INVOICES"],
    most: 10_000_000,
    call: ({ content, document_type_id, file_name, file_type }) => ({
      method: "PUT",
      path: `/invoices/${Call.segment(document_type_id)}/files/${Call.segment(file_name)}`,
      body: Call.bytes(content, file_type)
    }),
    id: (body) => Normalize.id(Call.at(body, "id")),
    read: documents,
    item: (body) => body
  }
})

/** The bytes are in the answer as a text, or at an address that is good for a while, asked without credentials. */
export const inAnswer: Files.Download = {
  call: ({ platform_id }) => ({ path: `/files/${Call.segment(platform_id)}`, query: { content: true } }),
  found: Files.base64At("file.content")
}
export const elsewhere: Files.Download = {
  call: ({ platform_id }) => ({ path: `/files/${Call.segment(platform_id)}` }),
  found: Files.addressAt("file.url")
}

/** A platform that takes a form, and whose answer shows nothing of the document: the invoice is asked for again. */
export const asForm: Files.Upload = {
  to: ["INVOICES"],
  call: ({ content, document_type, document_type_id, file_name, file_type }) => ({
    method: "POST",
    path: "/files",
    body: Form.multipart([
      { name: "about", contentType: "application/json", content: JSON.stringify({ document_type, document_type_id }) },
      { name: "file", fileName: file_name, contentType: file_type, content }
    ])
  }),
  id: (body) => Normalize.id(Call.at(body, "id")),
  read: documents,
  shown: ({ document_type_id }) => ({ path: `/invoices/${Call.segment(document_type_id)}` })
}

/** A platform that takes files in JSON, in the folder that an invoice names, and tells the new id in a header alone. */
export const inFolder: Files.Upload = {
  to: ["INVOICES"],
  before: ({ document_type_id }) => ({ path: `/invoices/${Call.segment(document_type_id)}` }),
  call: (file, { before }) => {
    const folder = Normalize.id(Call.at(before, "folder"))
    return folder === null
      ? null
      : { method: "POST", path: `/folders/${folder}`, body: { name: file.file_name, data: Files.base64(file) } }
  },
  id: (_, __, { location }) => /[^/]+$/.exec(location ?? "")?.[0] ?? null,
  read: documents,
  shown: (_, { id }) => ({ path: `/files/${Call.segment(id)}` }),
  item: (body) => Call.at(body, "file")
}
