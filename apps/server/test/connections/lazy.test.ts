/** Connectors that are loaded when they are first needed: which, when, and what becomes of those that cannot be. */
import { Page } from "@svc/core"
import { execFile } from "node:child_process"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { connectors } from "../../src/connectors.ts"
import { isLazy, type Lazy, lazy } from "../../src/LazyConnector.ts"
import * as Service from "../support/Service.ts"
import * as SmallConnector from "../support/SmallConnector.ts"

const small = (id: string) =>
  SmallConnector.make(id, {
    limits: SmallConnector.unlimited,
    reads: { CURRENCIES: SmallConnector.currencies(Page.single) }
  })
/** Which were loaded, in their order. */
const loads: Array<string> = []
const counted = (id: string): Lazy =>
  lazy(id, "ACCOUNTING", async () => {
    loads.push(id)
    return small(id)
  })
const broken = {
  TEST_GONE: {
    ...counted("TEST_GONE"),
    load: () => Promise.reject(new Error("Cannot find package '@test/gone'"))
  },
  TEST_STOOD_IN: { ...counted("TEST_STOOD_IN"), load: async () => small("TEST_ANOTHER") },
  TEST_MISPLACED: lazy("TEST_MISPLACED", "CRM", async () => small("TEST_MISPLACED")),
  TEST_OUTDATED: {
    ...counted("TEST_OUTDATED"),
    load: async () => ({ ...small("TEST_OUTDATED"), contract: 1 as never })
  }
} satisfies Record<string, Lazy>

let service: Service.Service
let company: number
const platform = createServer((_, response) => response.end('{"data":[]}'))
const logged: Array<string> = []

const ok = async (method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await service.call(method, path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const connect = (integration_type: string) =>
  service.call("POST", "/v3/core/connections", {
    company_id: company,
    integration_type,
    credentials: { api_key: "key" }
  })

beforeAll(async () => {
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
  vi.spyOn(console, "log").mockImplementation((...said) => void logged.push(said.join(" ")))
  service = await Service.start(
    {
      SVC_TEST_FIRST_BASE_URL: url,
      SVC_TEST_GONE_BASE_URL: url,
      SVC_TEST_SECOND_BASE_URL: url,
      SVC_TEST_GIVEN_BASE_URL: url,
      SVC_LOG_LEVEL: "error"
    },
    { connectors: [counted("TEST_FIRST"), ...Object.values(broken), counted("TEST_SECOND"), small("TEST_GIVEN")] }
  )
  company = (await ok("POST", "/v3/core/companies", { name: "Ada" })).svc_id
})
afterAll(async () => {
  vi.restoreAllMocks()
  await service?.stop()
  platform.close()
})

describe("a connector that is loaded when it is first needed", () => {
  it("is not, while only its id and its category are asked for", async () => {
    const integrations = await ok("GET", "/v3/core/integrations?limit=100")
    expect(integrations.map((own: any) => own.integration_type)).toContain("TEST_SECOND")
    await ok("POST", "/v3/core/invite_links", { integration_categories: ["ACCOUNTING"], company_id: company })
    expect((await connect("TEST_GIVEN")).status).toBe(200)
    expect(loads).toEqual([])
  })

  it("is loaded once for all who need it, and no other with it", async () => {
    const answers = await Promise.all([connect("TEST_FIRST"), connect("TEST_FIRST"), connect("TEST_FIRST")])
    expect(answers.map(({ status }) => status)).toContain(200)
    const [link] = await ok("GET", "/v3/core/invite_links")
    expect(link.connections.map((own: any) => own.rate_limits.maxLimits.concurrent)).toEqual([64, 64])
    expect(loads).toEqual(["TEST_FIRST"])
  })

  it.each(Object.keys(broken))("is named where it cannot be: %s", async (id) => {
    for (let time = 0; time < 2; time++) {
      const { body, status } = await connect(id)
      expect(status).toBe(503)
      expect(body.error).toMatchObject({ code: "platform-unavailable", field: "integration_type" })
      expect(body.error.message).toContain(`The connector ${id} cannot be loaded here`)
      expect(body.error.message).not.toContain("@test/gone")
    }
    // Once, however often it was asked for.
    expect(logged.filter((line) => line.includes(`The connector ${id} cannot be loaded.`))).toHaveLength(1)
  })

  it("does not keep the others from being shown and offered", async () => {
    expect(logged.join("\n")).toContain("Cannot find package '@test/gone'")
    const shown = await ok("GET", "/v3/core/capabilities")
    expect(shown.map((own: any) => own.integration_type)).toEqual(["TEST_FIRST", "TEST_SECOND", "TEST_GIVEN"])
    const { url } = await ok("POST", "/v3/core/invite_links", {
      integration_categories: ["ACCOUNTING"],
      company_id: company
    })
    const page = await (await fetch(url)).text()
    for (const id of ["TEST_FIRST", "TEST_SECOND", "TEST_GIVEN"]) expect(page).toContain(id)
    expect(page).not.toContain("TEST_GONE")
    expect(loads).toEqual(["TEST_FIRST", "TEST_SECOND"])
  })

  it("is asked for again after it could not be loaded", async () => {
    broken.TEST_GONE.load = async () => small("TEST_GONE") as never
    expect((await connect("TEST_GONE")).status).toBe(200)
  })
})

describe("the connectors of this server", () => {
  it("are all loaded later, and what is loaded is what was composed", async () => {
    for (const own of connectors) {
      expect(isLazy(own), own.id).toBe(true)
      const { category, id } = await (own as Lazy).load()
      expect({ category, id }).toEqual({ category: own.category, id: own.id })
    }
  })

  // Other files import none of them: lint sees to that.
  it("have no module loaded before", async () => {
    const program = `
      import { registerHooks } from "node:module"
      registerHooks({ resolve: (name, context, next) => {
        const found = next(name, context)
        if (found.url.includes("/packages/connectors/")) process.stdout.write(found.url + " ")
        return found
      } })
      const { connectors } = await import(${JSON.stringify(new URL("../../src/connectors.ts", import.meta.url).href)})
      process.stdout.write(connectors.length + " composed")`
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program])
    expect(stdout).toBe(`${connectors.length} composed`)
  })
})
