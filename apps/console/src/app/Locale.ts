/**
 * The language of whoever looks, once for all: some browsers name one that no formatter takes, such as `en-US@posix`, where a
 * machine has a locale of POSIX. What is behind the language is left out, and who asks the browser is told the same.
 */
const fits = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
const named = [navigator.language, ...navigator.languages].map((tag) => tag.replace(/[@.].*$/, "").replaceAll("_", "-"))

/** Such as `en-GB`. */
export const locale: string = named.find(fits) ?? "en"

// The plot library asks the browser by itself, when it is loaded.
if (navigator.language !== locale) Object.defineProperty(navigator, "language", { configurable: true, value: locale })
