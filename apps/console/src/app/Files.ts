/**
 * Files that are made of all that a list holds, while one goes on looking elsewhere. What was read is handed to the browser
 * piece by piece, which puts it on disk when it is much: the page itself holds one piece.
 */
import { useSyncExternalStore } from "react"

/** A file on its way, or what became of it. */
export interface Making {
  readonly id: number
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly isMade: boolean
  /** Why it was not made; null so long as nothing is wrong. */
  readonly error: unknown
  /** Ends it, and takes it off the page. */
  readonly leave: () => void
}
/** What a file is made of: a head, and a text for each row. */
export interface Content {
  /** Such as `companies.csv`. */
  readonly name: string
  readonly type: string
  readonly head: string
  readonly lines: (signal: AbortSignal) => AsyncIterable<string>
}

/** Letters of one piece. */
const piece = 1_000_000
/** How often it is said how far a file is, and how long it is said that it is made, milliseconds. */
const every = 200
const shown = 10_000

let all: ReadonlyArray<Making> = []
let last = 0
const listeners = new Set<() => void>()
const tell = (to: ReadonlyArray<Making>): void => {
  all = to
  for (const listener of listeners) listener()
}
const drop = (id: number): void => tell(all.filter((one) => one.id !== id))
const change = (id: number, members: Partial<Making>): void =>
  tell(all.map((one) => (one.id === id ? { ...one, ...members } : one)))

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Those on their way, and those of which it is still said what became of them. */
export const useFiles = (): ReadonlyArray<Making> => useSyncExternalStore(listen, () => all)

/** Gives the browser a file to keep. */
const hand = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // The browser has begun with it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Makes a file and hands it to the browser, unless it is left before. */
export const make = async ({ head, lines, name, type }: Content): Promise<void> => {
  const leaving = new AbortController()
  const id = ++last
  const leave = () => {
    leaving.abort()
    drop(id)
  }
  tell([...all, { id, name, rows: 0, bytes: 0, isMade: false, error: null, leave }])
  const pieces: Array<Blob> = []
  let text = head
  let rows = 0
  let bytes = 0
  const keep = () => {
    const blob = new Blob([text])
    pieces.push(blob)
    bytes += blob.size
    text = ""
  }
  const telling = setInterval(() => change(id, { rows, bytes: bytes + text.length }), every)
  try {
    for await (const line of lines(leaving.signal)) {
      text += line
      rows++
      if (text.length >= piece) keep()
    }
    leaving.signal.throwIfAborted()
    keep()
    hand(name, new Blob(pieces, { type }))
    change(id, { rows, bytes, isMade: true })
    setTimeout(() => drop(id), shown)
  } catch (error) {
    if (!leaving.signal.aborted) change(id, { rows, bytes, error })
  } finally {
    clearInterval(telling)
  }
}
