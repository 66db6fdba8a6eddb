/** API keys that are none, each wrong in its own way, and requests that show one, each time from another address. */
import { randomBytes } from "node:crypto"
import { Agent, request } from "node:http"
import * as Chance from "./Chance.ts"
import * as Service from "./Service.ts"

export interface Answer {
  readonly status: number
  readonly text: string
  /** Milliseconds from the request to the last byte. */
  readonly took: number
}
export interface WrongKeys {
  /** A key of each kind, made anew at every call. */
  readonly kinds: Readonly<Record<"unknown" | "revoked" | "expired" | "malformed" | "nearly", () => string>>
  /** Asks for the companies on one connection that is kept. */
  readonly ask: (key: string) => Promise<Answer>
  readonly chance: Chance.Chance
  readonly close: () => void
}

export const random = () => `svc_${randomBytes(32).toString("base64url")}`

/** Makes the keys in a service that believes one proxy. */
export const make = async (service: Service.Service): Promise<WrongKeys> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let requests = 0
  const ask = (key: string) =>
    new Promise<Answer>((resolve, reject) => {
      requests++
      const from = `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`
      const began = performance.now()
      const sent = request(
        `${service.url}/v3/core/companies`,
        { agent, headers: { api_key: key, "x-forwarded-for": from, "request-id": "same" } },
        (response) => {
          let text = ""
          response.on("data", (chunk) => (text += chunk))
          response.on("end", () => resolve({ status: response.statusCode ?? 0, text, took: performance.now() - began }))
        }
      )
      sent.on("error", reject)
      sent.end()
    })
  const key = async (body: object = {}) =>
    (await service.call("POST", "/v3/core/api_keys", { name: "a", scopes: ["read"], ...body })).body.data as {
      readonly svc_id: number
      readonly secret: string
    }
  const revoked: Array<string> = []
  for (let index = 0; index < 5; index++) {
    const { secret, svc_id } = await key()
    await service.call("DELETE", `/v3/core/api_keys/${svc_id}`)
    revoked.push(secret)
  }
  const expired = await key({ expires_at: new Date(Date.now() + 50).toISOString() })
  const valid = await key()
  await Service.until(
    () => ask(expired.secret),
    ({ status }) => status === 401
  )
  for (const secret of revoked) {
    await Service.until(
      () => ask(secret),
      ({ status }) => status === 401
    )
  }
  const chance = Chance.make(6)
  return {
    kinds: {
      unknown: random,
      revoked: () => chance.one(revoked),
      expired: () => expired.secret,
      malformed: () => chance.one(["nope", "svc_", "x".repeat(60), "svc_!!", "Bearer abc"]),
      // A prefix that is right helps nobody.
      nearly: () => {
        const at = 4 + chance.int(valid.secret.length - 4)
        return valid.secret.slice(0, at) + (valid.secret[at] === "A" ? "B" : "A") + valid.secret.slice(at + 1)
      }
    },
    ask,
    chance,
    close: () => agent.destroy()
  }
}
