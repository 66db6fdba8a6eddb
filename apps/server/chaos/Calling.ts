/**
 * What is asked of a service whose platform means harm: records read, written and passed through, files sent and fetched,
 * tokens renewed. Each call is answered, or refused in a way that there is.
 */
import type { ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { data, tenant, type World } from "./World.ts"

type Faults = ReadonlyArray<string>
/**
 * Milliseconds between two rounds. The platform takes 600 calls a minute, and whoever takes all of them leaves none for the
 * syncs that are struck as well.
 */
const pause = 800
const few = (faults: Iterable<string>): Faults => [...new Set(faults)].slice(0, 3)

/** What a call that needs the platform may be answered: what it has said, or that it said nothing that can be used. */
const refusals = [200, 429, 502, 503, 504]
/** What may become of an item that the platform was to take, and has not plainly taken. */
export const isOutcome = ({ code, message }: { readonly code: string; readonly message: string }): boolean =>
  ["unknown-outcome", "rate-limited", "platform-unavailable"].includes(code) ||
  (code === "unknown-error" && message.startsWith("The platform took the item, but it could not be read"))

const said = (what: string, { body, status }: { readonly body: unknown; readonly status: number }): string =>
  `${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`

/** Calls passed through, those that change something among them. */
export const passing = async ({ call, company, platform }: World, over: AbortSignal): Promise<Faults> => {
  const faults: Array<string> = []
  const [first] = await platform.all(tenant, "contacts")
  for (let turn = 0; !over.aborted; turn++) {
    for (const sent of [
      { method: "GET", path: "/contacts" },
      { method: "GET", path: `/contacts/${first.id}` },
      { method: "POST", path: "/contacts", data: { name: `Passed ${turn}`, kind: "vendor" } },
      { method: "PATCH", path: `/contacts/${first.id}`, data: { registryNo: `p${turn}` } }
    ]) {
      const answer = await call("POST", "/passthrough", { company_id: company, data: sent })
      if (!refusals.includes(answer.status)) faults.push(said(`passthrough ${sent.method}`, answer))
    }
    await sleep(pause)
  }
  return few(faults)
}

/** Records made and changed. */
export const writing = async ({ call, company, connection }: World, over: AbortSignal): Promise<Faults> => {
  const faults: Array<string> = []
  const items = async (method: string, item: object): Promise<any> => {
    const answer = await call(method, "/v3/accounting/contacts", {
      company_id: company,
      connection_id: connection,
      data: [item]
    })
    const [first] = answer.status === 200 ? answer.body.data.data : []
    const isFine = first === undefined ? refusals.includes(answer.status) : true
    if (!isFine || (first?.error != null && !isOutcome(first.error))) faults.push(said(method, answer))
    return first?.error === null ? first.data : undefined
  }
  for (let turn = 0; !over.aborted; turn++) {
    const made = await items("POST", { name: `Harmed ${turn}`, contact_type: "CUSTOMER" })
    if (made !== undefined) await items("PATCH", { svc_id: made.svc_id, name: `Harmed ${turn} again` })
    await sleep(pause)
  }
  return few(faults)
}

/** A company of its own whose documents are synced: its connection, a record that takes files, and one of its documents. */
export interface Files {
  readonly connection: number
  readonly record: number
  readonly document: number
}
export const files = async (world: World): Promise<Files> => {
  const company: number = (await data(world, "POST", "/v3/core/companies", { name: "Files" })).svc_id
  const made = await data(world, "POST", "/v3/core/connections", {
    company_id: company,
    integration_type: "SVC_SANDBOX",
    credentials: { api_key: "sandbox-files" },
    sync_config: ["DOCUMENTS", "INVOICES"].map((data_model) => ({ data_model, enabled: true }))
  })
  const first = async (path: string): Promise<any> => {
    for (;;) {
      const [found] = await data(world, "GET", `/v3/accounting/${path}?svc_company_id[eq]=${company}&limit=1`)
      if (found !== undefined) return found
      await sleep(100)
    }
  }
  const [record, document] = await Promise.all([first("invoices"), first("documents")])
  while (
    (await data(world, "GET", `/v3/core/syncs?svc_company_id[eq]=${company}`)).some(
      ({ finished_at: at }: any) => at === null
    )
  ) {
    await sleep(100)
  }
  return { connection: made.svc_id, record: record.svc_id, document: document.svc_id }
}
/** Files sent and fetched. */
export const filing = async (
  { servers }: World,
  { document, record }: Files,
  apiKey: string,
  over: AbortSignal
): Promise<Faults> => {
  const faults: Array<string> = []
  const asked = async (path: string, body?: string) => {
    const response = await fetch(`${servers[0]!.url}/v3/accounting/documents/${path}`, {
      headers: { api_key: apiKey, "content-type": "text/plain" },
      ...(body === undefined ? {} : { method: "POST", body })
    })
    // What is fetched is handed on as it comes, and cut off where it ends too early.
    const text = await response.text().catch(() => "")
    if (!refusals.includes(response.status)) faults.push(said(path, { status: response.status, body: text }))
  }
  for (let turn = 0; !over.aborted; turn++) {
    await asked(`content?record_id=${record}&file_name=harmed-${turn}.txt`, `${turn} ${"x".repeat(10_000)}`)
    await asked(`${document}/content`)
    // They are of another company, for which the platform counts anew.
    await sleep(pause / 4)
  }
  return few(faults)
}

/** What a token service answers on purpose, to do harm. */
export interface TokenTrouble {
  readonly name: string
  readonly answer: (response: ServerResponse) => void
}
/**
 * Tokens renewed, each kind of answer in turn; then once more by a service that behaves. What is lost of tokens is known by
 * nobody, so that a connection for each is what users come to.
 */
export const renewing = async (
  { call, signedIn }: World,
  troubles: ReadonlyArray<TokenTrouble>,
  over: AbortSignal
): Promise<{ readonly faults: Faults; readonly counts: ReadonlyMap<string, number> }> => {
  const faults: Array<string> = []
  const counts = new Map(troubles.map(({ name }) => [name, 0]))
  const renewed = async (name: string) => {
    const company = await call("POST", "/v3/core/companies", { name })
    const company_id: number = company.body.data.svc_id
    const made = await call("POST", "/v3/core/connections", {
      company_id,
      integration_type: "XERO",
      settings: { tenantId: "tenant" },
      // Tokens are renewed a minute before they end.
      credentials: { ...signedIn.tokens(), expires_at: new Date(Date.now() + 30_000).toISOString() },
      sync_config: [{ data_model: "CURRENCIES", enabled: false }]
    })
    if (made.status !== 200) faults.push(said(`no connection with ${name}`, made))
    return call("POST", "/passthrough", { company_id, data: { method: "GET", path: "/Organisation" } })
  }
  for (let turn = 0; !over.aborted || turn < troubles.length; turn++) {
    const { answer, name } = troubles[turn % troubles.length]!
    signedIn.instead = (response) => {
      counts.set(name, counts.get(name)! + 1)
      answer(response)
      return true
    }
    const asked = await renewed(name)
    signedIn.instead = () => false
    // Without a token that works the platform refuses, or the connection is one that has to be made anew.
    if (![...refusals, 403, 422].includes(asked.status)) faults.push(said(name, asked))
    // Each leaves a connection behind.
    await sleep(2500)
  }
  const last = await renewed("tokens of a service that behaves")
  if (last.status !== 200 || last.body.platform_status !== 200) faults.push(said("tokens afterwards", last))
  return { faults: few(faults), counts }
}

/** What an operator does: a pause that a platform asked for is lifted. Says which of them was longer than is believed. */
export const lifting = async (
  { call }: World,
  connections: ReadonlyArray<number>,
  over: AbortSignal
): Promise<Faults> => {
  const faults: Array<string> = []
  for (;;) {
    const isLast = over.aborted
    for (const connection of connections) {
      const path = `/v3/core/connections/${connection}`
      const { body, status } = await call("GET", path)
      const until = status === 200 ? body.data.sync_resume_at : null
      if (until !== null && Date.parse(until) - Date.now() > 25.1 * 3_600_000) faults.push(`paused until ${until}`)
      await call("POST", `${path}/resume`)
    }
    if (isLast) return few(faults)
    await sleep(400)
  }
}
