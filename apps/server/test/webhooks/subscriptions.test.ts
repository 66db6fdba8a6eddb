/**
 * Webhooks that the service registers at platforms: made when a connection is, renewed before they end, made again when they
 * were lost, and removed with the connection, whatever fails in between. What the platform has is looked at from its side.
 */
import { type Connector, Inbound, Subscribe } from "@svc/core"
import { sandbox } from "@svc/sandbox"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { createHmac } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { places } from "../../src/secrets/Rotation.ts"
import { Subscriptions } from "../../src/webhooks/Subscriptions.ts"
import * as Postgres from "../support/Postgres.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Synced from "../support/Synced.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

const { inbound } = sandbox
const { subscribe } = inbound!
/** As some platforms do it: the address is asked whether it is right before anything is registered, and all of it ends. */
const brief = {
  ...sandbox,
  id: "BRIEF",
  inbound: Inbound.make({
    ...inbound!,
    handshake: ({ url }) => {
      const token = url.searchParams.get("validationToken")
      return token === null ? null : { status: 200, body: token }
    },
    subscribe: {
      ...(subscribe as Subscribe.Subscribe),
      lasts: 2,
      renew: ({ id }) => ({ method: "PATCH", path: `/webhookEndpoints/${id}`, body: { resources: ["contacts"] } })
    }
  })
} as unknown as Connector.Any

let at: Synced.Synced
let base = ""
beforeAll(async () => {
  const port = await ServerProcess.freePort()
  base = `http://127.0.0.1:${port}`
  at = await Synced.start("embedded", [sandbox, brief], { PORT: String(port), SVC_BASE_URL: base })
})
afterAll(() => at?.stop())

const hooks = (tenant: string): Promise<ReadonlyArray<any>> => at.platform.all(tenant, "webhookEndpoints")
const only = (tenant: string) =>
  Synced.until(
    () => hooks(tenant),
    (all) => all.length === 1
  ).then(([one]) => one)
const row = async ({ connectionId }: { readonly connectionId: number }) =>
  (await at.rows("select * from subscription where connection_id = $1::bigint", [connectionId]))[0]
const registered = (own: { readonly connectionId: number }) =>
  Synced.until(
    () => row(own),
    (found) => found?.["state"] === "REGISTERED"
  )
const audit = async ({ connectionId }: { readonly connectionId: number }): Promise<ReadonlyArray<any>> =>
  (await at.ok("GET", "/v3/core/audit_events?limit=1000")).data
    .filter(({ action, target_id }: any) => target_id === String(connectionId) && action.startsWith("SUBSCRIPTION"))
    .map(({ action, actor_type, details }: any) => [action, actor_type, details.left_at_platform ?? false])
/** Has everything looked at now, as it is from time to time. */
const look = async () => {
  await at.rows("update subscription set look_at = now()")
  await at.service.run(Effect.flatMap(Subscriptions, ({ sweep }) => sweep))
}
const tell = async (hook: any, events: ReadonlyArray<object>, secret = hook.secret) => {
  const body = JSON.stringify({ events })
  const signature = createHmac("sha256", secret).update(body).digest("hex")
  return (await fetch(hook.url, { method: "POST", headers: { "sandbox-signature": signature }, body })).status
}
const connected = (tenant: string, integration?: string) => at.connect(tenant, { CONTACTS: {} }, undefined, integration)

