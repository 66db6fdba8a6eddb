/**
 * S6: what an API key that is none learns (nothing, also not by the clock), how fast a revoked one is refused by every
 * process, and how often keys can be guessed. How long a refusal takes is measured beside an unknown key's, in turns, so
 * that what slows the machine down slows down both; the figure is the median of the differences.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import { Agent, request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Chance from "../support/Chance.ts"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Service from "../support/Service.ts"

const random = () => `svc_${randomBytes(32).toString("base64url")}`

describe("a key that is none", () => {
  let service: Service.Service
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let requests = 0
  beforeAll(async () => {
    service = await Service.start({ SVC_TRUSTED_PROXIES: "1" })
  })
  afterAll(async () => {
    agent.destroy()
    await service?.stop()
  })
  const make = async (body: object = {}) =>
    (await service.call("POST", "/v3/core/api_keys", { name: "a", scopes: ["read"], ...body })).body.data as {
      readonly svc_id: number
      readonly secret: string
    }

  /** Asks with a key, each time from another address; gives the answer and the milliseconds it took. */
  const ask = (key: string) =>
    new Promise<{ readonly status: number; readonly text: string; readonly took: number }>((resolve, reject) => {
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

  it("is answered the same way, whatever is wrong with it, and in the same time", { timeout: 240_000 }, async () => {
    const revoked: Array<string> = []
    for (let index = 0; index < 20; index++) {
      const key = await make()
      await service.call("DELETE", `/v3/core/api_keys/${key.svc_id}`)
      revoked.push(key.secret)
    }
    const expired = await make({ expires_at: new Date(Date.now() + 50).toISOString() })
    const valid = await make()
    const chance = Chance.make(6)
    const nearly = () => {
      const at = 4 + chance.int(valid.secret.length - 4)
      return valid.secret.slice(0, at) + (valid.secret[at] === "A" ? "B" : "A") + valid.secret.slice(at + 1)
    }
    const kinds: Readonly<Record<string, () => string>> = {
      unknown: random,
      revoked: () => chance.one(revoked),
      expired: () => expired.secret,
      malformed: () => chance.one(["nope", "svc_", "x".repeat(60), "svc_!!", "Bearer abc"]),
      // A prefix that is right helps nobody.
      nearly
    }
    const names = Object.keys(kinds)
    const answers = new Set<string>()
    const plain = (text: string) => text.replaceAll(/"re(quest|sponse)_timestamp":"[^"]+"/g, "")
    await Service.until(
      () => ask(expired.secret),
      ({ status }) => status === 401
    )
    const differences: Record<string, Array<number>> = Object.fromEntries(names.map((name) => [name, []]))
    const base: Array<number> = []
    const round = async (isCounted: boolean) => {
      const took: Record<string, number> = {}
      for (const name of names
        .map((one) => [chance.int(1000), one] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, one]) => one)) {
        const answer = await ask(kinds[name]!())
        expect(answer.status, answer.text).toBe(401)
        answers.add(plain(answer.text))
        took[name] = answer.took
      }
      if (!isCounted) return
      base.push(took["unknown"]!)
      for (const name of names) differences[name]!.push(took[name]! - took["unknown"]!)
    }
    for (let index = 0; index < 200; index++) await round(false)
    /** Estimate, and the interval that holds the true median with 99 %: by counting ranks, whatever the distribution. */
    const figures = () => {
      const middle = base.toSorted((a, b) => a - b)[base.length >> 1]!
      return names.slice(1).map((name) => {
        const sorted = differences[name]!.toSorted((a, b) => a - b)
        const reach = Math.ceil(2.576 * Math.sqrt(sorted.length) * 0.5)
        const at = (rank: number) => (sorted[Math.max(0, Math.min(sorted.length - 1, rank))]! / middle) * 100
        const half = sorted.length >> 1
        return { name, low: at(half - reach), estimate: at(half), high: at(half + reach) }
      })
    }
    const isSure = () => figures().every(({ high, low }) => (low > -5 && high < 5) || low > 5 || high < -5)
    do {
      for (let index = 0; index < 500; index++) await round(true)
    } while (!isSure() && base.length < 8000)
    const found = figures()
    process.stdout.write(
      `S6: 401 of other keys against an unknown one, ${base.length} turns: ${found
        .map(
          ({ estimate, high, low, name }) =>
            `${name} ${estimate.toFixed(1)} % (${low.toFixed(1)} to ${high.toFixed(1)})`
        )
        .join(", ")}\n`
    )
    expect(answers.size).toBe(1)
    for (const { estimate, name } of found) expect(Math.abs(estimate), name).toBeLessThan(5)
  })

  it("is tried twenty times in ten seconds, whatever address it claims to come from", async () => {
    const strict = await Service.start()
    try {
      const guess = (index: number) =>
        strict.call("GET", "/v3/core/companies", undefined, { api_key: random(), "x-forwarded-for": `1.2.3.${index}` })
      // A key in use before the guessing begins.
      expect((await strict.call("GET", "/v3/core/companies")).status).toBe(200)
      const statuses: Array<number> = []
      for (let index = 0; index < 40; index++) statuses.push((await guess(index)).status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(21)
      expect(statuses.slice(21).every((status) => status === 429)).toBe(true)
      // A key that this process knows goes on, one that it does not know waits as well, valid or not: the 429 says nothing.
      const { secret } = (await strict.call("POST", "/v3/core/api_keys", { name: "new", scopes: ["read"] })).body.data
      const unfamiliar = await strict.call("GET", "/v3/core/companies", undefined, { api_key: secret })
      const none = await guess(1)
      expect([unfamiliar.status, none.status]).toEqual([429, 429])
      expect(unfamiliar.body.error.message).toBe(none.body.error.message)
    } finally {
      await strict.stop()
    }
  })
})

