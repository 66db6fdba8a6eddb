/**
 * What changes at the service, told to the cache: what is on the page is asked for again when it has changed, and otherwise not.
 * The stream is open while somebody looks at the page, for a browser has few connections for all pages of one service.
 */
import { type Change, isSvcError } from "@svc/client"
import { useEffect } from "react"
import { cache, isSignedOut, service } from "./Service.ts"

/** How long changes are gathered before it is asked, and how often it is asked while there is no stream, milliseconds. */
const gathering = 200
const withoutStream = 5000

/** The queries, by what their keys begin with, that hold something of a change. */
const about: Readonly<Record<Exclude<Change["type"], "EVERYTHING">, ReadonlyArray<string>>> = {
  CONNECTION: ["connection", "connections", "companies", "links", "overview", "work"],
  SYNC: ["sync", "syncs", "calls", "refusals", "events", "overview"],
  UPLOAD_JOB: ["write", "writes", "calls", "overview"],
  DELIVERIES: ["webhook", "webhooks", "deliveries", "events", "overview", "work"]
}
/** What a sync or a write has changed when it is over: it is not asked for with each page. */
const brought = ["record", "records", "history", "origins"]
const all = new Set([...Object.values(about).flat(), ...brought])

const isOver = ({ status, type }: Change): boolean =>
  (type === "SYNC" || type === "UPLOAD_JOB") && status !== null && status !== "CREATED" && status !== "RUNNING"

/** Whether a query holds what changed: one of a single thing has the thing's id behind its name. */
const holds = (key: ReadonlyArray<unknown>, change: Change): boolean => {
  const { connection_id, id, type } = change
  if (type === "EVERYTHING") return all.has(String(key[0]))
  if (isOver(change)) {
    if (brought.includes(String(key[0]))) return true
    if (key[0] === "connection" && key[2] === "state") return String(key[1]) === String(connection_id)
  }
  if (!about[type].includes(String(key[0]))) return false
  return key[0] === "connection" || key[0] === "sync" || key[0] === "write"
    ? String(key[1]) === id || String(key[1]) === String(connection_id)
    : true
}
/** What was scrolled far is not asked for again and again. */
const isFar = (data: unknown): boolean => ((data as { pages?: ReadonlyArray<unknown> })?.pages?.length ?? 0) > 1

const refresh = (changes: ReadonlyArray<Change>): void =>
  void cache.invalidateQueries({
    predicate: ({ queryKey, state }) => !isFar(state.data) && changes.some((change) => holds(queryKey, change))
  })

/** Follows changes until it is told to end. */
const follow = async (signal: AbortSignal): Promise<void> => {
  let gathered: Array<Change> = []
  const gather = (change: Change) => {
    if (gathered.push(change) > 1) return
    setTimeout(() => {
      if (!signal.aborted) refresh(gathered)
      gathered = []
    }, gathering)
  }
  while (!signal.aborted) {
    try {
      for await (const change of service.changes({ signal })) gather(change)
    } catch (error) {
      if (signal.aborted) return
      if (isSignedOut(error)) return void cache.invalidateQueries({ queryKey: ["caller"] })
      if (!isSvcError(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, withoutStream))
      if (!signal.aborted) void cache.invalidateQueries({ predicate: ({ queryKey }) => all.has(String(queryKey[0])) })
    }
  }
}

/** Keeps the page as the service is, while somebody is signed in and looks at it. */
export const useLive = (isSignedIn: boolean): void =>
  useEffect(() => {
    if (!isSignedIn) return
    let open: AbortController | null = null
    const look = () => {
      if (document.visibilityState === "visible") {
        if (open !== null) return
        open = new AbortController()
        void follow(open.signal)
      } else {
        open?.abort()
        open = null
      }
    }
    look()
    document.addEventListener("visibilitychange", look)
    return () => {
      document.removeEventListener("visibilitychange", look)
      open?.abort()
    }
  }, [isSignedIn])
