/**
 * One service with every platform that it is composed of connected at once, each to a stand-in that answers as its connector's
 * fixtures say: connect, sync, list with expansion, write, pass through, disconnect.
 */
import { Models, Writes } from "@svc/core"
import type { Subject } from "@svc/testkit"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connectors } from "../support/Loaded.ts"
import * as Service from "../support/Service.ts"
import * as StandIns from "../support/StandIns.ts"

/** What is created at it: the first that it takes. */
const created = [
  "CONTACTS",
  "ITEMS",
  "CRM_COMPANIES",
  "CRM_CONTACTS",
  "ECOMMERCE_CUSTOMERS",
  "PAYMENT_CUSTOMERS",
  "PAYMENT_ITEMS"
] as const

interface World {
  readonly subject: Subject
  readonly standIn: StandIns.StandIn
  readonly pair: StandIns.Pair
  readonly write: (typeof created)[number] | undefined
}
/** The platform of tests has a simulator of its own and all other tests. */
const platforms = connectors.filter(({ id }) => id !== "SVC_SANDBOX")
let service: Service.Service
const worlds = new Map<string, World>()
const connected = new Map<string, { readonly companyId: number; readonly connectionId: number }>()

const ok = async (method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await service.call(method, path, body)
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(200)
  return answer.body
}
/** Runs it for every platform at the same time, and tells all that fail. */
const everywhere = async (use: (world: World, id: string) => Promise<void>): Promise<void> => {
  const failed: Array<string> = []
  await Promise.all(
    [...worlds].map(([id, world]) =>
      use(world, id).catch((error: Error) => {
        const strays = world.standIn.platform.strays().slice(0, 3)
        failed.push([`${id}: ${error.message}`, ...strays.map((call) => `not known: ${call}`)].join("\n  "))
      })
    )
  )
  expect(failed).toEqual([])
}

beforeAll(async () => {
  const subjects = await StandIns.load()
  for (const connector of platforms) {
    // The sandbox of QuickBooks is QuickBooks at another address.
    const found = subjects.get(connector.id === "QUICKBOOKS_SANDBOX" ? "QUICKBOOKS" : connector.id)
    if (found === undefined) throw new Error(`${connector.id} has no suite`)
    const subject: Subject = { ...found, connector }
    const pair = StandIns.pairOf(subject)
    const write = created.find((model) => connector.writes[model]?.create !== undefined)
    const standIn = await StandIns.start(subject, [
      "check",
      pair[0],
      pair[1],
      ...(write === undefined ? [] : [`${write}.create`]),
      ...("disconnect" in subject.cases ? ["disconnect"] : [])
    ])
    worlds.set(connector.id, { subject, standIn, pair, write })
  }
  service = await Service.start(Object.assign({}, ...[...worlds.values()].map(({ standIn }) => standIn.environment)))
})
afterAll(async () => {
  await service?.stop()
  await Promise.all([...worlds.values()].map(({ standIn }) => standIn.close()))
})

