/**
 * S6: what an API key that is none learns (nothing: `pnpm bench s6` measures that the clock tells nothing either), that a
 * revoked one is refused by every process, and how often keys can be guessed.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Databases from "../support/Databases.ts"
import * as Postgres from "../support/Postgres.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Service from "../support/Service.ts"
import * as WrongKeys from "../support/WrongKeys.ts"

describe("a key that is none", () => {
  let service: Service.Service
  beforeAll(async () => {
    service = await Service.start({ SVC_TRUSTED_PROXIES: "1" })
  })
  afterAll(async () => {
    await service?.stop()
  })

  it("is answered the same way, whatever is wrong with it", async () => {
    const wrong = await WrongKeys.make(service)
    const plain = (text: string) => text.replaceAll(/"re(quest|sponse)_timestamp":"[^"]+"/g, "")
    const answers = new Set<string>()
    for (let round = 0; round < 50; round++) {
      for (const [kind, key] of Object.entries(wrong.kinds)) {
        const answer = await wrong.ask(key())
        expect(answer.status, `${kind}: ${answer.text}`).toBe(401)
        answers.add(plain(answer.text))
      }
    }
    wrong.close()
    expect(answers.size).toBe(1)
  })

  it("is tried twenty times in ten seconds, whatever address it claims to come from", async () => {
    const strict = await Service.start()
    try {
      const guess = (index: number) =>
        strict.call("GET", "/v3/core/companies", undefined, {
          api_key: WrongKeys.random(),
          "x-forwarded-for": `1.2.3.${index}`
        })
      const statuses: Array<number> = []
      for (let index = 0; index < 40; index++) statuses.push((await guess(index)).status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(20)
      expect(statuses.slice(20).every((status) => status === 429)).toBe(true)
      // Whoever has a key is let in meanwhile, also by a process that never saw it.
      const { secret } = (await strict.call("POST", "/v3/core/api_keys", { name: "new", scopes: ["read"] })).body.data
      expect((await strict.call("GET", "/v3/core/companies", undefined, { api_key: secret })).status).toBe(200)
      expect((await guess(1)).status).toBe(429)
    } finally {
      await strict.stop()
    }
  })
})

describe("a flood of wrong keys", () => {
  const ask = async (service: Service.Service, api_key: string) =>
    (await service.call("GET", "/v3/core/companies", undefined, { api_key })).status
  /** Goes on to the end of what is done meanwhile, which begins when the address has used up its wrong tries. */
  const flooded = async (service: Service.Service, meanwhile: () => Promise<void>) => {
    const statuses = new Map<number, number>()
    const count = (status: number) => statuses.get(status) ?? 0
    const over = new AbortController()
    const flooding = Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) {
        const status = await ask(service, WrongKeys.random())
        statuses.set(status, count(status) + 1)
      }
    })
    const isRefusedAgain = (told: number) =>
      Service.until(
        async () => count(429),
        (now) => now > told
      )
    try {
      await isRefusedAgain(0)
      await meanwhile()
      await isRefusedAgain(count(429))
    } finally {
      over.abort()
      await Promise.all(flooding)
    }
    expect([...statuses.keys()].toSorted()).toEqual([401, 429])
  }

  it("locks out nobody of the same address whose key the process never saw, nor right after a restart", async () => {
    const scope = Scope.makeUnsafe()
    const dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
    // As behind a proxy that nobody told the service of: all have one address.
    let service = await Service.start({}, { dataDir })
    try {
      const secrets: Array<string> = []
      for (let index = 0; index < 8; index++) {
        const made = await service.call("POST", "/v3/core/api_keys", { name: "a", scopes: ["read"] })
        secrets.push(made.body.data.secret)
      }
      const statuses = async (keys: ReadonlyArray<string>) => {
        const all: Array<number> = []
        for (const key of keys) all.push(await ask(service, key))
        return [...new Set(all)]
      }
      await flooded(service, async () => expect(await statuses(secrets.slice(0, 4))).toEqual([200]))
      await service.stop()
      service = await Service.start({}, { dataDir })
      // Those that were used before, and those that no process has seen.
      await flooded(service, async () => expect(await statuses([...secrets, Service.apiKey])).toEqual([200]))
    } finally {
      await service.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })
})

describe("a key that is revoked", () => {
  it("is refused by every process", async () => {
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
      for (let index = 0; index < 4; index++) {
        const made = await processes[0]!.call("POST", "/v3/core/api_keys", { name: "a", scopes: ["read"] })
        const { secret, svc_id } = made.body.data
        // Both know it.
        for (const server of processes) expect(await status(server, secret)).toBe(200)
        expect((await processes[index % 2]!.call("DELETE", `/v3/core/api_keys/${svc_id}`)).status).toBe(200)
        // How soon is measured by `pnpm bench s6`; that it happens at all while the key is in use all the time, here.
        for (const server of processes) {
          await Service.until(
            () => status(server, secret),
            (answer) => answer === 401
          )
          expect(await status(server, secret)).toBe(401)
        }
      }
    } finally {
      for (const server of processes) await server.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })
})
