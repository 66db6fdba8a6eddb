/** A browser as far as the connect page needs one: it keeps its cookies, fills in forms, and goes only where it is told. */

export interface Visited {
  readonly status: number
  readonly text: string
  readonly location: string | null
}
export interface Visitor {
  readonly cookies: ReadonlyMap<string, string>
  /** Opens an address, or sends a form to it. */
  readonly visit: (url: string, form?: Readonly<Record<string, string>>) => Promise<Visited>
  /** Fills in the form that stands at an address. */
  readonly submit: (url: string, fields?: Readonly<Record<string, string>>) => Promise<Visited>
  /** The same where that leads on to a platform; gives the platform's address. */
  readonly signIn: (url: string, fields?: Readonly<Record<string, string>>) => Promise<URL>
}

export const start = (): Visitor => {
  const cookies = new Map<string, string>()
  const visit: Visitor["visit"] = async (url, form) => {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) })
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair] = cookie.split(";")
      cookies.set(pair!.slice(0, pair!.indexOf("=")), pair!.slice(pair!.indexOf("=") + 1))
    }
    return { status: response.status, text: await response.text(), location: response.headers.get("location") }
  }
  const submit: Visitor["submit"] = async (url, fields = {}) => {
    const { text } = await visit(url)
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1]
    if (csrf === undefined) throw new Error(`There is no form at ${url}: ${text.slice(0, 500)}`)
    return visit(url, { ...fields, csrf })
  }
  return {
    cookies,
    visit,
    submit,
    signIn: async (url, fields) => {
      const { text } = await submit(url, fields)
      const address = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1]
      if (address === undefined) throw new Error(`The form at ${url} leads to no sign-in: ${text.slice(0, 500)}`)
      return new URL(address.replaceAll("&amp;", "&"))
    }
  }
}
