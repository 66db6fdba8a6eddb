/**
 * The journal in a file, for Node. Lines that arrive while a write is under way are written and fsynced together; a last
 * line that a killed process left incomplete is cut off at the next start.
 */
import { mkdir, open } from "node:fs/promises"
import { dirname } from "node:path"
import type { Store } from "./Store.ts"

interface Waiting {
  readonly line: string
  readonly done: () => void
  readonly failed: (cause: unknown) => void
}

/** Opens or creates the journal `file`. One process at a time may hold it: `beforeWrite` throws once that is another. */
export const FileStore = async (file: string, beforeWrite: () => void = () => {}): Promise<Store> => {
  beforeWrite()
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, "a+")
  const content = await handle.readFile()
  let length = content.lastIndexOf(10) + 1
  if (length < content.length) await handle.truncate(length)

  let waiting: Array<Waiting> = []
  let writing: Promise<void> | undefined
  /** Of a write that failed, what it left; never of another's. */
  const takeBack = async () => {
    try {
      beforeWrite()
      await handle.truncate(length)
    } catch {
      // What is left of it is cut off at the next start.
    }
  }
  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const bytes = Buffer.from(batch.map(({ line }) => `${line}\n`).join(""))
      try {
        beforeWrite()
        await handle.appendFile(bytes)
        await handle.datasync()
        length += bytes.length
        for (const { done } of batch) done()
      } catch (cause) {
        await takeBack()
        for (const { failed } of batch) failed(cause)
      }
    }
    writing = undefined
  }

  return {
    read: async () =>
      content
        .subarray(0, content.lastIndexOf(10) + 1)
        .toString("utf8")
        .split("\n")
        .slice(0, -1),
    append: (line) =>
      new Promise<void>((done, failed) => {
        waiting.push({ line, done, failed })
        writing ??= write()
      }),
    close: async () => {
      await writing
      await handle.close()
    }
  }
}
