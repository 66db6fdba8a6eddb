/**
 * The two interfaces of Odoo as one. A method of a model is asked for with named arguments; JSON-2 (Odoo 19 and newer)
 * takes them as a body under the method's own address, JSON-RPC (until Odoo 18) as one list beside the keys.
 */
import type { Auth } from "@svc/core"
import * as Call from "@svc/core/Call"

export type Domain = ReadonlyArray<string | readonly [field: string, operator: string, value: unknown]>
export type Arguments = Readonly<Record<string, unknown>>

/** Only connections of the older interface name a login. */
export const isRpc = (settings: Auth.AuthSettings): boolean => settings["login"] !== undefined

/** Archived records are shown, and records of the connection's own company alone. */
const contextOf = ({ company }: Auth.AuthSettings) => ({
  active_test: false,
  ...(company === undefined ? {} : { allowed_company_ids: [Number(company)] })
})

/** A method of a model with its named arguments; `context` is laid over what every call has. */
export const ask = (settings: Auth.AuthSettings, model: string, method: string, args: Arguments = {}): Call.Call => {
  const named = { ...args, context: { ...contextOf(settings), ...(args["context"] as object | undefined) } }
  return isRpc(settings)
    ? { method: "POST", path: "/jsonrpc", body: { model, method, ...named } }
    : { method: "POST", path: `/${model}/${method}`, body: named }
}

/** What every version takes by its place, because its name has changed or it may not be named at all. */
const placed = ["ids", "domain", "vals_list", "vals"]

const envelope = (params: object) => ({ jsonrpc: "2.0", method: "call", id: 1, params })

const json = (body: unknown): Call.EncodedBody => ({
  _tag: "EncodedBody",
  contentType: "application/json",
  content: JSON.stringify(body)
})

/** The bodies of the older interface carry database, user and key; those of the newer one are JSON as it is. */
export const encode = (body: unknown, settings: Auth.AuthSettings, keys: Auth.Credentials): Call.EncodedBody => {
  if (!isRpc(settings)) return json(body)
  if (typeof Call.at(body, "service") === "string") return json(envelope(body as object))
  const { method, model, ...named } = (body ?? {}) as Arguments
  const rest = Object.fromEntries(Object.entries(named).filter(([name]) => !placed.includes(name)))
  const args = placed.flatMap((name) => (name in named ? [named[name]] : []))
  const call = [settings["database"], Number(keys["uid"]), keys["key"], model, method, args, rest]
  return json(envelope({ service: "object", method: "execute_kw", args: call }))
}

/** The result alone, so that both interfaces answer the same; an error stays as it is. */
export const parse = (text: string, json: (text: string) => unknown): unknown => {
  const body = json(text)
  const isResult = Call.at(body, "jsonrpc") !== undefined && Call.at(body, "error") === undefined
  return isResult ? (Call.at(body, "result") ?? null) : body
}

/** Wrong keys are answered with `false`, and everything else needs the user's number. */
export const session: Auth.Session = {
  login: ({ key }, { database, login }) => ({
    method: "POST",
    path: "/jsonrpc",
    body: { service: "common", method: "authenticate", args: [database, login, key, {}] }
  }),
  found: (body) => (typeof body === "number" ? { uid: String(body) } : null),
  shown: ["uid"]
}

/** A moment as Odoo writes it: UTC, without a zone. */
export const moment = (iso: string): string => iso.slice(0, 19).replace("T", " ")
