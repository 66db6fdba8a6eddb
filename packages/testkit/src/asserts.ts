/** What several checks assert: that exactly these calls were made, that each says who it is for, that no secret shows. */
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { inspect } from "node:util"
import type { Auth } from "@svc/core"
import * as FakePlatform from "./FakePlatform.ts"
import { authOf, type Subject } from "./Subject.ts"

/** Every exchange was asked for, nothing else was, and each call proved who it is for. */
export const assertAsked = (
  subject: Subject,
  fake: FakePlatform.FakePlatform,
  exchanges: ReadonlyArray<FakePlatform.Exchange>
): void => {
  assert.deepEqual(
    fake.unasked().map(({ request }) => `${request.method ?? "GET"} ${request.path}`),
    [],
    "exchanges that were never asked for"
  )
  assert.equal(fake.calls.length, exchanges.length, `calls: ${fake.calls.map(FakePlatform.describe).join("\n")}`)
  const others = new Set(exchanges.flatMap(({ request }) => request.origin ?? []))
  for (const call of fake.calls) {
    // Who the platform only names the address of is told nothing of whose it is.
    if (others.has(call.url.origin)) assertNoSecret(subject, spelled(subject, call))
    else assertIdentified(subject, call)
  }
}

/** The call carries the credentials where the platform wants them, and the headers of the settings. */
export const assertIdentified = (subject: Subject, call: FakePlatform.Asked): void => {
  const { credentials, headers, query } = subject
  const auth = authOf(subject)
  if (auth._tag === "None") assert.deepEqual(credentials, {}, "a connector without credentials is given some")
  const due = proofOf(auth, subject, call)
  for (const [name, value] of Object.entries({ ...due.headers, ...headers })) {
    const own = call.headers.get(name)
    if (value === null) assert.ok(own, `no signature in header ${name} of ${FakePlatform.describe(call)}`)
    else assert.equal(own, value, `header ${name} of ${FakePlatform.describe(call)}`)
  }
  for (const [name, value] of Object.entries({ ...query, ...due.query })) {
    assert.equal(call.url.searchParams.get(name), value, `parameter ${name} of ${FakePlatform.describe(call)}`)
  }
}

/** A call in words, with its headers but those that a signature is made of: they are others with every call. */
export const spelled = (subject: Subject, call: FakePlatform.Asked): string => {
  const auth = authOf(subject)
  const signed =
    auth._tag === "Signed"
      ? Object.keys(proofOf(auth, subject, call).headers ?? {}).map((name) => name.toLowerCase())
      : []
  const headers = [...call.headers].filter(([name]) => !signed.includes(name))
  return `${FakePlatform.describe(call)} ${JSON.stringify(headers)}`
}

/** Whether the credentials travel in bodies alone, so that a call without one carries none. */
export const isInBody = (auth: Auth.Single): boolean =>
  auth._tag === "ApiKey" && auth.headers === undefined && auth.query === undefined

interface Proof {
  /** Null for a value that depends on chance and time. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly query?: Readonly<Record<string, string>>
}
/** What proves a call's right to be answered. */
const proofOf = (auth: Auth.Single, subject: Subject, call: FakePlatform.Asked): Proof => {
  const { settings } = subject
  const credentials = { ...subject.credentials, ...subject.session?.found }
  switch (auth._tag) {
    case "OAuth2": {
      assert.ok(credentials["access_token"], "the suite needs an `access_token` in `credentials`")
      return {
        headers: { [auth.header ?? "authorization"]: `${auth.prefix ?? "Bearer "}${credentials["access_token"]}` }
      }
    }
    case "ClientCredentials":
      assert.ok(credentials["access_token"], "the suite needs an `access_token` in `credentials`")
      return { headers: { authorization: `Bearer ${credentials["access_token"]}` } }
    case "Basic": {
      const { password = "", username = "" } = credentials
      return { headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` } }
    }
    case "ApiKey": {
      const proof: Proof = { headers: auth.headers?.(credentials) ?? {}, query: auth.query?.(credentials) ?? {} }
      // What is written into bodies is seen there.
      const said = JSON.stringify(isInBody(auth) ? call.body : proof) ?? ""
      assert.ok(
        Object.values(credentials).some((secret) => said.includes(JSON.stringify(secret).slice(1, -1))),
        "neither headers nor parameters nor the body carry the credentials"
      )
      return proof
    }
    case "Signed": {
      const { body, method, url } = call
      const content = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body)
      const digest = content === undefined ? undefined : createHash("sha256").update(content).digest("base64")
      const given = { method, url, body: content, digest, credentials, settings, nonce: "nonce", timestamp: 0 }
      const signature = auth.sign(given)
      for (const name of Object.keys(signature.query?.("signature") ?? {})) {
        assert.ok(url.searchParams.get(name), `no signature in parameter ${name} of ${FakePlatform.describe(call)}`)
      }
      const names = Object.keys(signature.headers?.("signature") ?? {})
      return { headers: Object.fromEntries(names.map((name) => [name, null])) }
    }
    case "None":
      return {}
  }
}

/** Each secret in every form it may be written in, by its name. */
export const secretsOf = (subject: Subject): ReadonlyArray<readonly [string, string]> => {
  const { app, connector, credentials, settings } = subject
  const auth = authOf(subject)
  const asked: Readonly<Record<string, { readonly secret?: boolean }>> = "fields" in auth ? auth.fields : {}
  const isShown = (name: string): boolean =>
    name === "scope" ||
    name === "expires_at" ||
    name === "username" ||
    name === "client_id" ||
    (name in asked && asked[name]?.secret !== true)
  const hidden = Object.entries(connector.settings as Readonly<Record<string, { readonly secret?: boolean }>>)
    .filter(([, setting]) => setting.secret === true)
    .flatMap(([name]) => (settings[name] === undefined ? [] : [[name, settings[name]] as const]))
  const { password = "", username = "" } = credentials
  const pair = auth._tag === "Basic" ? [["username and password", `${username}:${password}`] as const] : []
  const registered = app?.clientSecret ? [["secret of the app", app.clientSecret] as const] : []
  return [...Object.entries(credentials).filter(([name]) => !isShown(name)), ...hidden, ...registered, ...pair].flatMap(
    ([name, secret]) =>
      [...new Set([secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")])].map(
        (form) => [name, form] as const
      )
  )
}

/** A value shows no secret, however it is printed. */
export const assertNoSecret = (
  subject: Subject,
  value: unknown,
  secrets: ReadonlyArray<readonly [string, string]> = secretsOf(subject)
): void => {
  const printed = inspect(value, { depth: null, maxArrayLength: null, maxStringLength: null })
  const text = [
    printed,
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner)),
    value instanceof Error ? `${value.message}\n${value.stack}` : ""
  ].join("\n")
  for (const [name, secret] of secrets) {
    assert.ok(secret === "" || !text.includes(secret), `the ${name} shows in ${text}`)
  }
}