describe("every platform at once", () => {
  it("is connected and synced, to exactly the records that its fixtures show", async () => {
    await everywhere(async ({ pair, subject }, id) => {
      const company = (await ok("POST", "/v3/core/companies", { name: id })).data.svc_id
      const { data } = await ok("POST", "/v3/core/connections", {
        company_id: company,
        integration_type: id,
        credentials: StandIns.credentialsOf(subject),
        settings: subject.settings,
        sync_config: [pair[0], pair[1]].map((data_model) => ({ data_model, enabled: true, sync_from: null }))
      })
      connected.set(id, { companyId: company, connectionId: data.svc_id })
      const [sync] = (await ok("GET", `/v3/core/syncs?limit=1000`)).data.filter(
        (one: any) => one.connection_id === data.svc_id
      )
      await Service.until(
        () => ok("GET", `/v3/core/syncs/${sync.svc_id}`),
        (body) => body.data.finished_at !== null
      )
      const { data: jobs } = await ok("GET", `/v3/core/syncs/${sync.svc_id}/jobs`)
      for (const job of jobs) expect(job, job.data_model).toMatchObject({ status: "SUCCESS" })
      for (const model of [pair[0], pair[1]]) {
        const { data: records } = await ok("GET", `${Models.get(model).path}?limit=1000&svc_company_id[eq]=${company}`)
        expect(records.map((record: any) => record.platform_id).toSorted(), model).toEqual(
          StandIns.dueOf(subject, model).toSorted()
        )
      }
    })
  })

  it("is listed with what its records refer to", async () => {
    let embedded = 0
    await everywhere(async ({ pair: [model, other, relation], subject }, id) => {
      if (relation === null) return
      const { companyId } = connected.get(id)!
      const { data } = await ok(
        "GET",
        `${Models.get(model).path}?limit=1000&expand=${relation}&svc_company_id[eq]=${companyId}`
      )
      const known = new Set((subject.cases[other]!.unified ?? []).map(({ platform_id }) => platform_id))
      for (const record of data) {
        const due = subject.cases[model]!.unified!.findLast(({ platform_id }) => platform_id === record.platform_id)
        const named = due![`${relation}_id`]
        const isThere = known.has(named)
        expect(record[relation]?.platform_id ?? null, `${relation} of ${record.platform_id}`).toBe(
          isThere ? named : null
        )
        if (isThere) embedded++
      }
    })
    expect(embedded).toBeGreaterThan(worlds.size)
  })

  it("is written to, where anything can be created at it", async () => {
    const silent: Array<string> = []
    await everywhere(async ({ subject, write }, id) => {
      if (write === undefined) {
        silent.push(id)
        return
      }
      const { companyId, connectionId } = connected.get(id)!
      const { input, results } = subject.cases[`${write}.create`]!
      const { data } = await ok("POST", Models.get(write).path, {
        company_id: companyId,
        connection_id: connectionId,
        data: input
      })
      expect(
        data.data.map((one: any) => (one.status === "success" ? one.response.platform_id : one.error.code))
      ).toEqual(
        results!.map((own) => ("record" in own ? own.record["platform_id"] : "error" in own ? own.error.code : null))
      )
    })
    const creates = ({ writes }: (typeof platforms)[number]) =>
      Writes.writeIds.some((model) => writes[model]?.create !== undefined)
    expect(silent.toSorted()).toEqual(
      platforms
        .filter((own) => !creates(own))
        .map(({ id }) => id)
        .toSorted()
    )
  })

  it("is passed through to", async () => {
    await everywhere(async ({ standIn, subject }, id) => {
      const { companyId, connectionId } = connected.get(id)!
      const { request, response } = subject.cases["check"]!.exchanges[0]!
      // Callers reach what is below the connector's own address.
      if (request.base !== undefined) return
      const { body, platform_status } = await ok("POST", "/passthrough", {
        company_id: companyId,
        connection_id: connectionId,
        data: {
          method: request.method ?? "GET",
          path: request.path,
          params: request.query,
          headers: Object.fromEntries(
            Object.entries(request.headers ?? {}).filter(([name]) => standIn.telling.includes(name.toLowerCase()))
          ),
          ...(request.body === undefined && request.text === undefined
            ? {}
            : { data: request.body ?? request.text!.join("") })
        }
      }).then(({ data, ...rest }) => ({ body: data, ...rest }))
      expect(platform_status).toBe(response.status ?? 200)
      // Other fixtures may answer the same question with less.
      const due = standIn.exchanges.filter((own) => own.request.path === request.path).map((own) => own.response.body)
      if (response.body !== undefined) expect(due).toContainEqual(body)
    })
  })

  it("is disconnected, and told so where it wants to know", async () => {
    await everywhere(async ({ standIn, subject }, id) => {
      const before = standIn.platform.calls.length
      await ok("POST", `/v3/core/connections/${connected.get(id)!.connectionId}/disconnect`)
      const due = subject.cases["disconnect"]?.exchanges.length ?? 0
      await Service.until(
        async () => standIn.platform.calls.length - before,
        (calls) => calls >= due
      )
      const { data } = await ok("GET", `/v3/core/connections/${connected.get(id)!.connectionId}`)
      expect(data.status).toBe("DISCONNECTED")
    })
  })
})
