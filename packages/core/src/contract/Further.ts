/** Calls that a lookup, a page or an item needs besides: one, or one whose answer comes in pages. */
import type { Call } from "./Call.ts"
import type { Page } from "./Page.ts"

/** A further call whose answer comes in pages; whoever asked sees the items of all of them as one list. */
export interface Pages {
  readonly _tag: "Pages"
  /** What is sent; the page is laid over it. */
  readonly call: Call
  /** How it goes on from page to page. */
  readonly page: Page
  /** Dotted path of the list in a page. */
  readonly items: string
}
/** A list that is asked for page by page, as one question. */
export const pages = (options: Omit<Pages, "_tag">): Pages => ({ _tag: "Pages", ...options })
/** What may be asked for besides. */
export type Further = Call | Pages
/** Whether a question is a list of pages rather than one call. */
export const isPages = (further: Further): further is Pages => "_tag" in further && further._tag === "Pages"
