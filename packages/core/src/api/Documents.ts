/** The bytes of documents: those of a record of DOCUMENTS, and files that are attached to records. */
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { BodyKind, IsStreamed, OnRepeat, RequiredScope } from "./Access.ts"
import { Name, said, SvcId } from "./Common.ts"
import { bodyFailures, failures, keyFailures, platformFailures } from "./Failure.ts"
import { responseName } from "./RecordDocument.ts"

const type = "application/octet-stream"
const Bytes = Schema.Uint8Array.annotate({ identifier: "Bytes", description: "The bytes of a file." }).pipe(
  HttpApiSchema.asUint8Array({ contentType: type })
)
/** Bytes in the document, of whatever type they are. */
const binary = { [type]: { schema: { type: "string", format: "binary" } } }

/** Names the bodies of an operation in the document: bytes, and the record that they become. */
const documented = (change: (operation: Record<string, any>) => object) =>
  OpenApi.annotations({ transform: (operation: Record<string, any>) => ({ ...operation, ...change(operation) }) })
const answered = (operation: Record<string, any>, content: object) => ({
  ...operation["responses"],
  200: { ...operation["responses"][200], content }
})

export const documents = HttpApiGroup.make("documents")
  .add(
    HttpApiEndpoint.get("download", "/v3/accounting/documents/:svc_id/content", {
      params: Schema.Struct({ svc_id: SvcId }),
      success: Bytes,
      error: failures("unsupported", "platform-denied", ...platformFailures)
    })
      .annotate(OpenApi.Summary, "Download the bytes of a document")
      .annotate(
        OpenApi.Description,
        "As the platform hands them out, while they come: `content-type` says what they are and `content-disposition` what the file is called. They are " +
          "not kept here. Where they end early or are more than is sent, the connection breaks. Which platforms hand them out is in the capabilities."
      )
      .annotate(IsStreamed, true)
      .annotateMerge(documented((operation) => ({ responses: answered(operation, binary) }))),
    HttpApiEndpoint.post("upload", "/v3/accounting/documents/content", {
      query: {
        record_id: SvcId,
        file_name: said("What the file is called, with the ending that tells its kind, such as `receipt.pdf`.", Name)
      },
      success: Schema.Unknown,
      error: bodyFailures(...keyFailures, "unsupported", "platform-denied", "unknown-outcome", ...platformFailures)
    })
      .annotate(OpenApi.Summary, "Attach a file to a record")
      .annotate(
        OpenApi.Description,
        "The body is the file as it is, and `content-type` says what it is. The document that it becomes is answered, and is in the lists at once. Which platforms take " +
          "files, and for which data models, is in the capabilities."
      )
      .annotate(RequiredScope, "write")
      .annotate(BodyKind, "bytes")
      .annotate(OnRepeat, "unknown")
      .annotateMerge(
        documented((operation) => ({
          parameters: operation["parameters"].map((own: Record<string, any>) =>
            own["name"] === "record_id"
              ? { ...own, description: "The record that the file is attached to: its `svc_id`." }
              : own
          ),
          requestBody: { content: binary, required: true },
          responses: answered(operation, {
            "application/json": { schema: { $ref: `#/components/schemas/${responseName("DOCUMENTS")}` } }
          })
        }))
      )
  )
  .annotate(OpenApi.Description, "The bytes of documents, from and to the connected platform.")
