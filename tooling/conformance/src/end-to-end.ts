/**
 * The whole service against the stand-in of a platform, over HTTP alone: a server of its own in an empty data folder, a
 * connection made through the pages of an invite link, a sync, a list with expanded relations, a purchase order, an updated
 * invoice, a call passed through. `node tooling/conformance/src/end-to-end.ts <folder of Xero's description>`.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import * as Browser from "./Browser.ts"
import { seeded } from "./profiles/xero-behaviour.ts"
import { profiles } from "./profiles.ts"
import { type StandIn, standIn } from "./StandIn.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const apiKey = "end-to-end-key-of-nobody-0001"

export interface Outcome {
  readonly step: string
  /** Null when it went well. */
  readonly fault: string | null
  readonly seen: string
}

type Json = Record<string, any>

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

const expect = (condition: unknown, message: string): void => {
  if (!condition) throw new Error(message)
}
const short = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}

/** Polls every `every` milliseconds: these are other processes, and the interface has no event a caller could await. */
const until = async <A>(what: string, seconds: number, ask: () => Promise<A | null>, every = 200): Promise<A> => {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const found = await ask()
    if (found !== null) return found
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await new Promise((done) => setTimeout(done, every))
  }
}

interface Server {
  readonly url: string
  readonly process: ChildProcess
  readonly output: () => string
}

const start = async (platform: StandIn, dataDir: string): Promise<Server> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ["apps/server/src/main.ts"], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      PORT: String(port),
      HOST: "127.0.0.1",
      SVC_BASE_URL: url,
      SVC_DATA_DIR: dataDir,
      SVC_API_KEY: apiKey,
      SVC_DEMO: "0",
      SVC_XERO_BASE_URL: platform.url,
      SVC_XERO_AUTHORIZE_URL: platform.authorizeUrl,
      SVC_XERO_TOKEN_URL: platform.tokenUrl
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-20_000)
    })
  }
  await until("the server is ready", 60, async () => {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    await answer?.body?.cancel()
    return answer?.ok === true ? true : null
  })
  return { url, process: child, output: () => output }
}

const stop = async (server: Server): Promise<number | null> => {
  if (server.process.exitCode !== null) return server.process.exitCode
  const ended = once(server.process, "exit")
  server.process.kill("SIGTERM")
  const late = setTimeout(() => server.process.kill("SIGKILL"), 30_000)
  await ended
  clearTimeout(late)
  return server.process.exitCode
}

