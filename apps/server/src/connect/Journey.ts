/**
 * What a visit carries from page to page in the address, without a cookie: the language somebody chose, a text of whoever
 * sent them here, and the mark by which a window that was opened for it is asked about.
 */
import * as Languages from "./Languages.ts"

export interface Journey {
  /** As the address names it; null for the browser's. */
  readonly lang: string | null
  /** Given back with the return address and the events. */
  readonly state: string | null
  readonly attempt: string | null
}
export const none: Journey = { lang: null, state: null, attempt: null }

/** Characters of a state. */
export const longestState = 512
/** Made by whoever opens the window, for this opening alone. */
export const isAttempt = (text: string | null | undefined): text is string => /^[\w-]{16,64}$/.test(text ?? "")
const isState = (text: string): boolean => text.length <= longestState && !/[\p{Cc}\p{Cs}]/u.test(text)

/** Of a page's address; what cannot be carried is left out. */
export const read = (query: URLSearchParams): Journey => {
  const lang = query.get("lang")
  const state = query.get("state")
  const attempt = query.get("attempt")
  return {
    lang: Languages.languages.find(({ tag }) => tag === lang)?.tag ?? null,
    state: state !== null && state !== "" && isState(state) ? state : null,
    attempt: isAttempt(attempt) ? attempt : null
  }
}

/** For the next page's address. */
export const entries = ({ attempt, lang, state }: Journey): ReadonlyArray<readonly [string, string]> =>
  (
    [
      ["lang", lang],
      ["state", state],
      ["attempt", attempt]
    ] as const
  ).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
/** The same as a query, empty or with its question mark. */
export const query = (journey: Journey): string => {
  const found = new URLSearchParams(entries(journey).map(([name, value]) => [name, value]))
  return found.size === 0 ? "" : `?${found}`
}
