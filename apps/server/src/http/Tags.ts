/** Tags of answers (RFC 9110, 8.8.3): whether a caller has what it would be answered already. */
import { createCipheriv, hash } from "node:crypto"

const LENGTH = 22

/** Of what is the same byte for byte whenever it is answered, in one coding. */
export const strong = (bytes: string | Uint8Array): string => `"${hash("sha256", bytes, "base64url").slice(0, LENGTH)}"`

/** Nothing is sealed, so it need not be another one each time. */
const NONCE = Buffer.alloc(12)
/**
 * Of what says the same, in whatever coding it is sent. By GMAC, which takes an eighth of the time of a hash, and every page of
 * a list has one; under a secret of the caller's, so that nobody whose records it reads can make two answers with one tag.
 */
export const weak = (bytes: string | Uint8Array, secret: string): string => {
  const mac = createCipheriv("aes-256-gcm", hash("sha256", secret, "buffer"), NONCE)
  mac.setAAD(typeof bytes === "string" ? Buffer.from(bytes) : bytes)
  mac.final()
  return `W/"${mac.getAuthTag().toString("base64url").slice(0, LENGTH)}"`
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")
/** As many tags as a caller may name; a longer list is there to be expensive. */
const LONGEST = 4096

/** Whether `If-None-Match` names one of an answer's tags; each coding of a document has its own. */
export const names = (header: string | undefined, tags: ReadonlyArray<string>): boolean => {
  if (header === undefined || header.length > LONGEST) return false
  const known = new Set(tags.map(opaque))
  return header.split(",").some((one) => one.trim() === "*" || known.has(opaque(one)))
}