/** Runs all steps; the first fault ends the run. */
export const run = async (platform: StandIn): Promise<ReadonlyArray<Outcome>> => {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-end-to-end-"))
  const outcomes: Array<Outcome> = []
  let server: Server | null = null

  const api = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(server!.url + path, {
      method,
      headers: { api_key: apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${short(text)}`)
    return JSON.parse(text) as Json
  }
  const step = async <A>(name: string, action: () => Promise<readonly [A, string]>): Promise<A> => {
    try {
      const [value, seen] = await action()
      outcomes.push({ step: name, fault: null, seen })
      return value
    } catch (error) {
      outcomes.push({ step: name, fault: error instanceof Error ? error.message : String(error), seen: "" })
      throw error
    }
  }
  const records = async (model: string, company: number, query = "") =>
    (await api("GET", `/v3/accounting/${model}?svc_company_id[eq]=${company}&limit=1000${query}`))[
      "data"
    ] as Array<Json>

  try {
    await step("start the server", async () => {
      server = await start(platform, dataDir)
      return [null, server.url] as const
    })

    await step("give the integration its client", async () => {
      const { data } = await api("GET", "/v3/core/integrations?limit=1000")
      const own = (data as Array<Json>).find(({ integration_type }) => integration_type === "XERO")
      expect(own, "no integration XERO is listed")
      const answer = await api("PUT", `/integrations/${own!["svc_id"]}`, {
        client_id: platform.clientId,
        client_secret: platform.clientSecret,
        is_disabled: false
      })
      expect(answer["data"].client_id === platform.clientId, `client_id is ${short(answer)}`)
      expect(typeof answer["request_id"] === "string", "the answer has no request_id")
      return [null, `integration ${own!["svc_id"]}`] as const
    })

    const link = await step("make an invite link", async () => {
      const { data } = await api("POST", "/v3/core/invite_links", {
        integration_categories: ["ACCOUNTING"],
        integrations: ["XERO"],
        company_name: "Harbour Paper"
      })
      expect(data.invite_link_id && data.company?.svc_id, `the invite link is ${short(data)}`)
      expect(data.url === `${server!.url}/connect/${data.invite_link_id}`, `its url is ${data.url}`)
      return [data as Json, data.url as string] as const
    })
    const company = link["company"].svc_id as number

    const connection = await step("connect through its pages", async () => {
      const browser = Browser.make()
      const end = await walk(browser, link["url"], async () => (await healthy(api, company)) !== null)
      const own = await healthy(api, company)
      expect(
        own,
        `no healthy connection; the last page (${end.status} ${end.url.href}) says: ${short(Browser.readable(end))}`
      )
      expect(
        browser.visited.some((url) => url.startsWith(platform.authorizeUrl)),
        "the user was never sent to the platform"
      )
      return [own!, `connection ${own!["svc_id"]} after ${browser.visited.length} pages`] as const
    })

    await step("sync", async () => {
      const { data } = await api("POST", "/v3/core/syncs", { company_id: company, full_sync: true }).catch(
        async (error) => {
          // The first sync, which the connection itself started, may still run.
          const running = await api("GET", "/v3/core/syncs")
          if (running["data"].length === 0) throw error
          return { data: running["data"][0] }
        }
      )
      const done = await until("the sync ends", 300, async () => {
        const { data: now } = await api("GET", `/v3/core/syncs/${data.svc_id}`)
        return ["CREATED", "RUNNING"].includes(now.status) ? null : (now as Json)
      })
      const jobs = (await api("GET", `/v3/core/syncs/${data.svc_id}/jobs?limit=1000`))["data"] as Array<Json>
      const wrong = jobs.filter(({ status }) => status !== "SUCCESS")
      expect(done["status"] === "SUCCESS", `the sync is ${short(done)}; ${short(wrong)}`)
      const read = jobs.reduce((total, job) => total + job["records_read"], 0)
      const refused = jobs.reduce((total, job) => total + job["records_refused"], 0)
      return [null, `${jobs.length} data models, ${read} records read, ${refused} refused`] as const
    })

    await step("list expenses with their relations", async () => {
      const list = await records("expenses", company, "&expand=account,contact,line_items")
      const own = list.find(({ platform_id }) => platform_id === seeded.expense)
      expect(own, `the seeded expense is not among ${list.length}`)
      expect(own!["contact"]?.name === "Harbour Paper Ltd", `its contact is ${short(own!["contact"])}`)
      expect(own!["account"]?.name === "Current account", `its account is ${short(own!["account"])}`)
      const [line] = own!["line_items"]
      expect(own!["line_items"].length === 1 && line.quantity === 10, `its lines are ${short(own!["line_items"])}`)
      expect(line.account?.name === "Stationery", `the account of its line is ${short(line.account)}`)
      expect(own!["total_amount"] === 54 && own!["tax_amount"] === 9, `its amounts are ${short(own)}`)
      return [null, `${list.length} expenses`] as const
    })

    await step("tell invoices from bills", async () => {
      const invoices = (await records("invoices", company)).map(({ platform_id }) => platform_id)
      const bills = (await records("bills", company)).map(({ platform_id }) => platform_id)
      expect(invoices.includes(seeded.invoice) && !invoices.includes(seeded.bill), `invoices are ${short(invoices)}`)
      expect(bills.includes(seeded.bill) && !bills.includes(seeded.invoice), `bills are ${short(bills)}`)
      return [null, `${invoices.length} invoices, ${bills.length} bills`] as const
    })

    await step("create a purchase order, once", async () => {
      const body = {
        company_id: company,
        data: [
          {
            contact_id: seeded.contact,
            document_number: "PO-E2E",
            currency_id: "NZD",
            posted_date: "2026-03-02T00:00:00Z",
            line_items: [
              {
                account_id: seeded.stationery,
                item_id: seeded.item,
                tax_id: seeded.taxType,
                description: "Reams",
                quantity: 3,
                unit_amount: 4
              }
            ]
          },
          { contact_id: seeded.contact, line_items: [{ quantity: "three" }] }
        ]
      }
      const key = { "idempotency-key": "end-to-end-1" }
      const { data } = await api("POST", "/accounting/purchase_orders", body, key)
      expect(data.data.length === 2, `the results are ${short(data)}`)
      const [first, second] = data.data
      expect(first.status === "success" && first.error === null, `the first item is ${short(first)}`)
      expect(first.response.document_number === "PO-E2E" && first.response.sub_total === 12, short(first.response))
      expect(
        second.status === "failed" && second.error.code === "invalid-params",
        `the faulty item is ${short(second)}`
      )
      const again = await api("POST", "/accounting/purchase_orders", body, key)
      expect(again["data"].upload_job_id === data.upload_job_id, "the same key made another job")
      const made = platform
        .items("/PurchaseOrders")
        .filter(({ PurchaseOrderNumber }) => PurchaseOrderNumber === "PO-E2E")
      expect(made.length === 1, `the platform holds ${made.length} of it`)
      const listed = (await records("purchase_orders", company)).filter(
        ({ document_number }) => document_number === "PO-E2E"
      )
      expect(listed.length === 1, `the list holds ${listed.length} of it`)
      return [null, `job ${data.upload_job_id} ${data.status}, ${first.response.platform_id}`] as const
    })

    await step("update an invoice", async () => {
      const { data } = await api("PUT", "/v3/accounting/invoices", {
        company_id: company,
        data: [{ platform_id: seeded.invoice, memo: "Order 12, paid late", due_date: "2026-02-20" }]
      })
      expect(data.platform_id === seeded.invoice && data.memo === "Order 12, paid late", `the answer is ${short(data)}`)
      expect(String(data.due_date).startsWith("2026-02-20"), `due_date is ${data.due_date}`)
      expect(data.line_items.length === 1 && data.total_amount === 54, `what was not sent changed: ${short(data)}`)
      const held = platform.items("/Invoices").find(({ InvoiceID }) => InvoiceID === seeded.invoice)
      expect(held?.["Reference"] === "Order 12, paid late", `the platform holds ${short(held?.["Reference"])}`)
      return [null, `${data.document_number} ${data.status}`] as const
    })

    await step("pass a call through", async () => {
      const answer = await api("POST", "/passthrough", {
        company_id: company,
        data: { method: "GET", path: "/Organisation", headers: {}, params: {}, data: {} }
      })
      expect(answer["platform_status"] === 200, `the platform's status is ${answer["platform_status"]}`)
      expect(Array.isArray(answer["data"]?.Organisations), `the answer is ${short(answer["data"])}`)
      return [null, `organisation ${answer["data"].Organisations[0]?.Name}`] as const
    })

    await step("go on after the tokens ended", async () => {
      platform.expireTokens()
      const answer = await api("POST", "/passthrough", {
        company_id: company,
        connection_id: connection["svc_id"],
        data: { method: "GET", path: "/Currencies" }
      })
      expect(answer["platform_status"] === 200, `the platform's status is ${answer["platform_status"]}`)
      return [null, "refreshed once"] as const
    })

    await step("every request the platform got was valid", async () => {
      const invalid = platform.requests.flatMap(({ faults }) => faults)
      expect(invalid.length === 0, [...new Set(invalid)].join("\n    "))
      const refused = platform.requests.filter(({ status }) => status >= 400 && status !== 401)
      expect(
        refused.length === 0,
        refused.map(({ method, status, url }) => `${status} ${method} ${url.pathname}`).join(", ")
      )
      return [null, `${platform.requests.length} requests`] as const
    })

    await step("stop the server", async () => {
      const code = await stop(server!)
      expect(code === 0, `it ended with ${code}`)
      return [null, "exit code 0"] as const
    })
  } catch (error) {
    const output = (server as Server | null)?.output() ?? ""
    if (outcomes.every(({ fault }) => fault === null)) throw error
    if (output !== "") console.error(`The server's last words:\n${output.slice(-4000)}`)
  } finally {
    if (server !== null) await stop(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return outcomes
}

const healthy = async (api: (method: string, path: string) => Promise<Json>, company: number): Promise<Json | null> => {
  const { data } = await api("GET", "/v3/core/connections?limit=1000")
  return (
    (data as Array<Json>).find(({ status, svc_company_id }) => svc_company_id === company && status === "HEALTHY") ??
    null
  )
}

/** Does what an end user does on the pages: picks Xero, agrees, picks the first choice, until the connection stands. */
const walk = async (browser: Browser.Browser, url: string, done: () => Promise<boolean>): Promise<Browser.Page> => {
  let page = await browser.open(url)
  for (let turn = 0; turn < 8 && !(await done()); turn++) {
    const forms = Browser.formsOf(page)
    const form = forms.find(({ action, text }) => /xero/i.test(text) || /xero/i.test(action.href)) ?? forms[0]
    const [link] = Browser.linksOf(page, /xero/i)
    if (form !== undefined) {
      const chosen = [...form.choices].flatMap(([name, values]) =>
        form.fields.get(name) ? [] : [[name, values.find((value) => /xero/i.test(value)) ?? values[0]!]]
      )
      const pressed = form.buttons.find(([, value]) => /xero/i.test(value)) ?? form.buttons[0]
      page = await browser.submit(page, form, {
        ...Object.fromEntries(chosen),
        ...(pressed === undefined ? {} : { [pressed[0]]: pressed[1] })
      })
    } else if (link === undefined) break
    else page = await browser.open(link)
  }
  return page
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true })
  const folder = positionals[0]
  if (folder === undefined) {
    console.error("Usage: node tooling/conformance/src/end-to-end.ts <folder of Xero's description>")
    process.exit(2)
  }
  const profile = await profiles["xero"]!()
  const platform = await standIn(profile.describe(resolve(folder)), profile)
  const outcomes = await run(platform)
  await platform.close()
  for (const { fault, seen, step } of outcomes)
    console.log(fault === null ? `ok      ${step}: ${seen}` : `FAILED  ${step}: ${fault}`)
  process.exitCode = outcomes.every(({ fault }) => fault === null) ? 0 : 1
}