describe("webhooks of a connection", () => {
  it("are registered when it is made, bring what changed within seconds, and are proved by a secret nobody else has", async () => {
    const own = await at.connected("hears", { CONTACTS: {} })
    const hook = await only("hears")
    expect(hook.url.startsWith(`${base}/v3/core/inbound/svc_sandbox/`)).toBe(true)
    expect(hook.secret).toMatch(/^[\w-]{43}$/)
    await registered(own)

    const [contact] = await at.platform.all("hears", "contacts")
    await at.platform.call("hears", "PATCH", `/contacts/${contact.id}`, { name: "Told at once" })
    const event = { sequence: 1, resource: "contacts", id: contact.id, operation: "update" }
    expect(await tell(hook, [event], "another secret")).toBe(401)
    // What opens an address of one connection proves nothing at another.
    const other = await connected("hears-not")
    expect(await tell({ url: hook.url, secret: (await only("hears-not")).secret }, [event])).toBe(401)
    expect(await tell(hook, [event])).toBe(200)
    await Synced.until(
      () => at.list(own, "accounting/contacts"),
      (all) => all.some(({ name }) => name === "Told at once")
    )
    // An address that somebody makes by hand is another.
    const { url } = (await at.ok("POST", `/v3/core/connections/${own.connectionId}/inbound_address`)).data
    expect(url).not.toBe(hook.url)
    expect(await tell(hook, [event])).toBe(200)

    const shows = (await at.ok("GET", `/v3/core/connections/${own.connectionId}/capabilities`)).data
    expect(shows.registered_webhooks).toMatchObject({ state: "REGISTERED", webhooks: 1, ends_at: null, error: null })
    expect(await audit(own)).toEqual([["SUBSCRIPTION_CREATED", "SERVICE", false]])
    const stored = JSON.stringify(await at.rows("select * from subscription"))
    const shown = JSON.stringify((await at.ok("GET", "/v3/core/connections?limit=100")).data)
    for (const secret of [hook.secret, hook.url.split("/").at(-1)]) {
      expect(stored).not.toContain(secret)
      expect(shown).not.toContain(secret)
    }
    await at.ok("POST", `/v3/core/connections/${other.connectionId}/disconnect`)
  })

  it("are looked at: what the platform lost is made again, what somebody left behind is removed, a stranger's is not", async () => {
    const own = await connected("loses")
    await registered(own)
    const [first] = await hooks("loses")
    const stranger = { url: "https://other.example/in", secret: "theirs", resources: [] }
    await at.platform.call("loses", "POST", "/webhookEndpoints", stranger)
    await at.platform.call("loses", "DELETE", `/webhookEndpoints/${first.id}`)
    // At an address of this server that is nobody's any more, such as after a backup was restored.
    const dead = { ...stranger, url: `${base}/v3/core/inbound/svc_sandbox/${"d".repeat(43)}` }
    await at.platform.call("loses", "POST", "/webhookEndpoints", dead)
    const again = await Synced.until(
      async () => {
        await look()
        return hooks("loses")
      },
      (all) => all.length === 2 && all.some(({ url }) => url === first.url)
    )
    expect(again.some(({ url }) => url === stranger.url)).toBe(true)
    await Synced.until(
      () => audit(own),
      (all) => all.some(([action]) => action === "SUBSCRIPTION_LOST")
    )
  })

  it("are renewed before they end, and their address answers before the platform hears of it", async () => {
    const answers: Array<string> = []
    const isAsked = Sandbox.to("brief", "webhookEndpoints", "POST")
    at.platform.rule(isAsked, async (real, { body }) => {
      const { url } = JSON.parse(body)
      answers.push(await (await fetch(`${url}?validationToken=is-it-you`, { method: "POST" })).text())
      return real()
    })
    const own = await connected("brief", "BRIEF")
    const before = await registered(own)
    expect(answers).toEqual(["is-it-you"])
    expect(before!["ends_at"]).not.toBeNull()
    await Synced.until(
      async () => {
        await look()
        return at.platform.seen("brief").filter(({ method }) => method === "PATCH")
      },
      (calls) => calls.length > 0
    )
    expect((await hooks("brief")).length).toBe(1)
    expect((await audit(own)).filter(([action]) => action === "SUBSCRIPTION_CREATED").length).toBe(1)
  })

  it("are registered once, wherever the answer of the platform is lost", async () => {
    // The platform has taken it, and nobody hears of that.
    at.platform.rule(
      Sandbox.to("unheard", "webhookEndpoints", "POST"),
      async (real) => {
        await real()
        return null
      },
      1
    )
    const own = await connected("unheard")
    await Synced.until(
      () => row(own),
      (found) => found?.["attempts"] === 1
    )
    expect((await hooks("unheard")).length).toBe(1)
    const [orphan] = await hooks("unheard")
    await look()
    await registered(own)
    const all = await hooks("unheard")
    expect(all.length).toBe(1)
    expect(all[0].id).not.toBe(orphan.id)
  })

  it("are removed when it ends, and that keeps nobody waiting for a platform that is away", async () => {
    const own = await connected("ends")
    await registered(own)
    const hook = await only("ends")
    let isAway = true
    at.platform.rule(
      ({ path, tenant }) => isAway && tenant === "ends" && path.startsWith("/webhookEndpoints"),
      Sandbox.status(503)
    )
    await at.ok("POST", `/v3/core/connections/${own.connectionId}/disconnect`)
    await Synced.until(
      () => row(own),
      (found) => found?.["attempts"] === 1
    )
    const credentials = async () =>
      (await at.rows("select credentials from connection where id = $1::bigint", [own.connectionId]))[0]!["credentials"]
    expect(await credentials()).not.toBeNull()
    // It is told no more than it is asked to take back.
    expect(await tell(hook, [])).toBe(200)
    isAway = false
    await Synced.until(
      async () => {
        await look()
        return row(own)
      },
      (found) => found === undefined
    )
    expect(await hooks("ends")).toEqual([])
    await Synced.until(credentials, (found) => found === null)
    expect((await audit(own)).at(-1)).toEqual(["SUBSCRIPTION_REMOVED", "SERVICE", false])
    expect((await fetch(hook.url, { method: "POST", body: "{}" })).status).toBe(404)
  })

  it("are left behind in the end by a platform that does not take them back, which is told", async () => {
    const own = await connected("keeps")
    await registered(own)
    at.platform.rule(Sandbox.to("keeps", "webhookEndpoints", "DELETE"), Sandbox.status(400))
    await at.ok("POST", `/v3/core/connections/${own.connectionId}/disconnect`)
    await Synced.until(
      async () => {
        await look()
        return row(own)
      },
      (found) => found === undefined
    )
    const tried = at.platform.seen("keeps").filter(({ method }) => method === "DELETE")
    expect(tried.length).toBe(6)
    expect((await audit(own)).at(-1)).toEqual(["SUBSCRIPTION_REMOVED", "SERVICE", true])
    expect((await at.connection(own)).status).toBe("DISCONNECTED")
    const [{ credentials }] = (await at.rows("select credentials from connection where id = $1::bigint", [
      own.connectionId
    ])) as [Synced.Row]
    expect(credentials).toBeNull()
  })

  it("are others when the connection is made anew: nothing that was known before sends to it", async () => {
    const own = await connected("renewed")
    await registered(own)
    const before = await only("renewed")
    await at.connect("renewed", { CONTACTS: {} }, own.companyId)
    const after = await Synced.until(
      () => hooks("renewed"),
      (all) => all.length === 1 && all[0].id !== before.id
    )
    expect(after[0].url).not.toBe(before.url)
    expect(after[0].secret).not.toBe(before.secret)
    expect(await tell(before, [])).toBe(404)
    await registered(own)
    expect(await tell(after[0], [])).toBe(200)
  })

  it("go with their company, at the platform and here", async () => {
    const own = await connected("erased")
    await registered(own)
    await at.ok("DELETE", `/v3/core/companies/${own.companyId}`)
    expect(await hooks("erased")).toEqual([])
    expect(await row(own)).toBeUndefined()
  })

  it("are sealed where the rotation of keys looks, as everything is that is sealed", async () => {
    const columns = await at.rows<{ table: string; column: string }>(
      `select c.table_name as table, c.column_name as column from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.data_type = 'text' and t.table_type = 'BASE TABLE'`
    )
    const sealed: Array<string> = []
    for (const { column, table } of columns) {
      const [found] = await at.rows(`select 1 from ${table} where "${column}" like '{"v":1,"kid":%' limit 1`)
      if (found !== undefined) sealed.push(`${table}.${column}`)
    }
    const looked = places.map(([table, column]) => `${table}.${column}`)
    expect(sealed).toContain("subscription.sealed")
    expect(sealed.filter((one) => !looked.includes(one as never))).toEqual([])
  })

  it("never end for a refusal of the platform, which leaves the connection as it is", async () => {
    at.platform.rule(Sandbox.to("refuses", "webhookEndpoints", "POST"), Sandbox.status(403))
    const own = await at.connected("refuses", { CONTACTS: {} })
    const found = await Synced.until(
      () => row(own),
      (one) => one?.["state"] === "PARTIAL"
    )
    expect(found!["error"]).toContain("Forbidden")
    // It is looked at again, and not soon.
    expect(found!["look_at"].getTime() - Date.now()).toBeGreaterThan(3600_000)
    expect((await at.connection(own)).status).toBe("HEALTHY")
  })
})

