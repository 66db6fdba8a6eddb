/**
 * Which JSON of a platform is handed on as the text it came as. Parsed, looked through and written again a large answer would
 * take ten times its size in memory; here it is read over once and nothing is made of it.
 */
import { Json, type Verbatim } from "@svc/core/runtime"

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OBJECT = 0x7b
const OBJECT_END = 0x7d
const LIST = 0x5b
const LIST_END = 0x5d

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** Past one escape; those of ASCII characters by their number are left out: a name or a secret may hide in them. */
const escape = /\\(?:["\\/bfnrt]|u(?!00[0-7])[0-9a-fA-F]{4})/y

/** Where something that begins at a place ends; -1 where it does not match. */
const past = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Where the string that begins at a place ends; -1 where it is none, or not for us to hand on. */
const pastString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < 0x20) return -1
    at = code === BACKSLASH ? past(escape, text, at) : at + 1
    if (at === -1) return -1
  }
  return -1
}

const pastBlank = (text: string, from: number): number => {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
  }
}

/** Where the number, or the word, that begins at a place ends; -1 where it is none, or a number that is kept as a text. */
const pastPlain = (text: string, at: number): number => {
  for (const word of words) if (text.startsWith(word, at)) return at + word.length
  const end = past(number, text, at)
  if (end === -1) return -1
  const written = text.slice(at, end)
  return Json.isSuspicious(written) && typeof Json.parse(written) !== "number" ? -1 : end
}
const words = ["null", "true", "false"]

/** Whether a text is JSON of at most so many levels, every number and name of which is handed on as it is. */
export const within =
  (levels: number): Verbatim.IsVerbatim =>
  (text, isSecretName) => {
    /** For each object or list that is open, whether it is an object. */
    const open: Array<boolean> = []
    let at = pastBlank(text, 0)
    for (;;) {
      // Here a value begins; in an object, its name comes first.
      if (open.at(-1) === true) {
        if (text.charCodeAt(at) !== QUOTE) return false
        const end = pastString(text, at)
        if (end === -1 || isSecretName(text.slice(at + 1, end - 1))) return false
        at = pastBlank(text, end)
        if (text[at] !== ":") return false
        at = pastBlank(text, at + 1)
      }
      const code = text.charCodeAt(at)
      if (code === OBJECT || code === LIST) {
        if (open.length === levels) return false
        at = pastBlank(text, at + 1)
        if (text.charCodeAt(at) !== (code === OBJECT ? OBJECT_END : LIST_END)) {
          open.push(code === OBJECT)
          continue
        }
        at++
      } else {
        at = code === QUOTE ? pastString(text, at) : pastPlain(text, at)
        if (at === -1) return false
      }
      // And here one has ended, and maybe what it is in.
      for (at = pastBlank(text, at); text[at] !== ","; at = pastBlank(text, at + 1)) {
        const isObject = open.pop()
        if (isObject === undefined) return at === text.length
        if (text.charCodeAt(at) !== (isObject ? OBJECT_END : LIST_END)) return false
      }
      if (open.length === 0) return false
      at = pastBlank(text, at + 1)
    }
  }