describe("a key that is revoked", () => {
  it("is refused by every process within a second", { timeout: 180_000 }, async () => {
    const scope = Scope.makeUnsafe()
    const processes: Array<ServerProcess.ServerProcess> = []
    try {
      const url = Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
      const keys = `test:${randomBytes(32).toString("base64")}`
      for (let index = 0; index < 2; index++) {
        const dataDir = await Effect.runPromise(Scope.provide(Databases.folder, scope))
        processes.push(await ServerProcess.start({ DATABASE_URL: url, SVC_SECRET_KEYS: keys, SVC_DATA_DIR: dataDir }))
      }
      const status = async (server: ServerProcess.ServerProcess, secret: string) =>
        (await server.call("GET", "/v3/core/companies", undefined, { api_key: secret })).status
      const longest = [0, 0]
      for (let index = 0; index < 10; index++) {
        const made = await processes[0]!.call("POST", "/v3/core/api_keys", { name: "a", scopes: ["read"] })
        const { secret, svc_id } = made.body.data
        // Both know it, and are asked all the time.
        for (const server of processes) expect(await status(server, secret)).toBe(200)
        let revoked = Number.POSITIVE_INFINITY
        const watched = processes.map(async (server, which) => {
          for (;;) {
            const began = performance.now()
            const answer = await status(server, secret)
            // A request counts by when it was sent: that is when the key had to be refused.
            if (answer === 401) return
            expect(answer).toBe(200)
            if (began > revoked) longest[which] = Math.max(longest[which]!, began - revoked)
            if (began - revoked > 5_000) throw new Error("The key is still taken after five seconds.")
          }
        })
        const revoker = processes[index % 2]!
        expect((await revoker.call("DELETE", `/v3/core/api_keys/${svc_id}`)).status).toBe(200)
        revoked = performance.now()
        await Promise.all(watched)
      }
      process.stdout.write(
        `S6: a revoked key was taken for ${longest.map((ms) => `${ms.toFixed(0)} ms`).join(" and ")} more\n`
      )
      expect(Math.max(...longest)).toBeLessThan(1000)
    } finally {
      for (const server of processes) await server.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })
})
