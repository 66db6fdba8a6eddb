/** Changes as they happen: who is told of what, in which process it was, how somebody goes on, and how little one can hold up. */
import { makeClient } from "@svc/client"
import * as InEffect from "@svc/client/effect"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Net from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MOST } from "../../src/changes/Changes.ts"
import { Room } from "../../src/http/Room.ts"
import * as Postgres from "../support/Postgres.ts"
import * as Service from "../support/Service.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Databases from "../support/Databases.ts"

interface Heard {
  readonly id: string | null
  readonly change: any
}
const path = "/v3/core/changes"

/** A stream of a service, event by event. */
const follow = async (url: string, headers: Readonly<Record<string, string>> = { api_key: Service.apiKey }) => {
  const controller = new AbortController()
  const answer = await fetch(`${url}${path}`, { headers, signal: controller.signal })
  if (answer.status !== 200) {
    return { answer, body: (await answer.json()) as any, next: undefined as never, close: () => {} }
  }
  const events = (async function* (): AsyncGenerator<Heard> {
    let rest = ""
    for await (const bytes of answer.body!.pipeThrough(
      new TextDecoderStream() as any
    ) as any as AsyncIterable<string>) {
      const parts = (rest + bytes).split("\n\n")
      rest = parts.pop()!
      for (const part of parts) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(part)?.[1] ?? null
        const data = field("data")
        if (data !== null) expect(field("event")).toBe("change")
        if (field("id") !== null) yield { id: field("id"), change: data === null ? null : JSON.parse(data) }
      }
    }
  })()
  return {
    answer,
    body: undefined,
    /** The first event that is as wanted, or null where the stream ends before. */
    next: async (wanted: (heard: Heard) => boolean = () => true): Promise<Heard | null> => {
      for (;;) {
        const { done, value } = await events.next()
        if (done === true) return null
        if (wanted(value)) return value
      }
    },
    close: () => controller.abort()
  }
}
type Followed = Awaited<ReturnType<typeof follow>>
const of = (type: string, id?: unknown) => (heard: Heard) =>
  heard.change?.type === type && (id === undefined || heard.change.id === String(id))

const rows = (service: Service.Service, text: string, params: ReadonlyArray<unknown> = []) =>
  service.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<any>(text, params)))
const held = (service: Service.Service) =>
  service.run(
    Effect.map(Effect.serviceOption(Room), (found) => {
      const room = (found as any).value as Room["Service"]
      return [room.streams.held(), room.streamsOfKeys.held()]
    })
  )
const keyOf = async (service: Service.Service, body: object): Promise<any> =>
  (await service.call("POST", "/v3/core/api_keys", body)).body.data

