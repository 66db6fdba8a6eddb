/** Base64 with what every runtime has. */

/** Base64 of the UTF-8 bytes of a text. */
export const base64 = (value: string): string => bytesToBase64(new TextEncoder().encode(value))

/** Base64 of bytes. */
export const bytesToBase64 = (bytes: Uint8Array): string => {
  // A multiple of three: each piece is written without what would stand at the end alone.
  const piece = 0x6000
  let written = ""
  for (let i = 0; i < bytes.length; i += piece) written += btoa(String.fromCharCode(...bytes.subarray(i, i + piece)))
  return written
}
