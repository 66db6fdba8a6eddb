/**
 * That no member of a record is made of a piece of another's text: a website cut out of an e-mail, a first name out of a
 * name. Null says that a platform does not know; a piece of something else says what nobody told.
 */
import { type Field, Models } from "@svc/core"
import { assertShown } from "./because.ts"
import type { Case } from "./Case.ts"
import type { Check, Subject } from "./Subject.ts"
import { straightRun } from "./Walk.ts"

export const inventedChecks = (subject: Subject, model: Models.ModelId, own: Case): ReadonlyArray<Check> => [
  {
    name: `${model}: no member is made of a piece of another's text`,
    run: async () => {
      const { fake, walked } = await straightRun(subject, model, own)
      const said = new Set<string>()
      for (const reply of fake.replies) for (const text of textsIn(reply?.text ?? "")) said.add(text)
      const pieces = walked.items
        .flatMap(({ records }) => records)
        .flatMap((record) => leavesOf(Models.get(model).fields, record))
        .flatMap(([name, value]) => {
          const whole = plain(value)
          if (whole.length < 3 || said.has(whole)) return []
          const from = [...said].find((text) => isAddress(text) && text.includes(whole))
          return from === undefined
            ? []
            : [`\`${name}\` is "${value}", which is nowhere told but as a piece of "${from}"`]
        })
      assertShown(own, "pieces", pieces[0] ?? null)
    }
  }
]

/** Texts of which a piece looks like something else: an e-mail, a name of several words. */
const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) || /^\p{L}+( \p{L}+)+$/u.test(text)

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\/(www\.)?|^www\./, "")
    .replace(/\/+$/, "")

/** Every text that an answer holds, as a member's value, a member's name, an element's content or an attribute. */
const textsIn = (answer: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (value: unknown): void => {
    if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        found.push(plain(name))
        visit(inner)
      }
    } else found.push(plain(String(value)))
  }
  try {
    visit(JSON.parse(answer))
  } catch {
    for (const [, content = "", attribute = ""] of answer.matchAll(/>([^<]+)<|"([^"]*)"/g)) {
      found.push(plain(content), plain(attribute))
    }
  }
  return found
}

/** Texts of a record that anybody may have written: neither words of the interface nor ids of records. */
const leavesOf = (fields: Field.Fields, record: object): ReadonlyArray<readonly [string, string]> =>
  Object.entries(record).flatMap(([name, value]): ReadonlyArray<readonly [string, string]> => {
    const { kind, members, of, values } = fields[name] ?? {}
    if (kind === "text" && typeof value === "string") {
      // Words in capitals are the interface's, also where their set is open.
      return values === undefined && !/(^|_)ids?$/.test(name) && !/^[A-Z_]+$/.test(value) ? [[name, value]] : []
    }
    const inner = of?.fields ?? members
    if (inner === undefined || typeof value !== "object" || value === null) return []
    return [value].flat().flatMap((row) => leavesOf(inner, row as object))
  })