/** A receiver of webhooks that takes everything. */
const receiver = async (): Promise<{ readonly url: string; readonly server: Server }> => {
  const server = createServer((request, response) => {
    request.resume()
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}

describe.each(["embedded", "PostgreSQL"] as const)("%s", (database) => {
  const scope = Scope.makeUnsafe()
  let service: Service.Service
  /** Where the changes are followed: another process of the same database, where there can be one. */
  let other: Service.Service
  let target: Awaited<ReturnType<typeof Service.connected>>
  beforeAll(async () => {
    const url =
      database === "embedded"
        ? undefined
        : Redacted.value(await Effect.runPromise(Scope.provide(Postgres.database, scope)))
    service = await Service.start(url === undefined ? {} : { DATABASE_URL: url })
    other =
      url === undefined
        ? service
        : await Service.start({ DATABASE_URL: url, SVC_ROLE: "api" }, { dataDir: service.dataDir })
    target = await Service.connected(service)
  })
  afterAll(async () => {
    if (other !== service) await other?.stop()
    await service?.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("tells of a sync while it runs and when it has ended, and of its connection", async () => {
    const stream = await follow(other.url)
    expect(stream.answer.headers.get("content-type")).toBe("text/event-stream")
    expect((await stream.next())!.change).toMatchObject({ type: "EVERYTHING", id: null, company_id: null })
    const { body } = await service.call("POST", "/v3/core/syncs", {
      company_id: target.companyId,
      connection_id: target.connectionId,
      full_sync: true
    })
    const id = body.data.svc_id
    const ended = (await stream.next((heard) => of("SYNC", id)(heard) && heard.change.status === "SUCCESS"))!
    const { data } = (await service.call("GET", `/v3/core/syncs/${id}/jobs?limit=1000`)).body
    expect(ended.change).toMatchObject({
      company_id: target.companyId,
      connection_id: target.connectionId,
      records_read: data.reduce((sum: number, job: any) => sum + job.records_read, 0)
    })
    expect(ended.change.records_read).toBeGreaterThan(0)
    await service.call("POST", `/v3/core/connections/${target.connectionId}/pause`)
    expect((await stream.next(of("CONNECTION", target.connectionId)))!.change.status).toBe("HEALTHY")
    await service.call("POST", `/v3/core/connections/${target.connectionId}/resume`)
    stream.close()
  })

  it("tells of writes, and of deliveries to who may see webhooks", async () => {
    const { server, url } = await receiver()
    const webhook = await service.call("POST", "/v3/core/webhooks", {
      name: "all",
      type: "SYNC_COMPLETED",
      url,
      headers: {},
      operations: [],
      data_models: []
    })
    expect(webhook.status).toBe(200)
    const stranger = (await service.call("POST", "/v3/core/companies", { name: "Bolt" })).body.data.svc_id
    const keys = [
      await keyOf(service, { name: "its own", scopes: ["read"], company_id: target.companyId }),
      await keyOf(service, { name: "another", scopes: ["read"], company_id: stranger })
    ]
    const stream = await follow(other.url)
    const own = await follow(other.url, { api_key: keys[0].secret })
    const foreign = await follow(other.url, { api_key: keys[1].secret })
    for (const one of [stream, own, foreign]) await one.next(of("EVERYTHING"))
    const written = await service.call("POST", "/v3/accounting/contacts", {
      company_id: target.companyId,
      data: [{ name: "Told of", contact_type: "CUSTOMER" }]
    })
    const id = written.body.data.upload_job_id
    const isDone = (heard: Heard) => of("UPLOAD_JOB", id)(heard) && heard.change.status === "SUCCESS"
    expect((await stream.next(isDone))!.change.company_id).toBe(target.companyId)
    await own.next(isDone)
    await stream.next(of("DELIVERIES", webhook.body.data.id))
    // Whatever else there is to tell them is told before a heartbeat.
    const heard: Array<string> = []
    await own.next(({ change }) => {
      if (change !== null) heard.push(change.type)
      return change === null
    })
    expect(heard).not.toContain("DELIVERIES")
    expect((await foreign.next())!.change).toBeNull()
    for (const one of [stream, own, foreign]) one.close()
    server.close()
    await service.call("DELETE", `/v3/core/webhooks/${webhook.body.data.id}`)
  })

  it("goes on after the last event that came, in another process too, and says where it cannot", async () => {
    const first = await follow(service.url)
    const { id } = (await first.next())!
    first.close()
    await service.call("POST", `/v3/core/connections/${target.connectionId}/pause`)
    const goOn = (last: string) => follow(other.url, { api_key: Service.apiKey, "last-event-id": last })
    const second = await goOn(id!)
    const heard = (await second.next())!
    expect(heard.change).toMatchObject({ type: "CONNECTION", id: String(target.connectionId) })
    expect(Number(heard.id)).toBeGreaterThan(Number(id))
    second.close()
    await service.call("POST", `/v3/core/connections/${target.connectionId}/resume`)
    const now = Number(id)
    for (const wrong of [
      "0",
      String(now - 3_600_000),
      String(now + 3_600_000),
      "-1",
      "x".repeat(1000),
      "9".repeat(15)
    ]) {
      const anew = await goOn(wrong)
      expect([wrong, (await anew.next())!.change.type]).toEqual([wrong, "EVERYTHING"])
      anew.close()
    }
  })

  it("tells of more than is told one by one as of everything, and holds no more for who is slow", async () => {
    const many = `insert into upload_job (id, organisation_id, company_id, connection_id, data_model, operation, status, request_id)
      select 'many-' || $4::text || i, (select organisation_id from company where id = $1::bigint), $1::bigint, $2::bigint,
        'CONTACTS', 'create', 'SUCCESS', 'r' from generate_series(1, $3::int) i`
    const stream = await follow(other.url)
    await stream.next(of("EVERYTHING"))
    await rows(service, many, [target.companyId, target.connectionId, MOST + 1, "a"])
    const heard = (await stream.next(({ change }) => change !== null && change.type !== "CONNECTION"))!
    expect(heard.change.type).toBe("EVERYTHING")
    await rows(service, "delete from upload_job where id like 'many-%'")
    // Of no kind more than is told, and of all together more than is kept for one who has not taken them yet.
    const few = Math.ceil(MOST / 2) + 1
    const anew = await follow(other.url)
    await anew.next(of("EVERYTHING"))
    await rows(
      service,
      `with jobs as (${many.replaceAll("$3::int", String(few))})
       insert into sync (organisation_id, company_id, connection_id, status, full_sync, trigger, data_models, finished_at)
       select (select organisation_id from company where id = $1::bigint), $1::bigint, $2::bigint, 'SUCCESS', false, 'API',
         '{}', now() from generate_series(1, $3::int)`,
      [target.companyId, target.connectionId, few, "b"]
    )
    const all = (await anew.next(({ change }) => change !== null && change.type !== "CONNECTION"))!
    expect(all.change.type).toBe("EVERYTHING")
    for (const one of [stream, anew]) one.close()
    await rows(service, "delete from upload_job where id like 'many-%'")
    await rows(service, "delete from sync where data_models = '{}'")
  })

  it("ends with its key and with its session, and gives back what it held", async () => {
    const key = await keyOf(service, { name: "short", scopes: ["read"] })
    const signedIn = await fetch(`${service.url}/v3/core/sessions`, {
      method: "POST",
      headers: { api_key: Service.apiKey }
    })
    const cookie = signedIn.headers.getSetCookie()[0]!.split(";")[0]!
    const session = ((await signedIn.json()) as any).data.svc_id
    const byKey = await follow(other.url, { api_key: key.secret })
    const bySession = await follow(other.url, { cookie, "sec-fetch-site": "same-origin" })
    expect(await held(other)).toEqual([2, 2])
    await service.call("DELETE", `/v3/core/sessions/${session}`)
    expect(await bySession.next(() => false)).toBeNull()
    await service.call("DELETE", `/v3/core/api_keys/${key.svc_id}`)
    expect(await byKey.next(() => false)).toBeNull()
    await Service.until(
      () => held(other),
      ([all]) => all === 0,
      5
    )
    expect(await held(other)).toEqual([0, 0])
    const refused = await follow(other.url, { api_key: key.secret })
    expect(refused.answer.status).toBe(401)
  })

  it("is followed by the client, which goes on where a connection breaks", async () => {
    const sockets = new Set<Net.Socket>()
    const { hostname, port } = new URL(other.url)
    const proxy = Net.createServer((socket) => {
      const up = Net.connect(Number(port), hostname)
      sockets.add(socket)
      for (const [from, to] of [
        [socket, up],
        [up, socket]
      ] as const) {
        from.pipe(to)
        from.on("error", () => to.destroy())
        from.on("close", () => to.destroy())
      }
    })
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
    const client = makeClient({
      url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      apiKey: Service.apiKey
    })
    const end = new AbortController()
    const changes = client.changes({ signal: end.signal })[Symbol.asyncIterator]()
    expect((await changes.next()).value.type).toBe("EVERYTHING")
    const next = changes.next()
    for (const socket of sockets) socket.destroy()
    await service.call("POST", `/v3/core/connections/${target.connectionId}/pause`)
    expect((await next).value).toMatchObject({ type: "CONNECTION", id: String(target.connectionId) })
    await service.call("POST", `/v3/core/connections/${target.connectionId}/resume`)
    end.abort(new Error("enough"))
    await expect(changes.next().then(() => changes.next())).rejects.toThrow("enough")
    proxy.close()
    const inEffect = InEffect.makeClient({ url: other.url, apiKey: Service.apiKey })
    const [first] = await Effect.runPromise(Stream.runCollect(Stream.take(inEffect.changes, 1)))
    expect(first!.type).toBe("EVERYTHING")
    await Service.until(
      () => held(other),
      ([all]) => all === 0,
      5
    )
  })
})

describe("limits", () => {
  let service: Service.Service
  beforeAll(async () => {
    service = await Service.start({
      SVC_MAX_CHANGE_STREAMS: "4",
      SVC_MAX_CHANGE_STREAMS_PER_KEY: "2",
      SVC_SEND_SECONDS: "2"
    })
  })
  afterAll(() => service.stop())

  it("refuse more streams of a key, of an organisation, and give place again", async () => {
    const keys = [
      await keyOf(service, { name: "one", scopes: ["read"] }),
      await keyOf(service, { name: "two", scopes: ["read"] })
    ]
    const open: Array<Followed> = []
    for (const key of [keys[0], keys[0], keys[1]]) open.push(await follow(service.url, { api_key: key.secret }))
    expect(open.map(({ answer }) => answer.status)).toEqual([200, 200, 200])
    const ofKey = await follow(service.url, { api_key: keys[0].secret })
    expect(ofKey.answer.status).toBe(503)
    expect(ofKey.answer.headers.get("retry-after")).toBe("1")
    open[0]!.close()
    await Service.until(
      () => held(service),
      ([all]) => all === 2,
      5
    )
    for (const key of [keys[1]]) open.push(await follow(service.url, { api_key: key.secret }))
    const ofAll = await follow(service.url)
    expect([ofAll.answer.status, ofAll.body.error.message]).toEqual([
      503,
      "Too many streams of changes are open: at most 3 (SVC_MAX_ORGANISATION_PERCENT) at once. Try again."
    ])
    for (const one of open) one.close()
    await Service.until(
      () => held(service),
      ([all, each]) => all === 0 && each === 0,
      5
    )
    const ofOne = [
      await follow(service.url, { api_key: keys[0].secret }),
      await follow(service.url, { api_key: keys[0].secret })
    ]
    const third = await follow(service.url, { api_key: keys[0].secret })
    expect([third.answer.status, third.body.error.message]).toEqual([
      503,
      "Too many streams of changes are open with this key: at most 2 (SVC_MAX_CHANGE_STREAMS_PER_KEY) at once. Try again."
    ])
    for (const one of ofOne) one.close()
    await Service.until(
      () => held(service),
      ([all]) => all === 0,
      5
    )
  })

  it("answers HEAD without a stream, takes no parameters, and compresses nothing", async () => {
    expect((await service.call("HEAD", path)).status).toBe(200)
    expect((await service.call("GET", `${path}?company_id=1`)).status).toBe(400)
    expect(await held(service)).toEqual([0, 0])
    const stream = await follow(service.url, { api_key: Service.apiKey, "accept-encoding": "zstd, br, gzip" })
    expect(stream.answer.headers.get("content-encoding")).toBeNull()
    expect(stream.answer.headers.get("cache-control")).toBe("no-store")
    stream.close()
  })
})

it("ends when the process stops, which does not wait for it", async () => {
  const scope = Scope.makeUnsafe()
  const dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
  const server = await ServerProcess.start({ SVC_DATA_DIR: dataDir, SVC_DEMO: "0" })
  const stream = await follow(server.url, { api_key: ServerProcess.apiKey })
  await stream.next(of("EVERYTHING"))
  const begun = Date.now()
  const stopped = server.stop()
  expect(await stream.next(() => false)).toBeNull()
  expect(await stopped).toBe(0)
  expect(Date.now() - begun).toBeLessThan(8000)
  await Effect.runPromise(Scope.close(scope, Exit.void))
})
