/** What a platform tells without naming a record: that a model changed, and that the authorisation has ended. */
import { type ConnectorError, Inbound } from "@svc/core"
import { sandbox } from "@svc/sandbox"
import { createHmac } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as Service from "../support/Service.ts"

let isRevoked = false
let checks = 0
const telling = {
  ...sandbox,
  checked: (): ConnectorError.PlatformFailure | null => {
    checks++
    return isRevoked ? { reason: "AuthExpired", message: "The key was revoked." } : null
  },
  inbound: Inbound.make({
    ...sandbox.inbound!,
    events: (body) => {
      const { changed } = body as { readonly changed?: "CONTACTS" | "BILLS" }
      return [
        changed === undefined ? { ended: true, settings: {} } : { model: changed, platform_id: null, settings: {} }
      ]
    }
  })
}

let service: Service.Service
let connectionId = 0
let address: { readonly url: string; readonly token: string }
beforeAll(async () => {
  service = await Service.start({}, { connectors: [telling as never] })
  connectionId = (await Service.connected(service)).connectionId
  address = (await service.call("POST", `/v3/core/connections/${connectionId}/inbound_address`)).body.data
})
afterAll(() => service?.stop())

const tell = async (body: object, key = address.token) => {
  const text = JSON.stringify(body)
  const signature = createHmac("sha256", key).update(text).digest("hex")
  const path = new URL(address.url).pathname
  return (
    await fetch(`${service.url}${path}`, { method: "POST", headers: { "sandbox-signature": signature }, body: text })
  ).status
}
const syncs = async (): Promise<ReadonlyArray<{ data_models: ReadonlyArray<string>; finished_at: string | null }>> =>
  (await service.call("GET", "/v3/core/syncs?limit=1000")).body.data
const status = async () => (await service.call("GET", `/v3/core/connections/${connectionId}`)).body.data.status

it("reads a model soon that is said to have changed, once however often that is said", async () => {
  const before = (await syncs()).length
  expect(await tell({ changed: "CONTACTS" }, "guess")).toBe(401)
  const told = await Promise.all(Array.from({ length: 20 }, () => tell({ changed: "CONTACTS" })))
  expect(new Set(told)).toEqual(new Set([200]))
  // What is told of another model later is done later: when it is, nothing more comes of what was told before.
  expect(await tell({ changed: "BILLS" })).toBe(200)
  const done = await Service.until(
    syncs,
    (all) => {
      const made = all.length - before
      return made >= 2 && all.every(({ finished_at }) => finished_at !== null)
    },
    60
  )
  const read = (model: string) => done.filter(({ data_models }) => data_models.join() === model).length
  expect(read("BILLS")).toBe(1)
  // One waits and one may be under way.
  expect(read("CONTACTS")).toBeGreaterThan(0)
  expect(read("CONTACTS")).toBeLessThanOrEqual(2)
})

it("ends no connection because somebody says so, and ends it when the platform refuses its credentials", async () => {
  expect(await tell({ uninstalled: true }, "guess")).toBe(401)
  // The platform takes the credentials still: what was told is old, or sent again by another.
  const before = checks
  expect(await tell({ uninstalled: true })).toBe(200)
  await Service.until(
    async () => checks,
    (count) => count > before,
    60
  )
  expect(await status()).toBe("HEALTHY")
  isRevoked = true
  await Service.until(
    async () => {
      await tell({ uninstalled: true })
      return status()
    },
    (now) => now === "EXPIRED",
    60
  )
  const { data } = (await service.call("GET", "/v3/core/audit_events?limit=1000")).body
  const ends = data.filter(({ action }: { action: string }) => action === "CONNECTION_EXPIRED")
  expect(ends).toMatchObject([
    { actor_type: "SERVICE", actor_id: null, target_id: String(connectionId), address: null }
  ])
})
