/**
 * A platform's name in the spellings that a connector needs, and how a template's text takes them on. The template is itself a
 * connector, of the invented platform Acme Books, so its spellings are the placeholders.
 */

/** A name that cannot be used; the message says what would be right. */
export class NameRefused extends Error {
  override readonly name = "NameRefused"
}

export interface Names {
  /** `acme-books`: the package and its files. */
  readonly slug: string
  /** `acmeBooks`: the exported value. */
  readonly value: string
  /** `ACME_BOOKS`: the integration on the wire. */
  readonly id: string
  /** `Acme Books`: what people read. */
  readonly title: string
}

/** Words that a value cannot be called, and those that the laws keep from a connector. */
const taken = new Set(
  (
    "arguments async await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public return " +
    "static super switch this throw true try typeof undefined var void while with yield " +
    "fetch process global self window require console performance contacts createContacts taxRates suite"
  ).split(" ")
)

const spelt = (slug: string): Names => {
  const words = slug.split("-")
  const titled = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return {
    slug,
    value: words[0] + titled.slice(1).join(""),
    id: words.join("_").toUpperCase(),
    title: titled.join(" ")
  }
}

/** The spellings of a platform's slug, such as `acme-books`; throws `NameRefused` for what cannot be one. */
export const of = (slug: string): Names => {
  const said = JSON.stringify(slug)
  if (/^(@[^/]+\/)?svc-connector-/.test(slug)) {
    throw new NameRefused(`${said} names a package: give the platform alone, ${slug.replace(/^.*svc-connector-/, "")}.`)
  }
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(slug) || slug.length > 60) {
    throw new NameRefused(
      `${said} is no name for a connector: give the platform in lower-case letters and digits, its words joined by single hyphens, ` +
        "beginning with a letter, at most 60 characters, such as acme-books."
    )
  }
  const names = spelt(slug)
  if (taken.has(names.value)) {
    throw new NameRefused(`${said} is a word of the language or of the contract: add one, such as ${slug}-books.`)
  }
  return names
}

const template = spelt("acme-books")
const placeholder = new RegExp(Object.values(template).join("|"), "g")
const kinds = Object.keys(template) as ReadonlyArray<keyof Names>

/** The template's text, or a path of it, for a platform of these names. */
export const fill = (text: string, names: Names): string =>
  text.replace(placeholder, (found) => names[kinds.find((kind) => template[kind] === found)!])
