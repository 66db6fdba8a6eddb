/**
 * Opens the connect page from a web application, in a window or in a frame, and tells what happens there. For browsers,
 * without any other module; the operator has to allow the application's origin (`SVC_CONNECT_ORIGINS`).
 */

/** What happens, in this order; `failed` may be followed by another try, `closed` by `connected`. */
export type ConnectEvent =
  /** The page is there; `choosing` where somebody has something to choose. */
  | { readonly type: "opened" | "choosing"; readonly state: string | null }
  | {
      readonly type: "connected"
      /** The new connection, or the one that was connected again. */
      readonly connection_id: number
      /** Of which platform, such as `XERO`. */
      readonly integration_type: string
      /** The text of `ConnectOptions.state`; null without one. */
      readonly state: string | null
    }
  /** Nothing was connected: `access-denied`, `refused`, `link-expired` …, or `window-blocked` by the browser. */
  | { readonly type: "failed"; readonly reason: string; readonly state: string | null }
  /** The window cannot be seen any more: it was closed, or a platform's sign-in page has cut it off from its opener. */
  | { readonly type: "closed"; readonly state: string | null }

/** Which link is opened, where, and who is told what happens there. */
export interface ConnectOptions {
  /** The `url` of an invite link. */
  readonly url: string
  /** Called with each event, in order. */
  readonly onEvent: (event: ConnectEvent) => void
  /** Shows the page in a frame in this element; without it, in a window. */
  readonly within?: Element
  /** A text of your own that every event brings back; at most 512 characters. */
  readonly state?: string
  /** Such as `de`; the browser's own without it. */
  readonly language?: string
}
/** The page that was opened. */
export interface ConnectHandle {
  /** Closes the window or takes the frame away, and tells nothing more. */
  readonly close: () => void
}

const source = "svc-connect"
const pollEvery = 1000
const patience = 30 * 60_000

const isEvent = (data: unknown): data is ConnectEvent & { readonly source: string } =>
  typeof data === "object" && data !== null && (data as { readonly source?: unknown }).source === source

const newAttempt = (): string =>
  [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, "0")).join("")

/** Call it in the handler of a click: browsers open no window otherwise. */
export const openConnect = ({ language, onEvent, state, url, within }: ConnectOptions): ConnectHandle => {
  const address = new URL(url)
  if (state !== undefined) address.searchParams.set("state", state)
  if (language !== undefined) address.searchParams.set("lang", language)
  return within === undefined ? inWindow(address, state ?? null, onEvent) : inFrame(address, within, onEvent)
}

/** Hears what one window says, and nobody else. */
const hear = (origin: string, from: () => unknown, tell: (event: ConnectEvent) => void): (() => void) => {
  const listen = (message: MessageEvent): void => {
    if (message.origin !== origin || message.source === null || message.source !== from()) return
    if (!isEvent(message.data)) return
    const { source: _, ...event } = message.data
    tell(event as ConnectEvent)
  }
  addEventListener("message", listen)
  return () => removeEventListener("message", listen)
}

const inFrame = (address: URL, within: Element, onEvent: ConnectOptions["onEvent"]): ConnectHandle => {
  address.pathname += "/frame"
  const frame = document.createElement("iframe")
  frame.title = "Connect"
  frame.referrerPolicy = "no-referrer"
  frame.style.cssText = "border:0;width:100%;height:100%;min-height:32rem"
  const deafen = hear(address.origin, () => frame.contentWindow, onEvent)
  frame.src = address.href
  within.append(frame)
  return {
    close: () => {
      deafen()
      frame.remove()
    }
  }
}

const inWindow = (address: URL, state: string | null, onEvent: ConnectOptions["onEvent"]): ConnectHandle => {
  const attempt = newAttempt()
  const end = `${address.origin}${address.pathname}/attempts/${attempt}`
  address.searchParams.set("attempt", attempt)
  const opened = open(address.href, "_blank", "popup,width=560,height=780")
  if (opened === null) {
    onEvent({ type: "failed", reason: "window-blocked", state })
    return { close: () => {} }
  }
  let isOver = false
  let told = ""
  const tell = (event: ConnectEvent): void => {
    // The page says it, and its end is asked for: each is told once.
    const name = event.type === "connected" ? event.type : `${event.type} ${"reason" in event ? event.reason : ""}`
    if (isOver || (name === told && event.type !== "opened" && event.type !== "choosing")) return
    told = name
    if (event.type === "connected") stop()
    onEvent(event)
  }
  const deafen = hear(address.origin, () => opened, tell)
  const until = Date.now() + patience
  let isClosed = false
  const timer = setInterval(async () => {
    if (Date.now() > until) return stop(false)
    if (opened.closed && !isClosed) {
      isClosed = true
      tell({ type: "closed", state })
    }
    try {
      const answer = await fetch(end, { credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" })
      const { status, ...rest } = (await answer.json()) as { readonly status: string }
      if (status !== "pending") tell({ type: status, ...rest, state } as ConnectEvent)
    } catch {
      // Asked again.
    }
  }, pollEvery)
  const stop = (closes = true): void => {
    isOver = true
    clearInterval(timer)
    deafen()
    if (closes) opened.close()
  }
  return { close: stop }
}
