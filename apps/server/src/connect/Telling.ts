/**
 * Pages tell the window that opened them what happens, where the operator allows its origin: each message is addressed to
 * one origin, which the browser holds to. Without allowed origins there is no script and nothing is told.
 */
import { asset } from "./Asset.ts"
import { type Html, html } from "./Html.ts"
import type { Reason } from "./Troubles.ts"

export type Event =
  | { readonly type: "opened" | "choosing" }
  | { readonly type: "connected"; readonly connection_id: number; readonly integration_type: string }
  | { readonly type: "failed"; readonly reason: Reason }

const name = "svc-connect"

/** A window that was opened tells its opener; ours too, which is a frame that tells its parent. */
const js = `
const { origins, events, state } = JSON.parse(document.querySelector("meta[name=${name}]").content)
const to = window.opener ?? (window.parent === window ? null : window.parent)
for (const event of events)
  for (const origin of [...origins, ...(window.opener ? [location.origin] : [])])
    to?.postMessage({ source: "${name}", state, ...event }, origin)
`.trimStart()

export const script = asset("tell", "js", "text/javascript; charset=utf-8", js)

/** What the script reads. */
export const meta = (origins: ReadonlyArray<string>, events: ReadonlyArray<Event>, state: string | null): Html =>
  html`<meta name="${name}" content="${JSON.stringify({ origins, events, state })}" />`
