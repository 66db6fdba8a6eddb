/** The service behind the page: its public interface by the client, with the cookie of whoever signed in. */
import { makeClient, type SvcError } from "@svc/client"
import { QueryCache, QueryClient } from "@tanstack/react-query"

/** Where a console that is served elsewhere finds the service, as it was built. */
const elsewhere = document.querySelector<HTMLMetaElement>("meta[name=service]")?.content ?? ""
/** Where the service is: the page's files lie two folders below it. In development it is this origin. */
export const root = import.meta.env.DEV
  ? new URL("/", location.href)
  : elsewhere === ""
    ? new URL(/* @vite-ignore */ "../../", import.meta.url)
    : new URL(elsewhere.replace(/\/*$/, "/"))
/** The path below which the pages are. */
export const basePath = import.meta.env.DEV ? "/" : new URL(/* @vite-ignore */ "../", import.meta.url).pathname

const withCookie: typeof fetch = (url, init) => fetch(url, { ...init, credentials: "include" })

/** An empty key: the browser adds the session's cookie. */
export const service = makeClient({ url: root.href, apiKey: "", fetch: withCookie })

/** Signs in with an API key. The cookie comes with the answer; the key is kept nowhere. */
export const signIn = (apiKey: string): Promise<unknown> =>
  makeClient({ url: root.href, apiKey, retries: 0, fetch: withCookie }).sessions.start()

/** Whether an error means that nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean => (error as Partial<SvcError>)?.status === 401

/** What is known for a while; a view that is looked at asks again every few seconds where it says so. */
export const cache: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      // Whatever view learns that the session has ended, the page asks to sign in.
      if (isSignedOut(error) && queryKey[0] !== "caller") void cache.invalidateQueries({ queryKey: ["caller"] })
    }
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The client repeats what is worth repeating.
      retry: false
    }
  }
})

/** How often a view asks again for what moves, milliseconds; none asks while nobody looks at it. */
export const pulse = 5_000
