/**
 * The bytes of documents: how a platform hands out those of an attachment, and how it takes a file for a record. A connector
 * says the calls and what their answers hold; core sends them, streams what comes and keeps to the limits of who asked.
 */
import type { AuthSettings } from "./Auth.ts"
import { at, type Call, type Headers } from "./Call.ts"
import type { ModelId } from "./Models.ts"
import * as Normalize from "./Normalize.ts"
import type { Read } from "./Read.ts"

/** A document as its record shows it: what a call for its bytes is made of. */
export interface Filed {
  /** The platform's own id of the document. */
  readonly platform_id: string
  /** What the file is called; null where the platform does not say. */
  readonly file_name: string | null
  /** Media type; null where the platform does not say. */
  readonly file_type: string | null
  /** The data model of the record that it is attached to, and that record's platform id. */
  readonly document_type: string | null
  /** Platform id of the record that it is attached to; null where it is attached to none. */
  readonly document_type_id: string | null
}
/** A file that is to be attached to a record. */
export interface File {
  /** With the ending that tells its kind, such as `receipt.pdf`. */
  readonly file_name: string
  /** Media type, such as `application/pdf`. */
  readonly file_type: string
  /** Its bytes. */
  readonly content: Uint8Array
  /** The data model of the record, one of those in `to`, and the record's platform id. */
  readonly document_type: ModelId
  /** Platform id of the record that it is to be attached to. */
  readonly document_type_id: string
}

/** What an answer holds in the place of the bytes: they are in it as a text, or at an address of their own. */
export type Found =
  /** A text in base64. */
  | { readonly _tag: "Base64"; readonly text: string }
  /** Asked without credentials, which are another host's; https, or of the platform's own origin. */
  | { readonly _tag: "Address"; readonly url: string }

/** What the call for the bytes of a document, or that which attaches a file, may be made of besides. */
export interface Attaching {
  /** Of the connection. */
  readonly settings: AuthSettings
  /** What was answered to `before`; undefined where nothing was asked. */
  readonly before?: unknown
}

/** How the bytes of a document are had. */
export interface Download {
  /** What must be known first, such as of the record that the document is attached to; null where nothing is. */
  readonly before?: (document: Filed, context: { readonly settings: AuthSettings }) => Call | null
  /** Null for a document whose bytes the platform does not hand out. */
  readonly call: (document: Filed, context: Attaching) => Call | null
  /** For an answer, JSON that may be anything, that is not the bytes: where they are; null where it does not say. */
  readonly found?: (body: unknown, document: Filed) => Found | null
}
/** The text at a path of the answer is the bytes in base64: `datas`, or the path of a member of an object. */
export const base64At =
  (path: string) =>
  (body: unknown): Found | null => {
    const text = at(body, path)
    return typeof text === "string" && text !== "" ? { _tag: "Base64", text } : null
  }
/** The text at a path of the answer is an address at which the bytes are for a while. */
export const addressAt =
  (path: string) =>
  (body: unknown): Found | null => {
    const url = Normalize.text(at(body, path) as string)
    return url === null ? null : { _tag: "Address", url }
  }

/** How a file is attached to a record. */
export interface Upload {
  /** The data models whose records take files. */
  readonly to: ReadonlyArray<ModelId>
  /** The most bytes that the platform takes of one file, where it says. */
  readonly most?: number
  /** What must be known of the record first, such as its address; null where nothing is. */
  readonly before?: (file: File, context: { readonly settings: AuthSettings }) => Call | null
  /**
   * The whole file is sent at once, so that the call can be made again with fresh tokens. Null where what was asked before
   * shows that this record takes none.
   */
  readonly call: (file: File, context: Attaching) => Call | null
  /** The platform id of the document in the answer, as its record has it; null where the answer does not say. */
  readonly id: (body: unknown, file: File, headers: Headers) => string | null
  /** The read of documents whose mapping turns what the platform then shows into the record. */
  readonly read: Read<"DOCUMENTS"> | ((file: File) => Read<"DOCUMENTS">)
  /** Where the answer does not show the document: the call whose answer does, such as for the record with its attachments. */
  readonly shown?: (file: File, made: { readonly settings: AuthSettings; readonly id: string }) => Call
  /** The raw item of that read in the answer that shows it; without it, the read's own items. */
  readonly item?: (body: unknown, file: File) => unknown
}
/** The bytes of a file as a text, for platforms that take it as a member of JSON. */
export const base64 = ({ content }: Pick<File, "content">): string => {
  let text = ""
  // As many at once as one call takes.
  for (let at = 0; at < content.length; at += 32_768) {
    text += String.fromCharCode(...content.subarray(at, at + 32_768))
  }
  return btoa(text)
}

/** What a connector does with the bytes of documents; what is missing is not offered. */
export interface Files {
  /** How bytes are had. */
  readonly download?: Download
  /** How a file is attached. */
  readonly upload?: Upload
}
/** What a connector does with the bytes of documents, as a value that keeps its own type. */
export const make = <const F extends Files>(files: F): F => files
