/** How the service itself does, and an attack on what it says of itself: no secret of any setting, key or connection is in it. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Config from "../../src/Config.ts"
import { KeyRing } from "../../src/secrets/KeyRing.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Service from "../support/Service.ts"

const old = `old:${Buffer.alloc(32, 3).toString("base64")}`
const next = `next:${Buffer.alloc(32, 9).toString("base64")}`
/** A value for each setting that is secret, and addresses with a password or a token in them. */
const planted = "planted-4f1c"
const env: Readonly<Record<string, string>> = {
  SVC_SECRET_KEYS: `${next},${old}`,
  SVC_XERO_CLIENT_ID: "visible-client",
  SVC_XERO_CLIENT_SECRET: `${planted}-client`,
  SVC_XERO_WEBHOOK_SECRET: `${planted}-webhook`,
  SVC_XERO_BASE_URL: `https://user:${planted}@proxy.example/xero`,
  SVC_HUBSPOT_TOKEN_URL: `https://proxy.example/token?key=${planted}`
}
let service: Service.Service
const state = async (api_key = Service.apiKey): Promise<any> => {
  const answer = await service.call("GET", "/v3/core/service", undefined, { api_key })
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.body.data
}
beforeAll(async () => {
  service = await Service.start(env)
})
afterAll(() => service.stop())

it("shows no secret, whoever asks", async () => {
  const hook = await service.call("POST", "/v3/core/webhooks", {
    name: "w",
    type: "SYNC_COMPLETED",
    url: "http://127.0.0.1:9/w",
    headers: { "x-token": `${planted}-header` }
  })
  const made = await service.call("POST", "/v3/core/api_keys", { name: "reader", scopes: ["read"] })
  const secrets = [
    planted,
    Service.apiKey,
    hook.body.data.secret,
    made.body.data.secret,
    old.split(":")[1]!,
    next.split(":")[1]!,
    ...(await service.run(
      Effect.map(KeyRing, ({ all }) =>
        [...all.values()].map(({ bytes }) => Buffer.from(Redacted.value(bytes)).toString("hex"))
      )
    ))
  ]
  const text = JSON.stringify(await state())
  for (const secret of secrets) assert.notInclude(text, secret)
  // What is no secret is there, and of each secret that it is set.
  const { settings } = await state()
  const of = (name: string) => settings.find((one: any) => one.name === name)
  assert.deepInclude(of("SVC_XERO_CLIENT_ID"), { value: "visible-client", is_set: true, is_secret: false })
  assert.deepInclude(of("SVC_XERO_CLIENT_SECRET"), { value: null, is_set: true, is_secret: true })
  assert.deepInclude(of("SVC_SECRET_KEYS"), { value: null, is_set: true, is_secret: true })
  assert.deepInclude(of("SVC_XERO_BASE_URL"), { value: "https://proxy.example/…" })
  assert.deepInclude(of("SVC_HUBSPOT_TOKEN_URL"), { value: "https://proxy.example/…" })
  assert.deepInclude(of("DATABASE_URL"), { value: null, is_set: Postgres.isGiven(), is_secret: true })
  const all = [...Object.values(Config.settings), ...Object.values(Config.limits)]
  for (const { name } of all) assert.isDefined(of(name), name)
  for (const { name, secret } of all) if (secret) assert.isNull(of(name).value, name)
  // For keys that look after nothing it is not there at all.
  const company = await service.call("POST", "/v3/core/companies", { name: "One" })
  const one = await service.call("POST", "/v3/core/api_keys", {
    name: "one",
    scopes: ["read", "admin"],
    company_id: company.body.data.svc_id
  })
  for (const api_key of [made.body.data.secret, one.body.data.secret]) {
    assert.strictEqual((await service.call("GET", "/v3/core/service", undefined, { api_key })).status, 403)
  }
})

it("says of processes, database, jobs and keys what is so", async () => {
  const found = await Service.until(
    () => state(),
    ({ database, processes }) => processes.length === 1 && database.sizes.length === 1
  )
  assert.deepInclude(found.processes[0], { pid: process.pid, role: "all", is_alive: true, version: found.version })
  assert.isAbove(found.processes[0].memory_bytes, 10_000_000)
  assert.strictEqual(found.node, process.versions.node)
  assert.strictEqual(found.database.kind, Postgres.isGiven() ? "postgres" : "embedded")
  assert.isAbove(found.database.bytes, 1_000_000)
  assert.include(
    found.database.tables.map(({ name }: any) => name),
    "record"
  )
  const keys = Object.fromEntries(found.secret_keys.map((key: any) => [key.name, key]))
  assert.deepInclude(keys["next"], { is_current: true, is_there: true })
  assert.isAbove(keys["next"].secrets, 0)
  assert.deepInclude(keys["old"], { is_current: false, is_there: true, secrets: 0 })
})
