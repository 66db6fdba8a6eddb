/** What has to be registered, of every platform that the service is composed of: steps, their state, and no secret. */
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Service from "../support/Service.ts"

const secrets = { client: "client-secret-7f3a", webhook: "webhook-secret-91bc" }
let service: Service.Service
const ok = async (method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await service.call(method, path, body)
  assert.strictEqual(answer.status, 200, `${method} ${path}: ${answer.text}`)
  return answer.body.data
}
beforeAll(async () => {
  service = await Service.start({
    SVC_BASE_URL: "https://svc.example",
    SVC_XERO_CLIENT_ID: "the-client",
    SVC_XERO_CLIENT_SECRET: secrets.client,
    SVC_XERO_WEBHOOK_SECRET: secrets.webhook
  })
})
afterAll(() => service.stop())

it("tells of each platform what is to be done, in words, and whether it is done", async () => {
  const all: ReadonlyArray<any> = await ok("GET", "/v3/core/integrations?limit=1000")
  assert.strictEqual(all.length, 27)
  for (const { integration_type, svc_id } of all) {
    const found = await ok("GET", `/v3/core/integrations/${svc_id}/registration`)
    assert.strictEqual(found.integration_type, integration_type)
    assert.isNotEmpty(found.name)
    assert.isNotEmpty(found.steps, integration_type)
    assert.isNotEmpty(found.ways, integration_type)
    for (const { text } of found.steps) assert.match(text, /^[A-Z].*\.$/s, integration_type)
    const isOAuth = found.ways.some(({ kind }: any) => kind === "OAuth2")
    assert.strictEqual(
      found.redirect_uri,
      isOAuth ? `https://svc.example/oauth/callback/${integration_type.toLowerCase()}` : null
    )
    // Who needs a registration is not ready without one, and the steps say so.
    const needs = found.steps.find(({ text }: any) => text.includes("_CLIENT_ID"))
    assert.strictEqual(needs?.is_done ?? true, found.ways.some(({ is_ready }: any) => is_ready) || needs === undefined)
    for (const secret of Object.values(secrets)) assert.notInclude(JSON.stringify(found), secret)
  }
})

it("follows what is set", async () => {
  const all: ReadonlyArray<any> = await ok("GET", "/v3/core/integrations?limit=1000")
  const of = async (type: string) =>
    ok("GET", `/v3/core/integrations/${all.find((one) => one.integration_type === type).svc_id}/registration`)
  const xero = await of("XERO")
  assert.deepInclude(xero, {
    has_client_id: true,
    has_client_secret: true,
    has_webhook_secret: true,
    inbound_url: "https://svc.example/v3/core/inbound/xero"
  })
  assert.isTrue(xero.ways[0].is_ready)
  assert.include(xero.ways[0].scopes, "offline_access")
  const hubspot = all.find((one) => one.integration_type === "HUBSPOT")
  assert.isFalse((await of("HUBSPOT")).has_client_id)
  assert.isFalse((await of("HUBSPOT")).ways[0].is_ready)
  await service.call("PUT", `/integrations/${hubspot.svc_id}`, {
    client_id: "mine",
    client_secret: secrets.client,
    is_disabled: false,
    is_svc_identity: false
  })
  const after = await of("HUBSPOT")
  assert.isTrue(after.has_client_id)
  assert.isTrue(after.ways[0].is_ready)
  assert.notInclude(JSON.stringify(after), secrets.client)
})
