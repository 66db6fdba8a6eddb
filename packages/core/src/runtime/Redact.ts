/** Removes secrets from anything that may be shown, logged or stored: errors, platform answers, spans. */
import { bytesToBase64 } from "../contract/Base64.ts"
import * as Bounds from "../contract/Bounds.ts"

const shown = "[redacted]"
/** Members whose value is a secret whatever it is. */
const secretName =
  /^(authorization|access_token|refresh_token|id_token|client_secret|api_?key|password|secret|set-cookie|cookie)$/i
/** Whether a member of this name is taken out whatever it holds. */
export const isSecretName = (name: string): boolean => secretName.test(name)

/** Secrets of fewer bytes are too short to be looked for within a longer text in base64: ordinary text would hold them. */
const embedded = 12

/** The secrets as they are, and as they stand in an address and in a header, alone or beside a name. */
export const formsOf = (secrets: Iterable<string>): ReadonlySet<string> => {
  const forms = new Set<string>()
  for (const secret of secrets) {
    if (secret.length < 4) continue
    const escaped = encodeURIComponent(secret)
    for (const written of new Set([secret, escaped, escaped.replaceAll("%20", "+")])) {
      forms.add(written)
      for (const form of base64Of(new TextEncoder().encode(written))) forms.add(form)
    }
  }
  return forms
}

/**
 * Base64 of bytes by themselves, and what is the same of it in every longer text that holds them: three bytes are four
 * letters, so it depends on how many bytes come before, and the letters at the ends on which.
 */
const base64Of = (bytes: Uint8Array): ReadonlyArray<string> => {
  const whole = bytesToBase64(bytes)
  if (bytes.length < embedded) return [whole]
  const within = [0, 1, 2].map((before) => {
    const text = new Uint8Array(before + bytes.length)
    text.set(bytes, before)
    return bytesToBase64(text).slice(Math.ceil((before * 8) / 6), Math.floor((text.length * 8) / 6))
  })
  return [whole, ...within]
}

/**
 * A function that replaces every occurrence of the given secrets in a JSON value by `[redacted]`, and the values of
 * members with tell-tale names. Secrets shorter than 4 characters are ignored: they would blank ordinary text.
 */
export const redactor = (secrets: Iterable<string>): (<A>(value: A) => A) => {
  // Most answers are never shown: the forms are worked out for the first that is.
  let ordered: ReadonlyArray<string> | undefined
  const text = (value: string): string => {
    ordered ??= [...formsOf(secrets)].toSorted((a, b) => b.length - a.length)
    return ordered.reduce((rest, secret) => rest.replaceAll(secret, shown), value)
  }
  const walk = (value: unknown, levels: number): unknown => {
    if (typeof value === "string") return text(value)
    if (typeof value !== "object" || value === null) return value
    // What lies deeper is in no answer that is handed on.
    if (levels === 0) return "…"
    if (Array.isArray(value)) return value.map((inner) => walk(inner, levels - 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        text(name),
        isSecretName(name) && typeof inner === "string" ? shown : walk(inner, levels - 1)
      ])
    )
  }
  return <A>(value: A) => walk(value, Bounds.deepest) as A
}
