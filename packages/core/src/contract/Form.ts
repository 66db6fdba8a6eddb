/** Forms that carry files, as bodies of calls. Apart from `Call.ts`: whoever uploads nothing bundles none of it. */
import type { BytesBody } from "./Call.ts"

/** One part of a form that carries files. */
export interface Part {
  /** Of the part in the form. */
  readonly name: string
  /** A text, or bytes. */
  readonly content: string | Uint8Array
  /** Media type of the part; none is said when absent. */
  readonly contentType?: string
  /** What the file is called; the part is no file when absent. */
  readonly fileName?: string
}
/** The parts of a form as `multipart/form-data` (RFC 7578). */
export const multipart = (parts: ReadonlyArray<Part>): BytesBody => {
  const encoder = new TextEncoder()
  const contents = parts.map(({ content }) => (typeof content === "string" ? encoder.encode(content) : content))
  let boundary = "svc-part"
  for (let n = 1; contents.some((content) => holds(content, encoder.encode(`--${boundary}`))); n++) {
    boundary = `svc-part-${n}`
  }
  const pieces = parts.flatMap(({ contentType, fileName, name }, index) => {
    const file = fileName === undefined ? "" : `; filename="${quoted(fileName)}"`
    const type = contentType === undefined ? "" : `content-type: ${contentType}\r\n`
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${file}\r\n${type}\r\n`
    return [encoder.encode(head), contents[index]!, encoder.encode("\r\n")]
  })
  const content = joined([...pieces, encoder.encode(`--${boundary}--\r\n`)])
  return { _tag: "BytesBody", contentType: `multipart/form-data; boundary=${boundary}`, content }
}
/** A name within quotes, as forms of browsers write it. */
const quoted = (name: string): string => name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22")
const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
const holds = (content: Uint8Array, sought: Uint8Array): boolean => {
  for (let at = content.indexOf(sought[0]!); at !== -1; at = content.indexOf(sought[0]!, at + 1)) {
    if (sought.every((byte, index) => content[at + index] === byte)) return true
  }
  return false
}
