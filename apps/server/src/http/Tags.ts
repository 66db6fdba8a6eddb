/** Tags of answers (RFC 9110, 8.8.3): whether a caller has what it would be answered already. */
import { hash } from "node:crypto"

/** What stands in a tag for these bytes. */
const digest = (bytes: string | Uint8Array): string => hash("sha256", bytes, "base64url").slice(0, 22)

/** Of what is the same byte for byte whenever it is answered, in one coding. */
export const strong = (bytes: string | Uint8Array): string => `"${digest(bytes)}"`
/** Of what says the same, in whatever coding it is sent. */
export const weak = (bytes: string | Uint8Array): string => `W/"${digest(bytes)}"`

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")
/** As many tags as a caller may name; a longer list is there to be expensive. */
const LONGEST = 4096

/** Whether `If-None-Match` names one of an answer's tags; each coding of a document has its own. */
export const names = (header: string | undefined, tags: ReadonlyArray<string>): boolean => {
  if (header === undefined || header.length > LONGEST) return false
  const known = new Set(tags.map(opaque))
  return header.split(",").some((one) => one.trim() === "*" || known.has(opaque(one)))
}
