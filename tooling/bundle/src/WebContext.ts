/** Runs a script in a context of its own that has the globals of the web and none of Node. */
import { createContext, runInContext } from "node:vm"

/** Globals that Workers, Deno, Bun and browsers all have; those of the language itself are there anyway. */
const names = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "DOMException",
  "Event",
  "EventTarget",
  "File",
  "FormData",
  "Headers",
  "MessageChannel",
  "ReadableStream",
  "Request",
  "Response",
  "TextDecoder",
  "TextEncoder",
  "TransformStream",
  "URL",
  "URLSearchParams",
  "WritableStream",
  "atob",
  "btoa",
  "clearInterval",
  "clearTimeout",
  "console",
  "crypto",
  "fetch",
  "performance",
  "queueMicrotask",
  "setInterval",
  "setTimeout",
  "structuredClone",
  // The bytes that crypto and fetch are given must be of their own realm.
  "ArrayBuffer",
  "Uint8Array"
]

/** The value of the script's last statement. */
export const runWithoutNode = (script: string): unknown =>
  runInContext(
    script,
    createContext(Object.fromEntries(names.map((name) => [name, globalThis[name as keyof typeof globalThis]])))
  )
