/** Where a shop is: what its people type of the address, and what plugins and hosts put around its answers. */
import * as Setting from "@svc/core/Setting"

/** Host, port and path without the scheme, which the way to sign in decides; pages of WordPress itself are no part of it. */
export const siteOf = (typed: string): string => {
  const text = typed.trim().replace(/[?#].*$/s, "")
  const whole = Setting.address(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  return whole
    .replace(/^https?:\/\//i, "")
    .replace(/\/(?:wp-(?:admin|json|login\.php)|wc-auth|index\.php)(?:\/.*)?$/i, "")
    .replace(/\/+$/, "")
}
export const sitePattern =
  "[a-z0-9](?:[a-z0-9.\\-]*[a-z0-9])?(?::[0-9]{1,5})?(?:/(?!(?:\\.|%2[eE])+(?:/|$))[A-Za-z0-9._~%\\-]+)*"

/** Where JSON may begin: at the start of a line, or behind a tag. */
const beginning = /(?:^|\n|>)\s*([[{])/g

/**
 * Quirk: where PHP shows its notices, and with careless plugins, text stands before the JSON. It is skipped; JSON that begins at
 * once and breaks off is none, so that no inner part of it is taken for the whole.
 */
export const parse = (text: string, json: (text: string) => unknown): unknown => {
  const own = text.replace(/^\uFEFF/, "").trimStart()
  try {
    return json(own)
  } catch (error) {
    if (/^[[{"]/.test(own)) throw error
    for (const found of own.matchAll(beginning)) {
      try {
        return json(own.slice(found.index + found[0].length - 1))
      } catch {
        continue
      }
    }
    throw error
  }
}
