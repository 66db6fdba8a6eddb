/**
 * As much of a browser as a page without script needs: cookies for each host, redirects, links and forms. It walks the
 * pages an end user connects on.
 */
export interface Page {
  readonly url: URL
  readonly status: number
  readonly text: string
}
export interface Form {
  readonly action: URL
  readonly method: string
  readonly fields: ReadonlyMap<string, string>
  /** Choices of radio buttons and selects, by name. */
  readonly choices: ReadonlyMap<string, ReadonlyArray<string>>
  /** Values of its submit buttons that carry a name. */
  readonly buttons: ReadonlyArray<readonly [name: string, value: string]>
  /** What stands in it, for telling forms apart. */
  readonly text: string
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
  apos: "'"
}
const decoded = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)

const attributesOf = (tag: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const match of tag.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g)) {
    const [, name, double, single, bare] = match
    if (!found.has(name!.toLowerCase())) found.set(name!.toLowerCase(), decoded(double ?? single ?? bare ?? ""))
  }
  return found
}

/** The forms of a page, in order. */
export const formsOf = ({ text, url }: Page): ReadonlyArray<Form> =>
  [...text.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)].map(([, head, inner]) => {
    const own = attributesOf(head!)
    const fields = new Map<string, string>()
    const choices = new Map<string, Array<string>>()
    const buttons: Array<readonly [string, string]> = []
    const choose = (name: string, value: string) => choices.set(name, [...(choices.get(name) ?? []), value])
    for (const [, tag, rest] of inner!.matchAll(/<(input|button|textarea)\b([^>]*)>/gi)) {
      const attributes = attributesOf(rest!)
      const name = attributes.get("name")
      const type = (attributes.get("type") ?? (tag!.toLowerCase() === "button" ? "submit" : "text")).toLowerCase()
      if (name === undefined) continue
      const value = attributes.get("value") ?? ""
      if (type === "submit") buttons.push([name, value])
      else if (type === "radio" || type === "checkbox") {
        choose(name, value)
        if (attributes.has("checked")) fields.set(name, value)
      } else fields.set(name, value)
    }
    for (const [, head2, options] of inner!.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/gi)) {
      const name = attributesOf(head2!).get("name")
      if (name === undefined) continue
      for (const [, option] of options!.matchAll(/<option\b([^>]*)>/gi))
        choose(name, attributesOf(option!).get("value") ?? "")
      fields.set(name, choices.get(name)?.find((value) => value !== "") ?? "")
    }
    return {
      action: new URL(own.get("action") ?? "", url),
      method: (own.get("method") ?? "GET").toUpperCase(),
      fields,
      choices,
      buttons,
      text: decoded(`${head} ${inner}`)
    }
  })

/** The links of a page whose address or text matches. */
export const linksOf = ({ text, url }: Page, wanted: RegExp): ReadonlyArray<URL> =>
  [...text.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/gi)].flatMap(([, head, inner]) => {
    const href = attributesOf(head!).get("href")
    return href !== undefined && (wanted.test(href) || wanted.test(decoded(inner!))) ? [new URL(href, url)] : []
  })

/** The text of a page as a person reads it. */
export const readable = ({ text }: Page): string =>
  decoded(text.replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, " ").replaceAll(/<[^>]+>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim()

export interface Browser {
  readonly open: (url: URL | string) => Promise<Page>
  readonly submit: (from: Page, form: Form, values?: Readonly<Record<string, string>>) => Promise<Page>
  /** Every address that was asked for, redirects included. */
  readonly visited: ReadonlyArray<string>
}

export const make = (): Browser => {
  const jars = new Map<string, Map<string, string>>()
  const visited: Array<string> = []
  const visit = async (start: URL, init: RequestInit, origin: string | null): Promise<Page> => {
    let url = start
    let request = init
    for (let hop = 0; hop < 20; hop++) {
      visited.push(url.href)
      const jar = jars.get(url.host) ?? new Map<string, string>()
      jars.set(url.host, jar)
      const headers = new Headers(request.headers)
      headers.set("accept", "text/html,*/*;q=0.8")
      if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "))
      if (request.method === "POST" && origin !== null) {
        headers.set("origin", origin)
        headers.set("sec-fetch-site", origin === url.origin ? "same-origin" : "cross-site")
      }
      const answer = await fetch(url, { ...request, headers, redirect: "manual" })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (name === undefined) continue
        if (/;\s*max-age=0\b/i.test(cookie)) jar.delete(name.trim())
        else jar.set(name.trim(), value!)
      }
      const location = answer.headers.get("location")
      if (answer.status < 300 || answer.status > 399 || location === null) {
        return { url, status: answer.status, text: await answer.text() }
      }
      await answer.body?.cancel()
      url = new URL(location, url)
      // All but 307 and 308 go on as GET.
      if (answer.status !== 307 && answer.status !== 308) request = { method: "GET" }
    }
    throw new Error(`too many redirects from ${start.href}`)
  }
  return {
    visited,
    open: (url) => visit(new URL(url), { method: "GET" }, null),
    submit: (from, form, values = {}) => {
      const sent = new URLSearchParams({ ...Object.fromEntries(form.fields), ...values })
      if (form.method === "GET") {
        const url = new URL(form.action)
        url.search = sent.toString()
        return visit(url, { method: "GET" }, from.url.origin)
      }
      return visit(form.action, { method: "POST", body: sent }, from.url.origin)
    }
  }
}