describe("a process that is killed between the platform's answer and its own commit", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-subscriptions-"))
  const scope = Scope.makeUnsafe()
  let platform: Sandbox.UnrulySandbox
  let server: ServerProcess.ServerProcess | undefined
  beforeAll(async () => {
    platform = await Sandbox.start()
  })
  afterAll(async () => {
    await server?.kill()
    await platform.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(folder, { recursive: true, force: true })
  })

  it("leaves one webhook in the end, not two", async () => {
    // Where several processes are looked after, the jobs of a dead one are found within seconds.
    const database = await Effect.runPromise(Scope.provide(Postgres.database, scope))
    const env = {
      SVC_DATA_DIR: join(folder, "data"),
      DATABASE_URL: Redacted.value(database),
      SVC_SANDBOX_BASE_URL: platform.url,
      SVC_BASE_URL: "http://127.0.0.1:9"
    }
    server = await ServerProcess.start(env)
    // It has taken it, and the process never hears of that.
    const release = platform.rule(Sandbox.to("killed", "webhookEndpoints", "POST"), async (real) => {
      await real()
      return new Promise<never>(() => {})
    })
    const company = (await server.call("POST", "/v3/core/companies", { name: "Killed" })).body.data.svc_id
    const made = await server.call("POST", "/v3/core/connections", {
      company_id: company,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: "sandbox-killed" },
      sync_config: [{ data_model: "CONTACTS", enabled: true }]
    })
    expect(made.status).toBe(200)
    const hooks = () => platform.all("killed", "webhookEndpoints")
    const [orphan] = await ServerProcess.until(hooks, (all) => all.length === 1)
    await server.kill()
    release()
    server = await ServerProcess.start(env)
    const after = await ServerProcess.until(hooks, (all) => all.length === 1 && all[0].id !== orphan.id, 120)
    expect(after[0].url).toBe(orphan.url)
  })
})
