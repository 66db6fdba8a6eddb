/** The words of the connect page: each language says everything, in its own words, with the names and numbers it was given. */
import { describe, expect, it } from "vitest"
import { html, render } from "../../src/connect/Html.ts"
import * as Languages from "../../src/connect/Languages.ts"
import type { Plural } from "../../src/connect/Words.ts"

type Part = readonly [path: string, value: unknown]
const partsOf = (value: object, path = ""): ReadonlyArray<Part> =>
  Object.entries(value).flatMap(([name, part]): ReadonlyArray<Part> => {
    const at = path === "" ? name : `${path}.${name}`
    return typeof part === "object" && part !== null && !isPlural(part) ? partsOf(part, at) : [[at, part]]
  })
const isPlural = (value: object): value is Plural => "other" in value

/** What functions answer for names of our choosing; numbers are given as names as well. */
const names = ["Zubinha", "Quorvex", "Mylar"] as const
const said = (answer: unknown): string =>
  typeof answer === "string"
    ? answer
    : "title" in (answer as object)
      ? Object.values(answer as object).join(" ")
      : render(answer as never)
const call = (path: string, word: (...given: ReadonlyArray<unknown>) => unknown): string => {
  const takesHtml = /^(?:asks|asksFor|labels|labelsThenSignIn|chosenAfterwards|form)$/.test(path)
  const given = names.map((name) => (takesHtml ? html`${name}` : name))
  if (path === "platformSays") return said(word(names[0], html`${names[1]}`))
  return said(word(...given.slice(0, word.length)))
}

const english = new Map(partsOf(Languages.languages[0].words))

describe.each(Languages.languages.map((language) => [language.name, language] as const))("%s", (_, language) => {
  const parts = partsOf(language.words)

  it("puts in the names that it is given, all of them", () => {
    for (const [path, word] of parts) {
      if (typeof word !== "function") continue
      const text = call(path, word as never)
      for (const name of names.slice(0, word.length)) expect(text, path).toContain(name)
      expect(text, path).not.toMatch(/undefined|null|\[object/)
    }
  })

  it("says nothing empty, and no sentence of another language", () => {
    for (const [path, word] of parts) {
      if (typeof word !== "string") continue
      expect(word.trim(), path).not.toBe("")
      if (language.tag !== "en" && word.split(" ").length > 2) expect(word, path).not.toBe(english.get(path))
    }
  })

  it("has a form for every number there can be", () => {
    const rules = new Intl.PluralRules(language.tag)
    for (const [path, forms] of parts) {
      if (typeof forms !== "object") continue
      for (let count = 1; count <= 120; count++) {
        expect(Object.keys(forms as Plural), `${path} ${count}`).toContain(rules.select(count))
      }
    }
  })
})

describe("which language", () => {
  it.each([
    ["de", "de"],
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["fr-CA", "fr"],
    ["pt-BR, pt;q=0.9", "pt"],
    ["zh-CN,zh;q=0.9,ja;q=0.4,en;q=0.3", "ja"],
    ["en;q=0.5,ar-EG", "ar"],
    ["hi;q=0,es;q=0.1", "es"],
    ["sv,*;q=0.1", "en"],
    ["ES-mx", "es"],
    ["da, nl", "en"],
    ["", "en"],
    [";q=,,,de;q=2,;;", "en"],
    [`${"x".repeat(600)},de`, "en"],
    ["de\u0000", "en"]
  ])("%j is answered in %s", (header, tag) => {
    expect(Languages.choose(null, header).tag).toBe(tag)
  })

  it("the address wins over the browser, and dates are those of the region", () => {
    const day = (header: string) => Languages.day(Languages.choose(null, header), new Date("2026-12-23T08:00:00Z"))
    expect(Languages.choose("ja", "de").tag).toBe("ja")
    expect(Languages.choose("xx", "de").tag).toBe("de")
    expect(day("en-US")).toBe("December 23, 2026")
    expect(day("en-GB")).toBe("23 December 2026")
    expect(day("de-CH")).toBe("23. Dezember 2026")
    expect(day("ja")).toBe("2026年12月23日")
  })
})
