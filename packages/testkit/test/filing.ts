/** A right connector whose platform hands out the bytes of documents and takes files, and faults that are planted in it. */
import { Call, Connector, Files, Page, Read, Wire } from "@svc/core"
import type { Subject } from "../src/index.ts"
import type { Planted } from "./planted.ts"
import { subject } from "./subject.ts"

const documents = Connector.read("DOCUMENTS", {
  path: "/files",
  page: Page.single,
  items: "list",
  item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text, order: Wire.id }),
  deletes: Read.fullListing,
  map: (raw) => ({
    platform_id: raw.id,
    file_name: raw.name,
    document_type: "PURCHASE_ORDERS",
    document_type_id: raw.order,
    document_uploaded: true
  })
})
const paths: { readonly [_ in string]?: string } = { PURCHASE_ORDERS: "orders", INVOICES: "invoices" }
const download: Files.Download = {
  call: ({ platform_id }) => ({ path: `/files/${Call.segment(platform_id)}` }),
  found: Files.base64At("data")
}
const upload: Files.Upload = {
  to: ["PURCHASE_ORDERS", "INVOICES"],
  call: (file) => ({
    method: "POST",
    path: `/${paths[file.document_type]}/${Call.segment(file.document_type_id)}/files`,
    query: { name: file.file_name },
    body: Call.bytes(file.content, file.file_type)
  }),
  id: (body) => (Call.at(body, "id") as string | undefined) ?? null,
  read: documents,
  item: (body) => body
}

const source = { source: "documented", source_note: "Made up for the tests of the suite" } as const
const file = { id: "f-1", name: "order.txt", order: "9" }
const record = {
  platform_id: "f-1",
  file_name: "order.txt",
  document_type: "PURCHASE_ORDERS",
  document_type_id: "9",
  document_uploaded: true
}
const second = { ...record, platform_id: "f-2", file_name: "scan.txt" }
const { connector } = subject

const withFiles = (files: Files.Files): Subject => ({
  ...subject,
  connector: { ...connector, reads: { ...connector.reads, DOCUMENTS: documents }, files },
  cases: {
    ...subject.cases,
    DOCUMENTS: {
      ...source,
      because: { pages: "Acme answers all of them at once" },
      exchanges: [
        { request: { path: "/files" }, response: { body: { list: [file, { ...file, id: "f-2", name: "scan.txt" }] } } }
      ],
      unified: [record, second]
    },
    "DOCUMENTS.download": {
      ...source,
      document: { ...record, file_type: null },
      content: "Coffee",
      exchanges: [{ request: { path: "/files/f-1" }, response: { body: { data: btoa("Coffee") } } }]
    },
    "DOCUMENTS.upload": {
      ...source,
      file: { ...record, file_type: "text/plain", document_type: "PURCHASE_ORDERS", content: "Coffee" },
      record,
      exchanges: [
        {
          request: { method: "POST", path: "/orders/9/files", query: { name: "order.txt" }, text: ["Coffee"] },
          response: { body: file }
        }
      ]
    }
  }
})
export const filing = withFiles({ download, upload })
const downloading = (change: Partial<Files.Download>) => withFiles({ download: { ...download, ...change }, upload })
const uploading = (change: Partial<Files.Upload>) => withFiles({ download, upload: { ...upload, ...change } })

const fetches = "download DOCUMENTS: exactly these requests, and the bytes as they came"
const empty = "download DOCUMENTS: an answer without the bytes is an error"
const every = "download DOCUMENTS: every document that is listed as uploaded can be asked for"
const sends = "upload DOCUMENTS: exactly these requests, and the record that the file becomes"
const whole = "upload DOCUMENTS: each kind of record takes the bytes of a file as they are"
const refused = "upload DOCUMENTS: a file that was refused is not told as taken"

export const plantedFiles: ReadonlyArray<Planted> = [
  {
    fault: "the bytes are handed on as they stand in the answer, in base64",
    subject: downloading({ found: (body) => ({ _tag: "Base64", text: btoa(String(Call.at(body, "data"))) }) }),
    check: fetches
  },
  {
    fault: "an answer without bytes is an empty file",
    subject: downloading({ found: (body) => ({ _tag: "Base64", text: (Call.at(body, "data") as string) ?? "" }) }),
    check: empty
  },
  {
    fault: "only the bytes of one kind of document are known how to ask for",
    subject: downloading({
      call: (one) => (one.file_name === "scan.txt" ? null : download.call(one, { settings: {} }))
    }),
    check: every
  },
  {
    fault: "the first file of a record is handed out for each of its files",
    subject: downloading({ call: ({ document_type_id }) => ({ path: `/orders/${document_type_id}/file` }) }),
    check: every
  },
  {
    fault: "a file is attached to another record",
    subject: uploading({ call: (own) => upload.call({ ...own, document_type_id: "10" }, { settings: {} }) }),
    check: sends
  },
  {
    fault: "a file is sent as a text",
    subject: uploading({
      call: (own) => ({
        ...upload.call(own, { settings: {} })!,
        body: {
          _tag: "EncodedBody",
          contentType: own.file_type,
          content: new TextDecoder().decode(own.content)
        } satisfies Call.EncodedBody
      })
    }),
    check: whole
  },
  {
    fault: "a file whose answer names no document is told as taken",
    subject: uploading({ id: () => "f-1", item: () => file }),
    check: refused
  }
]
