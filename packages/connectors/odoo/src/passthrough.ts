/** What a caller's own call may not do: change users and their keys, or the machinery of the database. */
import type { Auth } from "@svc/core"
import * as Call from "@svc/core/Call"
import { isRpc } from "./ask.ts"

const questions = new Set([
  "search",
  "search_read",
  "search_count",
  "search_fetch",
  "name_search",
  "read",
  "read_group",
  "formatted_read_group",
  "fields_get",
  "context_get",
  "default_get",
  "has_access",
  "check_access_rights"
])
const kept = /^(?:ir|base|res\.users|res\.groups|auth|bus|mail\.template)(?:\.|$)/

/** The path as the server reads it; empty where it cannot be read. */
const plain = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return ""
  }
}

/** The model and the method that a call is for: in the address of the one interface, in the body of the other. */
const meant = ({ body, path }: Call.Call, settings: Auth.AuthSettings): ReadonlyArray<unknown> =>
  isRpc(settings)
    ? [Call.at(body, "model"), Call.at(body, "method")]
    : plain(path)
        .split("/")
        .filter((segment) => segment !== "")

/** Why a caller's own call must not go to the platform; null for one that may. */
export const refusal = (call: Call.Call, settings: Auth.AuthSettings): string | null => {
  const [model, method] = meant(call, settings)
  if (isRpc(settings) && Call.at(call.body, "service") !== undefined) {
    return "The body of a call to /jsonrpc is `model`, `method` and the named arguments; the rest is made of the keys."
  }
  return typeof model === "string" && kept.test(model.trim()) && !questions.has(String(method))
    ? `${model} is the database's own affair: it can be read only.`
    : null
}
