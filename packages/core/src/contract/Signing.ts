/** Signs requests, for connectors whose every request carries a signature: they bring it, so that no other has it at the start. */
import { type BytesBody, type EncodedBody, isBytesBody } from "./Call.ts"
import { hash, hmac } from "./Hmac.ts"

/** What a request is signed with, beside what it is. */
export interface Sealed {
  /** The body as it is sent; undefined without one. */
  readonly body: string | undefined
  /** SHA-256 of the body's UTF-8, in base64; undefined without a body. */
  readonly digest?: string | undefined
  /** Random text that has not been used before. */
  readonly nonce: string
  /** Seconds since the epoch. */
  readonly timestamp: number
}
/** What is to be signed and where the signature goes. */
export interface Signature {
  /** Hash of the HMAC. */
  readonly algorithm: "SHA-1" | "SHA-256" | "SHA-512"
  /** What is signed with. */
  readonly key: string
  /** What is signed. */
  readonly message: string
  /** How the signature is written. */
  readonly encoding: "base64" | "hex"
  /** The headers that carry the signature. */
  readonly headers?: (signature: string) => Readonly<Record<string, string>>
  /** Parameters of the address, for hosts that keep headers to themselves. */
  readonly query?: (signature: string) => Readonly<Record<string, string>>
}
/** The headers and parameters that carry the signature of a request. */
export interface Carried {
  /** Beside those that the request has. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Beside those that the address has. */
  readonly query?: Readonly<Record<string, string>> | undefined
}
/** Signs a request at a time, milliseconds since 1970. */
export type Signing<R> = (request: R, body: EncodedBody | BytesBody | undefined, now: number) => Promise<Carried>

/** Signs by what is to be signed of a request. */
export const signing =
  <R extends object>(sign: (request: R & Sealed) => Signature): Signing<R> =>
  async (request, body, now) => {
    const { algorithm, encoding, headers, key, message, query } = sign({
      ...request,
      body: isBytesBody(body) ? undefined : body?.content,
      digest: body === undefined ? undefined : await hash("SHA-256", body.content, "base64"),
      nonce: crypto.randomUUID().replaceAll("-", ""),
      timestamp: Math.floor(now / 1000)
    })
    const signature = await hmac(algorithm, key, message, encoding)
    return { headers: headers?.(signature), query: query?.(signature) }
  }
