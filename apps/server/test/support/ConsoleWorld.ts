/**
 * Two services to look at with the console: one as it is after a first start, with the data of the demo and a little that was
 * done to it, and one where much has gone wrong, each thing in the way that it goes wrong at a customer.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Figures } from "../../src/overview/Figures.ts"
import * as Receiver from "./Receiver.ts"
import * as Service from "./Service.ts"
import * as Synced from "./Synced.ts"
import * as Sandbox from "./UnrulySandbox.ts"

/** A key that may read, and no more. */
const readerOf = async (service: Service.Service): Promise<string> =>
  (await service.call("POST", "/v3/core/api_keys", { name: "Reader", scopes: ["read"] })).body.data.secret

/** The demo, with one record that was written and a webhook that was told of it. */
export const demo = async () => {
  const scope = Scope.makeUnsafe()
  const receiver = await Effect.runPromise(Scope.provide(Receiver.start, scope))
  const service = await Service.start({ SVC_XERO_CLIENT_SECRET: "planted-client-secret", SVC_XERO_CLIENT_ID: "xero" })
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const { companyId, connectionId } = await Service.connected(service, "Demo Ltd")
  const webhook = (
    await ok("POST", "/v3/core/webhooks", { name: "Books", type: "DATA_MODEL_CHANGES", url: receiver.url("/books") })
  ).data
  const write = (
    await ok("POST", "/accounting/contacts", {
      company_id: companyId,
      data: [{ name: "Ada Ltd", contact_type: "CUSTOMER" }]
    })
  ).data
  await Effect.runPromise(receiver.waitFor("/books", 1))
  const [sync] = (await ok("GET", "/v3/core/syncs?limit=1")).data
  const [contact] = (await ok("GET", "/v3/accounting/contacts?limit=1")).data
  const all = (await ok("GET", "/v3/core/integrations?limit=1000")).data as ReadonlyArray<any>
  return {
    service,
    url: service.url,
    reader: await readerOf(service),
    /** What is shown to nobody, and what is shown to those alone who may invite. */
    links: [] as ReadonlyArray<string>,
    secrets: [Service.apiKey, "planted-client-secret", String(webhook.secret), "sandbox-demo"],
    ids: {
      company: companyId as number | string,
      connection: connectionId as number | string,
      sync: sync.svc_id as number | string,
      model: "CONTACTS",
      record: contact.svc_id as number | string,
      write: write.upload_job_id as number | string,
      webhook: webhook.id as number | string,
      integration: all.find((one) => one.integration_type === "XERO").svc_id as number | string
    },
    stop: async () => {
      await service.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}

const says = (status: number, message: string) => Sandbox.status(status, {}, JSON.stringify({ error: { message } }))

/** Currencies of a platform, of which one cannot be read, and another not in all of its members. */
const currencies = () =>
  Response.json({
    items: [
      { id: "c1", code: "GLD", label: "Gold" },
      { id: "c2", code: {}, label: "Bad" },
      { id: "c3", code: "PRT", label: "Part", unitsPerBase: "n/a" }
    ],
    nextCursor: null,
    hasMore: false
  })

/**
 * Acme's invoices are not allowed to be read, and a write to it is refused; Bolt has to sign in again; Cargo was paused here,
 * Echo by its platform; of Delta an item could not be read; processes ended over Fox, and a job of it is poison; one
 * endpoint is dead, one is gone.
 */
export const failures = async () => {
  const scope = Scope.makeUnsafe()
  const receiver = await Effect.runPromise(Scope.provide(Receiver.start, scope))
  const world = await Synced.start("embedded", undefined, {
    SVC_KEEP_ALL_EVENTS: "1",
    SVC_XERO_CLIENT_ID: "xero",
    SVC_XERO_CLIENT_SECRET: "planted-client-secret"
  })
  const { ok, platform } = world
  const company = async (name: string, partner_id: string): Promise<number> =>
    (await ok("POST", "/v3/core/companies", { name, partner_id })).data.svc_id
  const webhook = async (name: string, path: string): Promise<any> =>
    (await ok("POST", "/v3/core/webhooks", { name, type: "SYNC_COMPLETED", url: receiver.url(path) })).data
  const paused = (own: Synced.Connected) =>
    Synced.until(
      () => world.connection(own),
      ({ sync_status }) => sync_status === "PAUSED"
    )

  receiver.answer("/dead", Receiver.status(500, {}, "out of order"))
  receiver.answer("/gone", Receiver.status(410))
  const dead = await webhook("Books", "/dead")
  await webhook("Archive", "/gone")

  // Mended by whoever looks after the platform: a test does that where it is time.
  const mendInvoices = platform.rule(Sandbox.to("acme", "invoices"), says(403, "This key may not read invoices."))
  const acme = await world.connected("acme", { CONTACTS: {}, INVOICES: {} }, await company("Acme Ltd", "acme-77"))
  platform.rule(Sandbox.to("acme", "contacts", "POST"), says(422, "No such kind."))
  const write = await ok("POST", "/accounting/contacts", {
    company_id: acme.companyId,
    data: [{ name: "Ada Ltd", contact_type: "CUSTOMER" }]
  })

  const bolt = await world.connected("bolt", { CONTACTS: {} }, await company("Bolt GmbH", "bolt-1"))
  const takeBack = platform.rule(({ tenant }) => tenant === "bolt", says(401, "This key was revoked."))
  await world.sync(bolt)
  takeBack()

  const cargo = await world.connected("cargo", { CONTACTS: {} }, await company("Cargo SA", "cargo-1"))
  await ok("POST", `/v3/core/connections/${cargo.connectionId}/pause`)

  const mendCurrencies = platform.rule(Sandbox.to("delta", "currencies"), currencies)
  const delta = await world.connected("delta", { CURRENCIES: {} }, await company("Delta BV", "delta-1"))

  platform.rule(Sandbox.to("echo", "contacts"), Sandbox.status(429, { "retry-after": "3600" }), 1)
  const echo = await world.connect("echo", { CONTACTS: {} }, await company("Echo Oy", "echo-1"))
  await paused(echo)

  // Three processes ended while they read a model of Fox: what they leave behind is a number with its job.
  platform.rule(Sandbox.to("fox", "contacts"), Sandbox.status(429, { "retry-after": "1" }), 1)
  const fox = await world.connect("fox", { CONTACTS: {} }, await company("Fox AG", "fox-1"))
  const [poisoned] = await world.syncs(fox)
  await paused(fox)
  await world.rows("update sync_job set deaths = 3 where sync_id = $1", [poisoned.svc_id])
  await world.ended(poisoned.svc_id)

  // What cannot be read is given up, and stays to be looked at.
  await world.rows(`insert into pgboss.job (name, data, group_id) values ('refetch', $1::text::jsonb, $2)`, [
    JSON.stringify({ connection_id: fox.connectionId, model: "CONTACTS", ids: "poison" }),
    String(fox.connectionId)
  ])
  await Synced.until(
    async () => (await ok("GET", "/v3/core/service/failed_jobs")).data as ReadonlyArray<any>,
    (all) => all.length > 0
  )

  const link = (
    await ok("POST", "/v3/core/invite_links", { company_name: "Gamma SA", integration_categories: ["ACCOUNTING"] })
  ).data
  await ok("POST", "/v3/core/api_keys", {
    name: "Left behind",
    scopes: ["read"],
    expires_at: new Date(Date.now() + 5 * 86_400_000).toISOString()
  })
  await Effect.runPromise(receiver.waitFor("/dead", 1))
  const [contact] = await world.list(acme, "accounting/contacts")
  const all = (await ok("GET", "/v3/core/integrations?limit=1000")).data as ReadonlyArray<any>
  const acmeSync = acme.sync.svc_id as number
  return {
    ...world,
    receiver,
    url: world.service.url,
    reader: await readerOf(world.service),
    links: [String(link.invite_link_id)],
    secrets: [
      Service.apiKey,
      "planted-client-secret",
      String(dead.secret),
      ...["acme", "bolt", "cargo", "delta", "echo", "fox"].map((tenant) => `sandbox-${tenant}`)
    ],
    ids: {
      company: acme.companyId as number | string,
      connection: delta.connectionId as number | string,
      sync: acmeSync as number | string,
      model: "CONTACTS",
      record: contact.svc_id as number | string,
      write: write.data.upload_job_id as number | string,
      webhook: dead.id as number | string,
      integration: all.find((one) => one.integration_type === "SVC_SANDBOX").svc_id as number | string
    },
    acme,
    bolt,
    cargo,
    delta,
    echo,
    fox,
    poisoned: poisoned.svc_id as number,
    mendInvoices,
    mendCurrencies,
    stop: async () => {
      await world.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}
/** Gives a world a day behind it, so that its plots are as those of a service that runs: what was counted now, hour by hour. */
export const lastDay = async ({ rows, service }: Failures): Promise<void> => {
  await service.run(Effect.flatMap(Figures, ({ flush }) => flush))
  await rows(
    `insert into figure as f (organisation_id, at, kind, name, done, failed, limited, milliseconds, longest, waited, created, updated)
     select organisation_id, at - make_interval(hours => h), kind, name, done * n,
       case kind when 'syncs' then failed * n / 9 else failed * n end, limited * n / 9,
       milliseconds * n * (7 + h % 4) / 12, longest, waited * n, created / 10 * n, n * 3
     from figure, generate_series(1, 23) h, lateral (select (6 + 4 * sin(h / 3.5) + h % 4)::bigint as n) s
     on conflict do nothing`
  )
}
export type Demo = Awaited<ReturnType<typeof demo>>
export type Failures = Awaited<ReturnType<typeof failures>>
