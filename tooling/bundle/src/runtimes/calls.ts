/**
 * The calls that an embedder makes, each once and many at the same time, against a platform at an address. It is bundled once
 * and runs unchanged in every runtime; what it answers is JSON, the same everywhere.
 */
import { isWebhookError, makeClient, signWebhook, verifyWebhook } from "@svc/client"
import {
  accounts,
  authorize,
  connect,
  type Credentials,
  type CredentialStore,
  disconnect,
  exchange,
  isConnectorError,
  receive
} from "@svc/core/connect"
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Connector from "@svc/core/Connector"
import * as Inbound from "@svc/core/Inbound"
import * as Models from "@svc/core/Models"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Setting from "@svc/core/Setting"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"

/** Lists at the same time. */
const many = 20
const secret = `whsec_${btoa("a secret of the service")}`

const Contact = Wire.struct({ id: Wire.required(Wire.id), name: Wire.text, gone: Wire.boolean })
const contacts = Connector.read("CONTACTS", {
  path: "/contacts",
  page: Page.numbered({ size: 2 }),
  items: "list",
  item: Contact,
  since: ({ since }) => ({ query: { since } }),
  get: "/contacts/{id}",
  getItem: (body) => body,
  deletes: Read.flag((raw: { readonly gone?: boolean | null | undefined }) => raw.gone === true),
  map: ({ id, name }) => ({ platform_id: id, name })
})
/** Where the platform is said to be: tokens are asked for by HTTPS only. */
const place = "https://ledger.example"
const ledger = Connector.make({
  id: "LEDGER",
  name: "Ledger",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: Auth.oauth2({
    authorizeUrl: `${place}/authorize`,
    tokenUrl: `${place}/token`,
    revokeUrl: `${place}/revoke`,
    scopes: ["books"],
    clientAuth: "body",
    pkce: true
  }),
  settings: { tenant: Setting.discovered({ label: "Tenant" }) },
  discover: Connector.discover({
    call: { path: "/tenants" },
    response: Wire.struct({ tenants: Wire.list(Wire.text) }),
    choices: ({ tenants }) =>
      (tenants ?? []).map((tenant) => ({ name: tenant ?? "", settings: { tenant: tenant ?? "" } }))
  }),
  http: {
    baseUrl: place,
    headers: ({ tenant }) => ({ "x-tenant": tenant }),
    limits: { windows: [{ max: 1000, seconds: 1 }], concurrent: 4 }
  },
  account: Account.untold("a test has one account"),
  check: { path: "/tenants" },
  reads: { CONTACTS: contacts },
  writes: {
    CONTACTS: {
      create: Connector.create("CONTACTS", {
        record: contacts,
        requires: ["name"],
        idempotency: Write.key("idempotency-key"),
        call: ([contact]) => ({ method: "POST", path: "/contacts", body: { name: contact?.name ?? null } }),
        answers: (body) => [Write.accepted(body)]
      })
    }
  },
  inbound: Inbound.make({
    proof: ({ body, headers }) =>
      headers["ledger-signature"] === undefined
        ? null
        : { algorithm: "SHA-256", encoding: "hex", message: body, signatures: [headers["ledger-signature"]] },
    events: () => [{ model: "CONTACTS", platform_id: "c-1", settings: {} }]
  })
})

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
const signed = async (address: string, body: string, key: string): Promise<Request> => {
  const hmac = { name: "HMAC", hash: "SHA-256" }
  const own = await crypto.subtle.importKey("raw", new TextEncoder().encode(key), hmac, false, ["sign"])
  const signature = hex(await crypto.subtle.sign("HMAC", own, new TextEncoder().encode(body)))
  return new Request(address, { method: "POST", body, headers: { "Ledger-Signature": signature } })
}
const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "nothing went wrong",
    (error: unknown) => (isConnectorError(error) ? error.reason._tag : error instanceof Error ? error.message : error)
  )

