/**
 * Which language a page is in: the one its address names, or the best that the browser asks for. With it come the words,
 * the direction, and how dates and numbers are written.
 */
import { ar } from "./languages/ar.ts"
import { de } from "./languages/de.ts"
import { en } from "./languages/en.ts"
import { es } from "./languages/es.ts"
import { fr } from "./languages/fr.ts"
import { hi } from "./languages/hi.ts"
import { ja } from "./languages/ja.ts"
import { pt } from "./languages/pt.ts"
import type { Plural, Words } from "./Words.ts"

export interface Language {
  /** BCP 47, without a region. */
  readonly tag: string
  /** In itself. */
  readonly name: string
  readonly dir: "ltr" | "rtl"
  readonly words: Words
}
const language = (tag: string, name: string, words: Words, dir: Language["dir"] = "ltr"): Language => ({
  tag,
  name,
  dir,
  words
})

/** All there are; the first is the one of whoever asks for none of them. */
export const languages = [
  language("en", "English", en),
  language("es", "Español", es),
  language("fr", "Français", fr),
  language("de", "Deutsch", de),
  language("pt", "Português", pt),
  language("hi", "हिन्दी", hi),
  language("ar", "العربية", ar, "rtl"),
  language("ja", "日本語", ja)
] as const satisfies ReadonlyArray<Language>

/** A language as somebody speaks it: with their region, where they named one. */
export interface Locale extends Language {
  /** For dates and numbers. */
  readonly region: string
}

/** More than a browser sends. */
const longest = 512
const mostRanges = 20

const baseOf = (tag: string): string => tag.split("-", 1)[0]!.toLowerCase()
const known = (tag: string): Language | undefined => languages.find((own) => own.tag === baseOf(tag))

const localeOf = (tag: string): Locale | undefined => {
  const found = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,4}$/.test(tag) ? known(tag) : undefined
  if (found === undefined) return undefined
  try {
    return { ...found, region: Intl.getCanonicalLocales(tag)[0] ?? found.tag }
  } catch {
    return { ...found, region: found.tag }
  }
}

/** What a header asks for, the best first; of equals the one that is named first. */
const ranges = (header: string): ReadonlyArray<string> =>
  header
    .slice(0, longest)
    .split(",")
    .slice(0, mostRanges)
    .flatMap((part) => {
      const [, tag, weight] =
        /^\s*([A-Za-z0-9*-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{1,3})?|1(?:\.0{1,3})?)\s*)?$/.exec(part) ?? []
      const quality = weight === undefined ? 1 : Number(weight)
      return tag === undefined || quality === 0 ? [] : [{ tag, quality }]
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)

/** The language of a page: `named` in its address, or by the header `accept-language`. */
export const choose = (named: string | null, header: string | undefined): Locale => {
  for (const tag of [...(named === null ? [] : [named]), ...ranges(header ?? "")]) {
    const found = tag === "*" ? localeOf(languages[0].tag) : localeOf(tag)
    if (found !== undefined) return found
  }
  return { ...languages[0], region: languages[0].tag }
}

/** The form of a word for a number, with the number in it as the language writes it. */
export const plural = ({ region, tag }: Locale, forms: Plural, count: number): string =>
  (forms[new Intl.PluralRules(tag).select(count)] ?? forms.other).replaceAll(
    "#",
    new Intl.NumberFormat(region).format(count)
  )

/** A day in words. */
export const day = ({ region }: Locale, date: Date): string =>
  new Intl.DateTimeFormat(region, { dateStyle: "long", timeZone: "UTC" }).format(date)
