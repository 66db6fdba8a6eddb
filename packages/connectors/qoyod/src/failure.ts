/** What Qoyod says in words: what went wrong, by member, as a message or in a sentence, and what was deleted. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"

/** Qoyod's members by ours. */
const members: Readonly<Record<string, string>> = {
  reference: "document_number",
  issue_date: "posted_date",
  expiry_date: "delivery_date",
  date: "posted_date",
  sku: "code",
  name_en: "name",
  code: "nominal_code"
}
/** Quirk: what was deleted is answered with a sentence. */
export const parse = (text: string, json: (text: string) => unknown): unknown =>
  /^\s*\p{L}+\s/u.test(text) ? text : json(text)

const first = (value: unknown): string | undefined => {
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === "string" && one.trim() !== "" ? one : undefined
}

export const failure = ({ body }: { readonly body: unknown }) => {
  const errors = Call.at(body, "errors")
  if (typeof errors === "object" && errors !== null && !Array.isArray(errors)) {
    const [name, said] = Object.entries(errors)[0] ?? []
    const message = first(said)
    const field = name === undefined || name === "base" ? undefined : (members[name] ?? name)
    return { message: message === undefined ? undefined : `${field === undefined ? "" : `${name} `}${message}`, field }
  }
  const text = typeof body === "string" ? Normalize.text(body) : null
  // A page for people says nothing.
  const sentence = text === null || text.startsWith("<") ? undefined : text
  return { message: first(errors) ?? first(Call.at(body, "error")) ?? first(Call.at(body, "message")) ?? sentence }
}
