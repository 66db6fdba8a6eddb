/** The life of an API key: made, used, restricted, replaced, expired, revoked. */
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Service from "../support/Service.ts"

let service: Service.Service
beforeAll(async () => {
  service = await Service.start()
})
afterAll(() => service.stop())

const make = async (body: object): Promise<{ readonly svc_id: number; readonly secret: string }> => {
  const answer = await service.call("POST", "/v3/core/api_keys", body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const status = async (secret: string, path = "/v3/core/companies") =>
  (await service.call("GET", path, undefined, { api_key: secret })).status
/** A change reaches every process within a second. */
const soon = (secret: string, wanted: number) =>
  Service.until(
    () => status(secret),
    (found) => found === wanted,
    3
  )

it("works from the moment it is made", async () => {
  const { secret } = await make({ name: "a", scopes: ["read"] })
  expect(await status(secret)).toBe(200)
  const { body } = await service.call("GET", "/v3/core/api_keys?limit=1000")
  const shown = body.data.find((key: any) => key.name === "a")
  expect(shown).toMatchObject({ prefix: secret.slice(0, shown.prefix.length), revoked_at: null })
  expect(shown.last_used_at).not.toBeNull()
})
it("ends when it is revoked", async () => {
  const { secret, svc_id } = await make({ name: "b", scopes: ["read"] })
  expect(await status(secret)).toBe(200)
  await service.call("DELETE", `/v3/core/api_keys/${svc_id}`)
  await soon(secret, 401)
  expect((await service.call("DELETE", `/v3/core/api_keys/${svc_id}`)).status).toBe(200)
})
it("ends when its time is over", async () => {
  const { secret } = await make({
    name: "c",
    scopes: ["read"],
    expires_at: new Date(Date.now() + 1500).toISOString()
  })
  expect(await status(secret)).toBe(200)
  await soon(secret, 401)
  const past = await service.call("POST", "/v3/core/api_keys", {
    name: "d",
    scopes: ["read"],
    expires_at: "2020-01-01T00:00:00Z"
  })
  expect(past.status).toBe(400)
  expect(past.body.error.field).toBe("expires_at")
})
it("is replaced with an overlap, or at once", async () => {
  const old = await make({ name: "e", scopes: ["read", "write"] })
  const { body } = await service.call("POST", `/v3/core/api_keys/${old.svc_id}/rotate`, { overlap_seconds: 60 })
  expect(body.data).toMatchObject({ name: "e", scopes: ["read", "write"] })
  expect([await status(old.secret), await status(body.data.secret)]).toEqual([200, 200])
  const other = await make({ name: "f", scopes: ["read"] })
  const replaced = await service.call("POST", `/v3/core/api_keys/${other.svc_id}/rotate`, { overlap_seconds: 0 })
  expect(await status(replaced.body.data.secret)).toBe(200)
  await soon(other.secret, 401)
})
it("sees one company only when it is made for one", async () => {
  const company = async (name: string): Promise<number> =>
    (await service.call("POST", "/v3/core/companies", { name })).body.data.svc_id
  const [mine, other] = [await company("mine"), await company("other")]
  const { secret } = await make({ name: "g", scopes: ["read", "write", "admin"], company_id: mine })
  const call = (method: string, path: string, body?: unknown) => service.call(method, path, body, { api_key: secret })
  expect((await call("GET", "/v3/core/companies")).body.data.map((one: any) => one.svc_id)).toEqual([mine])
  expect((await call("GET", `/v3/core/companies/${mine}`)).status).toBe(200)
  const foreign = await call("GET", `/v3/core/companies/${other}`)
  const missing = await call("GET", "/v3/core/companies/999999")
  expect({ ...foreign.body.error, message: "", details: [] }).toEqual({
    ...missing.body.error,
    message: "",
    details: []
  })
  expect((await call("POST", "/v3/core/syncs", { company_id: other })).status).toBe(404)
  expect((await call("GET", "/v3/core/webhooks")).status).toBe(403)
  // It cannot give itself what it does not have.
  const more = await call("POST", "/v3/core/api_keys", { name: "h", scopes: ["read"], company_id: other })
  expect([400, 403, 404]).toContain(more.status)
})
it("is guessed twenty times in ten seconds from one address and not oftener, and one that is right is let in always", async () => {
  const own = await Service.start({ SVC_TRUSTED_PROXIES: "1" })
  try {
    const guess = (from: string, secret: string) =>
      own.call("GET", "/v3/core/companies", undefined, { api_key: secret, "x-forwarded-for": `9.9.9.9, ${from}` })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => guess("1.2.3.4", `svc_guess_${n}`)))
    const refused = answers.filter(({ status }) => status === 401)
    const late = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(20)
    // Those on their way when the limit was reached are looked at as well.
    expect((await guess("1.2.3.4", "svc_guess_again")).status).toBe(429)
    expect(refused.length + late.length).toBe(40)
    const { body, headers } = await guess("1.2.3.4", "svc_guess_more")
    expect(body.error).toMatchObject({ code: "rate-limited" })
    expect(body.error.message).toContain("at most 20 (SVC_MAX_WRONG_KEYS) in ten seconds")
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
    // Who works from there goes on working, and others are not concerned.
    expect((await guess("1.2.3.4", Service.apiKey)).status).toBe(200)
    expect((await guess("5.6.7.8", "svc_guess_0")).status).toBe(401)
  } finally {
    await own.stop()
  }
})
