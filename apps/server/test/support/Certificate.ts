/** A certificate that signs itself, for servers of tests that speak TLS: made on the spot, so that no key lies in the repository. */
import { generateKeyPairSync, sign } from "node:crypto"

/** A value as DER writes it: its tag, its length, what it holds. */
const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)

const ecdsaWithSha256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")))
const commonName = der(0x06, Buffer.from("550403", "hex"))

/** PEM texts of a certificate for a name and of its key. */
export const make = (name: string): { readonly certificate: string; readonly key: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const who = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))))
  const times = ["250101000000Z", "491231235959Z"].map((time) => der(0x17, Buffer.from(time)))
  const said = sequence(
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    who,
    sequence(...times),
    who,
    publicKey.export({ type: "spki", format: "der" })
  )
  const signature = der(0x03, Buffer.from([0]), sign("sha256", said, privateKey))
  const text = sequence(said, ecdsaWithSha256, signature).toString("base64")
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${text.replaceAll(/.{64}/g, "$&\n").trim()}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  }
}
