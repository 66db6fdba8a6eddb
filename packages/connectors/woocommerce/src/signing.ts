/**
 * Requests signed by OAuth 1.0a without a token, for shops without https:
 * https://woocommerce.github.io/woocommerce-rest-api-docs/#authentication-over-http
 */
import type { Auth } from "@svc/core"

/** By RFC 3986, which leaves less as it is than `encodeURIComponent`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (own) => `%${own.charCodeAt(0).toString(16).toUpperCase()}`)

export const sign = ({ credentials, method, nonce, timestamp, url }: Auth.SignedRequest): Auth.Signature => {
  const own = {
    oauth_consumer_key: credentials["key"] ?? "",
    oauth_nonce: nonce,
    oauth_signature_method: "HMAC-SHA256",
    oauth_timestamp: String(timestamp)
  }
  const params = [...url.searchParams, ...Object.entries(own)]
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return {
    algorithm: "SHA-256",
    encoding: "base64",
    key: `${credentials["secret"] ?? ""}&`,
    message: [method, `${url.origin}${url.pathname}`, params.join("&")].map(encoded).join("&"),
    query: (signature) => ({ ...own, oauth_signature: signature })
  }
}