/** Makes all the calls; the platform counts for itself, and is told to begin anew. */
export const run = async (origin: string): Promise<Readonly<Record<string, unknown>>> => {
  const platform: typeof globalThis.fetch = (input, init) =>
    fetch(String(input instanceof Request ? input.url : input).replace(place, origin), init)
  const app = { clientId: "app", clientSecret: "hush", redirectUri: `${origin}/back` }
  await fetch(`${origin}/begin`)

  const { flow, url } = await authorize(ledger, { app })
  const callback = new URL(`${app.redirectUri}?code=c-1&state=${flow.state}`)
  const granted = await exchange(ledger, { app, flow, callback, fetch: platform })
  const choices = await accounts(ledger, { credentials: granted.credentials, fetch: platform })
  const settings = { tenant: choices[1]!.settings.tenant! }

  // A token that has ended, and many who need another at once.
  let row: Credentials = { ...granted.credentials, expires_at: new Date(0).toISOString() }
  const store: CredentialStore = {
    load: () => row,
    swap: (fresh, replaced) => {
      if (row["refresh_token"] !== replaced["refresh_token"]) return false
      row = fresh
      return true
    }
  }
  const books = connect(ledger, { credentials: store, app, settings, fetch: platform })
  const listed = async (): Promise<string> => {
    const names: Array<string | null> = []
    for await (const { name } of books.list("CONTACTS")) names.push(name)
    return names.join()
  }
  const lists = await Promise.all(Array.from({ length: many }, listed))

  const changes: Array<unknown> = []
  for await (const { deleted, id } of books.list("CONTACTS", { since: "2026-01-01", deleted: true })) {
    changes.push([id, deleted])
  }
  const written = await Promise.all(
    Array.from({ length: 3 }, (_, n) => books.create("CONTACTS", [{ name: `Made ${n}` }], { key: `key-${n}` }))
  )
  const ending = new AbortController()
  let seen = 0
  const broken = async () => {
    for await (const { platform_id } of books.list("CONTACTS", { signal: ending.signal })) {
      if (platform_id !== "") seen++
      ending.abort(new Error("enough"))
    }
  }
  const abort = [await reasonOf(broken()), seen]

  const address = `${origin}/hooks`
  const event = { id: "evt-1", type: "SYNC_COMPLETED", data: {} }
  const delivery = await signWebhook({ secrets: [secret], event })
  const service = makeClient({ url: `${origin}/service`, apiKey: "svc_key" })
  const records: Array<number> = []
  for await (const { svc_id } of service.list("CONTACTS")) records.push(svc_id)
  const company = await service.companies.create({ name: "Acme" })

  const answer = {
    authorize: url.searchParams.get("code_challenge_method"),
    exchange: granted.credentials["access_token"],
    accounts: choices.map(({ name }) => name),
    lists: [...new Set(lists)],
    renewals: (await (await fetch(`${origin}/renewals`)).json()) as unknown,
    get: (await books.get("CONTACTS", "c-2"))?.name,
    gone: [await books.get("CONTACTS", "c-3"), await books.get("CONTACTS", "c-9")],
    changes,
    written: written.flatMap((all) => all.map((one) => (one.status === "success" ? one.record.name : one.error.code))),
    refused: await reasonOf(books.call({ path: "//elsewhere.example" })),
    abort,
    receive: [
      (await receive(ledger, await signed(address, "{}", "key"), { secrets: ["key"] })).events,
      (await receive(ledger, await signed(address, "{}", "guess"), { secrets: ["key"] })).response.status
    ],
    verifyWebhook: [
      (await verifyWebhook({ secrets: [secret], request: new Request(address, { method: "POST", ...delivery }) })).id,
      await verifyWebhook({ secrets: [`whsec_${btoa("another")}`], ...delivery }).catch((error: unknown) =>
        isWebhookError(error) ? error.reason : error
      )
    ],
    client: [records, company]
  }
  await books.close()
  const closed = await reasonOf(books.check())
  await disconnect(ledger, { app, credentials: row, settings, fetch: platform })
  const revoked = (await (await fetch(`${origin}/revoked`)).json()) as unknown
  return { ...answer, closed, revoked }
}
