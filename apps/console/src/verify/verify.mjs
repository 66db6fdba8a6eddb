import { createHmac, timingSafeEqual } from "node:crypto"

/** `body` as it came, before it is parsed. Throws where it is not from the service. */
export function verify(secret, headers, body) {
  const id = headers["webhook-id"]
  const time = headers["webhook-timestamp"]
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) throw new Error("The delivery is too old.")
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const wanted = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest()
  // While the secret is being changed there are two.
  const isGood = headers["webhook-signature"].split(" ").some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64")
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
  if (!isGood) throw new Error("The signature is not valid.")
}
