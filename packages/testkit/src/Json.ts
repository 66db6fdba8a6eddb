/** JSON values compared and walked, without help from any platform that runs JavaScript. */

/** One text for all JSON values that are the same: members sorted by name, those that are undefined left out. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner
  ) ?? "undefined"

/** Whether two JSON values are the same, whatever the order of their members. */
export const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** The value of a JSON text; undefined for an empty text, the text itself where it is no JSON. */
export const parsed = (text: string): unknown => {
  if (text === "") return undefined
  // To find out by an error takes long for what is often XML.
  if (!/^\s*["[{\dtfn-]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
