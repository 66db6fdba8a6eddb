/**
 * The page in a frame: a platform is connected in a window of its own, since sign-in pages refuse frames, cookies of a frame
 * are another site's, and nobody can see whose form a frame shows. The frame learns the end of it by the window's messages,
 * and by asking where a sign-in page has cut the two off from each other.
 */
import { asset } from "./Asset.ts"
import { type Html, html } from "./Html.ts"
import type { Place } from "./Pages.ts"

/** What is said while a window is open, and when none could be opened. */
export const notices = ({ locale: { words } }: Place): Html =>
  html`<p
    class="note info"
    role="status"
    data-notice
    data-open="${words.goOnInWindow}"
    data-closed="${words.windowClosed}"
    data-blocked="${words.windowBlocked}"
    hidden
  ></p> `

/** The end of an attempt is asked for every second, for as long as a sign-in may take. */
const js = `
const { origins, state } = JSON.parse(document.querySelector("meta[name=svc-connect]")?.content ?? '{"origins":[]}')
const notice = document.querySelector("[data-notice]")
const say = (text) => {
  notice.textContent = text
  notice.hidden = false
}
const tell = (event) => {
  if (window.parent === window) return
  for (const origin of origins) window.parent.postMessage({ source: "svc-connect", state, ...event }, origin)
}
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
let current = null

const end = (attempt, event) => {
  if (attempt !== current || attempt.ended) return
  if (event.type === "connected") {
    attempt.ended = true
    attempt.window.close()
    say(attempt.link.dataset.done)
  }
  const key = JSON.stringify(event)
  if (attempt.told === key) return
  attempt.told = key
  tell(event)
}
const watch = async (attempt) => {
  const until = Date.now() + 30 * 60_000
  const path = location.pathname.replace(/\\/frame$/, "/attempts/" + attempt.id)
  while (Date.now() < until) {
    await pause(1000)
    if (attempt !== current || attempt.ended) return
    if (attempt.window.closed && !attempt.closed) {
      attempt.closed = true
      say(notice.dataset.closed)
      tell({ type: "closed" })
    }
    try {
      const answer = await fetch(path, { credentials: "omit", cache: "no-store" })
      const { status, ...rest } = await answer.json()
      if (status !== "pending") end(attempt, { type: status, ...rest })
    } catch {}
  }
}
addEventListener("message", ({ data, origin, source }) => {
  if (origin !== location.origin || source === null || source !== current?.window || data?.source !== "svc-connect") return
  const { source: _, state: __, ...event } = data
  if (event.type === "connected" || event.type === "failed") end(current, event)
  else tell(event)
})
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-window]")
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const id = [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  const url = new URL(link.href)
  url.searchParams.set("attempt", id)
  current?.window.close()
  const opened = open(url, "_blank", "popup,width=560,height=780")
  if (opened === null) {
    current = null
    say(notice.dataset.blocked)
    return tell({ type: "failed", reason: "window-blocked" })
  }
  current = { id, link, window: opened, ended: false, closed: false, told: null }
  say(notice.dataset.open)
  watch(current)
})
`.trimStart()

export const script = asset("frame", "js", "text/javascript; charset=utf-8", js)
