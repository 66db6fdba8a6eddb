/**
 * Where the connect page may send somebody, and who may have it in a frame: origins that the operator names, each exactly as
 * it is. An address is held against them when a link is made and again whenever it is used.
 */

const here = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Whether an address may lead there at all: https, or http on the machine of whoever develops. */
const isWeb = ({ hostname, protocol }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && here.has(hostname))

/** An origin as browsers write it, such as `https://app.example.com`; null for anything else. */
export const originOf = (text: string): string | null => {
  const url = /^[!-~]{1,255}$/.test(text) ? URL.parse(text) : null
  return url !== null && isWeb(url) && url.origin === text ? text : null
}

/** Characters of an address. */
export const longest = 2048

/**
 * An address of ours to keep: printable ASCII (an international name in its `xn--` form), with its origin written out as
 * browsers write it, so that no parser takes it for another; without a user and a fragment.
 */
export const addressOf = (text: string): URL | null => {
  if (text.length > longest || !/^[!-~]+$/.test(text) || text.includes("\\")) return null
  const url = URL.parse(text)
  if (url === null || !isWeb(url) || url.username !== "" || url.password !== "" || text.includes("#")) return null
  const rest = text.startsWith(url.origin) ? text.slice(url.origin.length) : null
  return rest !== null && (rest === "" || /^[/?]/.test(rest)) ? url : null
}

/** The address, where its origin is one of these. */
export const allowed = (text: string, origins: ReadonlyArray<string>): URL | null => {
  const url = addressOf(text)
  return url !== null && origins.includes(url.origin) ? url : null
}

/** With what the caller is told; members of the same name give way. */
export const withParams = (url: URL, params: Readonly<Record<string, string | null>>): string => {
  const own = new URL(url)
  for (const [name, value] of Object.entries(params)) {
    if (value === null) own.searchParams.delete(name)
    else own.searchParams.set(name, value)
  }
  return own.href
}
