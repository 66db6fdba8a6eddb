/**
 * S5: what the official library of Standard Webhooks accepts is what was sent, and nothing else. Signatures come from a
 * real service to a real endpoint.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { createHmac } from "node:crypto"
import { Webhook, WebhookVerificationError } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Chance from "../support/Chance.ts"
import * as Receiver from "../support/Receiver.ts"
import * as Service from "../support/Service.ts"

const scope = Scope.makeUnsafe()
let service: Service.Service
let receiver: Receiver.Receiver

beforeAll(async () => {
  receiver = await Effect.runPromise(Scope.provide(Receiver.start, scope))
  service = await Service.start()
})
afterAll(async () => {
  await service?.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const types = ["DATA_MODEL_CHANGES", "CONNECTION_CHANGED", "SYNC_COMPLETED"] as const
const register = async (path: string, type: string = "CONNECTION_CHANGED") =>
  (await service.call("POST", "/v3/core/webhooks", { name: path, type, url: receiver.url(path) })).body.data as {
    readonly id: string
    readonly secret: string
  }
/** Sends a sample, and gives what came in for it. */
const send = async (path: string, id: string): Promise<Receiver.Received> => {
  const { body } = await service.call("POST", `/v3/core/webhooks/${id}/test`)
  expect(body.data.status, JSON.stringify(body)).toBe("DELIVERED")
  return receiver.received(path).at(-1)!
}
const rotate = async (id: string): Promise<string> =>
  (await service.call("POST", `/v3/core/webhooks/${id}/rotate_secret`)).body.data.secret
const accepts = (secret: string, { body, headers }: Pick<Receiver.Received, "body" | "headers">): boolean => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

describe("a delivery", () => {
  it("is accepted as it came, for every type, by its own secret alone", async () => {
    const other = await register("/other")
    for (const type of types) {
      const { id, secret } = await register(`/own/${type}`, type)
      for (let index = 0; index < 20; index++) {
        const received = await send(`/own/${type}`, id)
        expect(accepts(secret, received)).toBe(true)
        expect(accepts(other.secret, received)).toBe(false)
      }
    }
  })

  it("is refused in every other way: body, id, time and signature, a character at a time", async () => {
    const { id, secret } = await register("/altered")
    const received = await send("/altered", id)
    const { body, headers } = received
    const chance = Chance.make(20_261_121)
    /** The text with another character in place of one of its own. */
    const altered = (text: string): string => {
      const at = chance.int(text.length)
      const replaced = text[at] === "7" ? "8" : "7"
      return text.slice(0, at) + replaced + text.slice(at + 1)
    }
    const header = (name: string, value: string) => ({ body, headers: { ...headers, [name]: value } })
    let refused = 0
    for (let index = 0; index < 500; index++) {
      for (const changed of [
        { body: altered(body), headers },
        header("webhook-id", altered(headers["webhook-id"]!)),
        // A second more or less is within the time a receiver allows, and still not what was signed.
        header("webhook-timestamp", String(Number(headers["webhook-timestamp"]) + 1 + chance.int(100))),
        header("webhook-timestamp", String(Number(headers["webhook-timestamp"]) - 1 - chance.int(100))),
        // Of the last character of a base64 text some bits mean nothing, so it is left alone.
        header(
          "webhook-signature",
          `v1,${altered(headers["webhook-signature"]!.slice(3, -2))}${headers["webhook-signature"]!.slice(-2)}`
        )
      ]) {
        expect(accepts(secret, changed), JSON.stringify(changed.headers)).toBe(false)
        refused++
      }
    }
    expect(refused).toBe(2500)
    for (const changed of [
      { body: `${body} `, headers },
      { body: body.slice(0, -1), headers },
      { body: JSON.stringify(JSON.parse(body), null, 1), headers },
      { body: "", headers },
      header("webhook-signature", ""),
      header("webhook-signature", headers["webhook-signature"]!.replace("v1,", "v2,")),
      header("webhook-signature", headers["webhook-signature"]!.replace("v1,", "v1a,")),
      // The same bytes in another order of their parts.
      header("webhook-id", `${headers["webhook-id"]}.${headers["webhook-timestamp"]}`)
    ]) {
      expect(accepts(secret, changed), JSON.stringify(changed)).toBe(false)
    }
    expect(accepts(secret, received)).toBe(true)
  })

  it("is refused once it is old, though its signature is right", async () => {
    const { id, secret } = await register("/old")
    const { body, headers } = await send("/old", id)
    const key = Buffer.from(secret.replace("whsec_", ""), "base64")
    for (const shift of [-3600, 3600]) {
      const time = String(Number(headers["webhook-timestamp"]) + shift)
      const signature = createHmac("sha256", key).update(`${headers["webhook-id"]}.${time}.${body}`).digest("base64")
      const replayed = { ...headers, "webhook-timestamp": time, "webhook-signature": `v1,${signature}` }
      expect(accepts(secret, { body, headers: replayed })).toBe(false)
    }
    expect(Math.abs(Number(headers["webhook-timestamp"]) * 1000 - Date.now())).toBeLessThan(60_000)
  })
})

describe("a secret that is rotated", () => {
  it("signs beside the new one for a day, and then no more", async () => {
    const { id, secret: first } = await register("/rotated")
    const second = await rotate(id)
    expect(second).not.toBe(first)
    const both = await send("/rotated", id)
    expect(both.headers["webhook-signature"]!.split(" ")).toHaveLength(2)
    expect([accepts(first, both), accepts(second, both)]).toEqual([true, true])

    // Of three secrets the last two sign.
    const third = await rotate(id)
    const later = await send("/rotated", id)
    expect([first, second, third].map((secret) => accepts(secret, later))).toEqual([false, true, true])

    const until = await service.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ hours: number }>`
          select extract(epoch from previous_secret_until - now())::float8 / 3600 as hours from webhook where id = ${id}`
      )
    )
    expect(until[0]!.hours).toBeGreaterThan(23.9)
    expect(until[0]!.hours).toBeLessThanOrEqual(24)
    await service.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`update webhook set previous_secret_until = now() where id = ${id}`
      )
    )
    const alone = await send("/rotated", id)
    expect(alone.headers["webhook-signature"]!.split(" ")).toHaveLength(1)
    expect([first, second, third].map((secret) => accepts(secret, alone))).toEqual([false, false, true])
  })
})
