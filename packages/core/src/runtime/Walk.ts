/**
 * A walk over pages, whatever strategy it follows: it goes on as long as the platform says that there is more, and it never
 * goes in circles. A page that comes twice stands in the place of one that did not come, so it ends the walk with an error
 * and never as if the list were over: what was not read would look deleted. All that is remembered is part of the state,
 * which a checkpoint keeps: two marks, whatever the length of the list and of the circle (Brent's cycle detection).
 */
import { Circular, type Page, type PageAnswer } from "../contract/Page.ts"
import * as Bounds from "../contract/Bounds.ts"
import { digest } from "./Digest.ts"

/** What the pages hold: things that are there once, or a log, in which the same thing may be told again and again. */
export type Kind = "list" | "log"

/** Where a walk is: what the strategy goes on from, and what the pages so far are remembered by. JSON. */
export interface Place {
  readonly page: unknown
  readonly walk: Track
}
interface Track {
  readonly pages: number
  /** Pages without an item since the last that had one. */
  readonly empty: number
  /** What the page before was. */
  readonly last: string | null
  /** What an earlier page was, with which all are compared until the next power of two of them has come. */
  readonly mark: string | null
  /** The page to come is the first of a list of its own. */
  readonly isFirst: boolean
}
const unwalked: Track = { pages: 0, empty: 0, last: null, mark: null, isFirst: true }

export const start = (page: unknown): Place => ({ page, walk: unwalked })

/** The place that a state is; one that was kept before walks had any memory begins to remember now. */
export const placeOf = (state: unknown): Place =>
  typeof state === "object" && state !== null && "walk" in state && "page" in state
    ? (state as Place)
    : { page: state, walk: { ...unwalked, isFirst: false } }

/**
 * The place after a page; null when the platform says that there is no more. Throws what the strategy throws, and `Circular`
 * for a page that was there before, or for pages without end.
 */
export const next = (
  strategy: Page,
  { page, walk }: Place,
  answer: PageAnswer,
  kind: Kind = "list",
  bounds: Bounds.Bounded = Bounds.bounded
): Place | null => {
  const found = answer.items.length
  const part = strategy.part?.(page)
  const own = printOf(kind, page, strategy.isRepeating === true ? part : undefined, answer.items)
  if (own === walk.last || own === walk.mark)
    throw new Circular("the platform answered a page that it had answered before")
  const to: unknown = strategy.next(page, answer)
  if (to === null || to === undefined) return null
  if (JSON.stringify(to).length > bounds.state) {
    throw new Error(`what the next page is asked with is longer than ${Bounds.told(bounds, "state")}`)
  }
  const pages = walk.pages + 1
  const isFirst = strategy.part !== undefined && strategy.part(to) !== part
  const empty = found > 0 || isFirst ? 0 : walk.empty + 1
  if (empty > bounds.emptyPages) {
    throw new Circular(`the platform answered more than ${Bounds.told(bounds, "emptyPages", "empty pages")}`)
  }
  if (pages >= bounds.pages) {
    throw new Circular(`the platform answered ${Bounds.told(bounds, "pages", "pages")} and says that there are more`)
  }
  const mark = (pages & (pages - 1)) === 0 ? own : walk.mark
  return { page: to, walk: { pages, empty, last: own, mark, isFirst } }
}

/** Whether a page is the first again of a list that may have one only, whatever page is asked for. */
export const isAgain = (strategy: Page, { page, walk }: Place, items: ReadonlyArray<unknown>): boolean =>
  strategy.mayIgnore === true && walk.pages === 1 && printOf("list", page, undefined, items) === walk.last

/**
 * What a page is known by: three of its items. Of an empty page, and of one of a log, what it was asked with as well.
 */
const printOf = (kind: Kind, state: unknown, part: unknown, items: ReadonlyArray<unknown>): string => {
  const samples = [items[0], items[items.length >> 1], items.at(-1)].map((sample) =>
    Bounds.faultOf(sample) === null ? sample : Bounds.extractOf(sample)
  )
  const asked = kind === "log" || items.length === 0 ? state : null
  return digest(JSON.stringify([part ?? null, asked, items.length, samples]) ?? "")
}
