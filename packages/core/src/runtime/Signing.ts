/** Signs calls of connections whose every request carries a signature. */
import * as Effect from "effect/Effect"
import type { Signed, SignedRequest } from "../contract/Auth.ts"
import type { BytesBody, EncodedBody } from "../contract/Call.ts"
import { isBytesBody } from "../contract/Call.ts"
import { hash, hmac } from "./Hmac.ts"
import * as Time from "./Time.ts"

/** The headers and parameters that carry the signature of a request. */
export const sign = (
  auth: Signed,
  body: EncodedBody | BytesBody | undefined,
  request: Pick<SignedRequest, "method" | "url" | "credentials" | "settings">
) =>
  Effect.flatMap(Time.millis, (now) =>
    Effect.promise(async () => {
      const { algorithm, encoding, headers, key, message, query } = auth.sign({
        ...request,
        body: isBytesBody(body) ? undefined : body?.content,
        digest: body === undefined ? undefined : await hash("SHA-256", body.content, "base64"),
        nonce: crypto.randomUUID().replaceAll("-", ""),
        timestamp: Math.floor(now / 1000)
      })
      const signature = await hmac(algorithm, key, message, encoding)
      return { headers: headers?.(signature), query: query?.(signature) }
    })
  )
