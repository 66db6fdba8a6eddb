/**
 * An installation on the embedded database is lost, and yesterday's copy of its folder put in its place, as the operator's
 * guide says: what it takes for still to be sent waits until somebody asks, and ids given away since are not given again.
 */
import { cpSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { svc } from "../support/Command.ts"
import * as Databases from "../support/Databases.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Sandbox from "../support/UnrulySandbox.ts"

describe("a restored installation", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-restore-"))
  const dataDir = join(folder, "data")
  const running = new Set<ServerProcess.ServerProcess>()
  const taken: Array<string> = []
  let isWell = false
  const endpoint = createServer((request, response) => {
    request.resume()
    response.statusCode = isWell ? 200 : 503
    if (isWell) taken.push(String(request.headers["webhook-id"]))
    response.end()
  })
  let platform: Sandbox.UnrulySandbox
  beforeAll(async () => {
    await Databases.prepareAt(dataDir)
    platform = await Sandbox.start()
    await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve))
  })
  afterAll(async () => {
    await Promise.all([...running].map(({ kill }) => kill()))
    await platform.close()
    endpoint.closeAllConnections()
    endpoint.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const started = async () => {
    const server = await ServerProcess.start({ SVC_DATA_DIR: dataDir, SVC_SANDBOX_BASE_URL: platform.url })
    running.add(server)
    return server
  }
  const stopped = async (server: ServerProcess.ServerProcess) => {
    running.delete(server)
    expect(await server.stop()).toBe(0)
  }
  const asked = async (server: ServerProcess.ServerProcess, method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }

  it("sends nothing a second time unless it is asked to", async () => {
    let server = await started()
    const { port } = endpoint.address() as AddressInfo
    const hook = { name: "hook", type: "CONNECTION_CHANGED", url: `http://127.0.0.1:${port}/` }
    const { id } = await asked(server, "POST", "/v3/core/webhooks", hook)
    const company: number = (await asked(server, "POST", "/v3/core/companies", { name: "Lost" })).svc_id
    await asked(server, "POST", "/v3/core/connections", {
      company_id: company,
      integration_type: "SVC_SANDBOX",
      credentials: { api_key: "sandbox-restored" },
      sync_config: [{ data_model: "CONTACTS", enabled: true }]
    })
    const deliveries = () => asked(server, "GET", `/v3/core/webhooks/${id}/deliveries?limit=100`)
    const [waiting] = await ServerProcess.until(deliveries, (all) => all.length > 0 && all[0].attempts > 0)
    // A platform that does not answer: the write is under way when the backup is made.
    const write = { company_id: company, data: [{ name: "Lost and found", contact_type: "VENDOR" }] }
    const answer = platform.rule(Sandbox.to("restored", "contacts", "POST"), () => new Promise(() => {}))
    const job = (await server.call("POST", "/accounting/contacts", write, { prefer: "respond-async" })).body.data
    await ServerProcess.until(
      async () => platform.seen("restored").filter(({ method }) => method === "POST").length,
      (count) => count === 1
    )
    await stopped(server)
    cpSync(dataDir, join(folder, "backup"), { recursive: true })

    answer()
    isWell = true
    server = await started()
    await asked(server, "POST", `/v3/core/deliveries/${waiting.id}/retry`)
    const uploaded = () => asked(server, "GET", `/v3/core/upload_jobs/${job.upload_job_id}`)
    await ServerProcess.until(uploaded, ({ status }) => status === "SUCCESS")
    await ServerProcess.until(
      async () => taken.length,
      (count) => count === 1
    )
    const since: number = (await asked(server, "POST", "/v3/core/companies", { name: "Of today" })).svc_id
    await stopped(server)

    rmSync(dataDir, { recursive: true })
    renameSync(join(folder, "backup"), dataDir)
    const writes = platform.seen("restored").filter(({ method }) => method === "POST").length
    const said = await svc(["restored"], { SVC_DATA_DIR: dataDir })
    expect(said.code, said.err).toBe(0)
    expect(said.out).toContain("1 deliveries and 1 upload jobs were open")
    server = await started()
    const [held] = await deliveries()
    expect(held).toMatchObject({ id: waiting.id, status: "FAILED" })
    expect(held.error).toContain("restored from a backup")
    const [item] = (await uploaded()).data
    expect(item).toMatchObject({ status: "failed", error: { code: "unknown-outcome" } })
    // The sync reads what was written since: nothing that the platform has is lost.
    await asked(server, "POST", "/v3/core/syncs", { company_id: company })
    await ServerProcess.until(
      () => asked(server, "GET", "/v3/accounting/contacts?limit=500"),
      (all) => all.some(({ name }: { name: string }) => name === "Lost and found")
    )
    expect((await asked(server, "POST", "/v3/core/companies", { name: "Of now" })).svc_id).toBeGreaterThan(since)
    expect(platform.seen("restored").filter(({ method }) => method === "POST")).toHaveLength(writes)
    expect(taken).toHaveLength(1)
    const [act] = await asked(server, "GET", "/v3/core/audit_events?limit=1000").then((all) =>
      all.filter(({ action }: { action: string }) => action === "INSTALLATION_RESTORED")
    )
    expect(act).toMatchObject({ actor_type: "OPERATOR", details: { deliveries: 1, uploads: 1 } })
    // Asked to, it sends the same message once more.
    await asked(server, "POST", `/v3/core/deliveries/${waiting.id}/retry`)
    await ServerProcess.until(
      async () => taken.length,
      (count) => count === 2
    )
    expect(taken[1]).toBe(taken[0])
    await stopped(server)
  })
})
