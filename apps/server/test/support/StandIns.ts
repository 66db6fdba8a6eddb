/**
 * A stand-in for each composed platform, at an address of its own, that answers as the fixtures of its connector say. What a
 * connector's suite is given (settings, credentials, fixtures) is taken from the file that registers it, without running it.
 */
import type { Connector, Models } from "@svc/core"
import type { Subject } from "@svc/testkit"
import { basesOf, FakePlatform, withQuery } from "@svc/testkit/platform"
import { existsSync, readdirSync } from "node:fs"
import { createServer } from "node:http"
import { registerHooks } from "node:module"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { subjects } from "./CapturedSuites.ts"

const packages = join(import.meta.dirname, "../../../../packages/connectors")
const captured = new URL("CapturedSuites.ts", import.meta.url).href

/** What is synced of a platform: the first pair that it has, and the relation of the first that names the second. */
const pairs = [
  ["INVOICES", "CONTACTS", "contact"],
  ["ITEMS", "ACCOUNTS", null],
  ["CRM_DEALS", "CRM_COMPANIES", "company"],
  ["ECOMMERCE_ORDERS", "ECOMMERCE_CUSTOMERS", "customer"],
  ["PAYMENT_INVOICES", "PAYMENT_CUSTOMERS", "contact"],
  ["PAYMENT_ITEMS", "PAYMENT_BALANCES", null]
] as const
export type Pair = (typeof pairs)[number]
/** Invoices that are shown for one month are asked for over years; parts of what was too much are those of one moment. */
const has = ({ cases, connector }: Subject, model: string): boolean =>
  connector.reads[model as Models.ModelId] !== undefined &&
  (model !== "INVOICES" || cases[model]?.now === undefined) &&
  cases[model]?.exchanges.some(({ response }) => response.status === 400) === false
export const pairOf = (subject: Subject): Pair => {
  const found = pairs.find(([first, second]) => has(subject, first) && has(subject, second))
  if (found === undefined) throw new Error(`${subject.connector.id} has none of the pairs`)
  return found
}
/** The ids of a model's records that its fixtures show, of those that are there still, each once: what is derived comes several times. */
export const dueOf = ({ cases }: Subject, model: string): ReadonlyArray<string> => {
  const { deleted = [], unified = [] } = cases[model]!
  const ids = unified.map(({ platform_id }) => platform_id as string)
  return [...new Set(ids.filter((own) => !deleted.includes(own)))]
}

/** By integration. */
export const load = async (): Promise<ReadonlyMap<string, Subject>> => {
  const files = readdirSync(packages)
    .map((name) => join(packages, name, `test/${name}.test.ts`))
    .filter((file) => existsSync(file))
    .map((file) => pathToFileURL(file).href)
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      (specifier === "@svc/testkit" || specifier === "vitest") && files.includes(context.parentURL ?? "")
        ? { url: captured, shortCircuit: true }
        : next(specifier, context)
  })
  try {
    for (const file of files) await import(file)
  } finally {
    hooks.deregister()
  }
  return new Map(subjects.map((subject) => [subject.connector.id, subject]))
}

export interface StandIn {
  /** What the service is told of it. */
  readonly environment: Readonly<Record<string, string>>
  readonly platform: FakePlatform.FakePlatform
  /** Headers, in lower case, that tell one question from another. */
  readonly telling: ReadonlyArray<string>
  /** What it answers. */
  readonly exchanges: ReadonlyArray<FakePlatform.Exchange>
  readonly close: () => Promise<void>
}

/** Fixtures are of this day, and their writes have a key of the suite's. */
const asWritten = (sent: string): string => {
  const today = new Date().toISOString().slice(0, 10)
  return sent
    .replaceAll(today.replaceAll("-", ""), "20260315")
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=(?::|%3A)\d)/gi, "suite")
}

/** Keys that platforms take as letters and digits are hashes: of the suite's keys in fixtures, of the service's in what it sends. */
const unkeyed = (body: string): string => body.replaceAll(/\b[\da-f]{32}\b/g, "0".repeat(32))

/** Where a stand-in gives tokens for the keys of an app. */
const tokens = "/tokens-of-the-stand-in"
const isExchanging = ({ auth }: Connector.Any): boolean => auth._tag === "ClientCredentials"
/** What a user gives: keys that are exchanged for tokens, without those. */
export const credentialsOf = ({ connector: { auth }, credentials }: Subject) =>
  auth._tag === "ClientCredentials"
    ? Object.fromEntries(Object.keys(auth.fields).map((name) => [name, credentials[name]]))
    : credentials

const prefixOf = (id: string): string => `SVC_${id}_`

/** Starts a stand-in that answers these cases of its fixtures. */
export const start = async (subject: Subject, capabilities: ReadonlyArray<string>): Promise<StandIn> => {
  const { app, cases, connector, session } = subject
  const bases = basesOf(subject)
  const telling = [...new Set(capabilities.flatMap((name) => FakePlatform.tellingOf(cases[name]!.exchanges)))]
  const exchanges = capabilities
    .flatMap((name) => {
      const { deletes, exchanges: written, position } = cases[name]!
      return [written, position?.exchanges ?? [], deletes?.exchanges ?? []].flat()
    })
    // What the suite sends under keys of its own, the service sends under others.
    .map(({ request: { headers = {}, ...request }, response }) => ({
      request: {
        ...withQuery(request, subject),
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => telling.includes(name.toLowerCase()))),
        ...(request.body === undefined ? {} : { body: JSON.parse(unkeyed(JSON.stringify(request.body))) })
      },
      response
    }))
  const platform = FakePlatform.make([...(session === undefined ? [] : [session.login]), ...exchanges], bases, {
    patience: 1_000_000
  })
  const { origin, pathname } = new URL(bases[""]!)
  const server = createServer(async (request, response) => {
    const parts: Array<Buffer> = []
    for await (const part of request) parts.push(part)
    if (request.url === tokens) {
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify({ access_token: subject.credentials["access_token"], token_type: "Bearer" }))
      return
    }
    const answer = await platform.fetch(new URL(asWritten(request.url ?? "/"), origin).href, {
      method: request.method ?? "GET",
      headers: request.headers as Record<string, string>,
      ...(parts.length === 0 ? {} : { body: unkeyed(asWritten(Buffer.concat(parts).toString())) })
    })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const prefix = prefixOf(connector.id)
  return {
    platform,
    telling,
    exchanges,
    environment: {
      [`${prefix}BASE_URL`]: `http://127.0.0.1:${port}${pathname.replace(/\/+$/, "")}`,
      ...(isExchanging(connector) ? { [`${prefix}TOKEN_URL`]: `http://127.0.0.1:${port}${tokens}` } : {}),
      [`${prefix}CLIENT_ID`]: app?.clientId ?? "client",
      [`${prefix}CLIENT_SECRET`]: app?.clientSecret ?? "secret"
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
