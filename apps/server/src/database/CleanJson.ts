/**
 * Text that PostgreSQL refuses: a NUL, and half of a surrogate pair, which is no character at all. Platforms send both;
 * here they become U+FFFD, the sign for "something that cannot be shown", so that one record does not fail its page.
 */

const REPLACEMENT = "\uFFFD"

/** The text with each NUL and each lone surrogate replaced by U+FFFD; the same string when there is none. */
export const cleanText = (text: string): string => {
  const formed = text.isWellFormed() ? text : text.toWellFormed()
  return formed.includes("\0") ? formed.replaceAll("\0", REPLACEMENT) : formed
}

/**
 * A JSON value with every text in it cleaned, keys too. What needs no cleaning is given back as it is, not copied.
 */
export const cleanJson = <A>(value: A): A => clean(value) as A

const clean = (value: unknown): unknown => {
  if (typeof value === "string") return cleanText(value)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    let copy: Array<unknown> | undefined
    for (let index = 0; index < value.length; index++) {
      const item = clean(value[index])
      if (item !== value[index]) copy ??= value.slice()
      if (copy !== undefined) copy[index] = item
    }
    return copy ?? value
  }
  let changed = false
  const entries: Array<[string, unknown]> = []
  for (const [key, item] of Object.entries(value)) {
    const entry: [string, unknown] = [cleanText(key), clean(item)]
    changed ||= entry[0] !== key || entry[1] !== item
    entries.push(entry)
  }
  return changed ? Object.fromEntries(entries) : value
}

/** In JSON text: a backslash (which hides what follows), a whole pair of escapes, a lone escape, an escaped NUL. */
const ESCAPES =
  /\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\u0000/g

/** The same for JSON that is text already, without parsing it. */
export const cleanJsonText = (json: string): string => {
  const text = cleanText(json)
  if (!text.includes("\\u")) return text
  return text.replace(ESCAPES, (escape) => (escape.length === 6 ? REPLACEMENT : escape))
}

/** Levels that the database's parser is given at most: beyond some thousands PostgreSQL refuses, and PGlite breaks. */
const mostLevels = 2000

/** Whether JSON text is nested deeper than the database takes. */
export const isTooDeep = (json: string): boolean => {
  if (json.length < 2 * mostLevels) return false
  let level = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case 0x22:
        isText = !isText
        break
      case 0x5c:
        if (isText) at++
        break
      case 0x5b:
      case 0x7b:
        if (!isText && ++level > mostLevels) return true
        break
      case 0x5d:
      case 0x7d:
        if (!isText) level--
    }
  }
  return false
}
