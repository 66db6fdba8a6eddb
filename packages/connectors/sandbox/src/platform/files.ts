/**
 * The bytes of attachments: `GET /v1/attachments/{id}/content` hands them out, `POST /v1/attachments/content` takes a file as it
 * is, with its name and the record it belongs to in the query. Of the seed's attachments the bytes are made up, always the same.
 */
import { Failure } from "./Failure.ts"
import type { Row } from "./Row.ts"

/** The most bytes of one file. */
export const fileLimit = 3_145_728

const toBase64 = (bytes: Uint8Array): string => {
  let text = ""
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

const madeUp = ({ bytes, name }: Row): Uint8Array<ArrayBuffer> => {
  const line = new TextEncoder().encode(`${name}, as the sandbox keeps it\n`)
  return Uint8Array.from({ length: bytes }, (_, at) => line[at % line.length]!)
}

/** The bytes of an attachment, as an answer. */
export const contentOf = (row: Row, headers: Record<string, string>): Response => {
  if (row["uploaded"] !== true) throw new Failure("not_found", `The file of ${row.id} was never uploaded.`)
  const bytes = typeof row["content"] === "string" ? fromBase64(row["content"]) : madeUp(row)
  return new Response(bytes, {
    headers: { ...headers, "content-type": row["mimeType"], "content-length": String(bytes.length) }
  })
}

/** The body of the attachment that a file becomes, and the same as text, by which a repeat of the request is known. */
export const readFile = async (request: Request): Promise<{ readonly text: string; readonly json: unknown }> => {
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.length > fileLimit) throw new Failure("too_large", "The file may have 3 MiB at most.")
  const query = new URL(request.url).searchParams
  const json = {
    name: query.get("name"),
    mimeType: request.headers.get("content-type") ?? "application/octet-stream",
    bytes: bytes.length,
    parent: { resource: query.get("resource"), id: query.get("parent") },
    content: toBase64(bytes)
  }
  return { text: JSON.stringify(json), json }
}
