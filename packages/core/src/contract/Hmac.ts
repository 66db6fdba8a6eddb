/** HMAC and plain hashes over WebCrypto, and comparison that takes the same time wherever two texts differ. */
import { bytesToBase64 } from "./Base64.ts"

/** The HMAC of a text. */
export const hmac = async (
  algorithm: "SHA-1" | "SHA-256" | "SHA-512",
  key: string,
  message: string,
  encoding: "base64" | "hex"
): Promise<string> => {
  const encoder = new TextEncoder()
  const imported = await crypto.subtle.importKey("raw", encoder.encode(key), { name: "HMAC", hash: algorithm }, false, [
    "sign"
  ])
  return written(await crypto.subtle.sign("HMAC", imported, encoder.encode(message)), encoding)
}

/** The hash of a text or of bytes. */
export const hash = async (
  algorithm: "SHA-1" | "SHA-256" | "SHA-512",
  message: string | Uint8Array,
  encoding: "base64" | "hex"
): Promise<string> => {
  const bytes = typeof message === "string" ? new TextEncoder().encode(message) : message
  return written(await crypto.subtle.digest(algorithm, bytes as Uint8Array<ArrayBuffer>), encoding)
}

const written = (buffer: ArrayBuffer, encoding: "base64" | "hex"): string => {
  const bytes = new Uint8Array(buffer)
  return encoding === "base64"
    ? bytesToBase64(bytes)
    : Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("")
}

/** True when both texts are equal; takes time by the length of the first only. */
export const timingSafeEqual = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % (b.length || 1))
  return difference === 0
}
