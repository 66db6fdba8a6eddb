/** What the people see who connect a platform: the brand, the languages, and the page itself as it looks now. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { FormEvent } from "react"
import { useMay } from "../app/Caller.tsx"
import { root, service } from "../app/Service.ts"
import { useParameter } from "../parts/Address.ts"
import { Facts } from "../parts/Facts.tsx"
import { Fault } from "../parts/Fault.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Time } from "../parts/Time.tsx"

type Brand = Awaited<ReturnType<typeof service.brand.get>>

/** As the page itself has them; whoever opens it gets the one that the browser asks for. */
const languages = [
  ["en", "English"],
  ["es", "Español"],
  ["fr", "Français"],
  ["de", "Deutsch"],
  ["pt", "Português"],
  ["hi", "हिन्दी"],
  ["ar", "العربية"],
  ["ja", "日本語"]
] as const
const sizes = { desk: [1024, 640], phone: [390, 700] } as const

const dataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result)))
    reader.addEventListener("error", () => reject(new Error("The file cannot be read.")))
    reader.readAsDataURL(file)
  })

const Form = ({ of }: { readonly of: Brand }) => {
  const cache = useQueryClient()
  const changing = useMutation({
    mutationFn: async (form: FormData) => {
      const text = (name: string) => String(form.get(name)).trim() || null
      const mark = form.get("mark")
      return service.brand.change({
        name: text("name"),
        colour: text("colour"),
        privacy_url: text("privacy_url"),
        support_url: text("support_url"),
        ...(mark instanceof File && mark.size > 0 ? { mark: await dataUrl(mark) } : {}),
        ...(form.get("no_mark") === "on" ? { mark: null } : {})
      })
    },
    onSuccess: () => cache.invalidateQueries()
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    changing.mutate(new FormData(event.currentTarget))
  }
  const field = (name: "name" | "privacy_url" | "support_url" | "colour", label: string, hint: string) => (
    <label className="field">
      <span>{label}</span>
      <input className="input" name={name} defaultValue={of[name] ?? ""} placeholder={hint} autoComplete="off" />
    </label>
  )
  return (
    <form className="stack" onSubmit={submit} key={of.svc_updated_at}>
      {field("name", "Who asks for access", "Acme")}
      {field("colour", "Colour of buttons and links", "#0b6b4a")}
      {field("privacy_url", "What happens with data", "https://acme.example/privacy")}
      {field("support_url", "Where people get help", "mailto:help@acme.example")}
      <label className="field">
        <span>Mark: a PNG or an SVG of shapes alone, at most 32 kB</span>
        <input className="input" type="file" name="mark" accept="image/png,image/svg+xml" />
      </label>
      {of.mark_url === null ? null : (
        <label className="row">
          <input type="checkbox" name="no_mark" /> Without the mark that there is
        </label>
      )}
      {changing.isError ? <Fault error={changing.error} /> : null}
      {changing.isSuccess ? <p role="status">It is changed.</p> : null}
      <div className="row">
        <button className="button" data-kind="main" disabled={changing.isPending}>
          Change it
        </button>
      </div>
    </form>
  )
}

/** A page without what would run on it, and whose files are found from wherever the console is. */
const withoutScripts = (html: string): string => {
  const page = new DOMParser().parseFromString(html, "text/html")
  for (const own of page.querySelectorAll("script")) own.remove()
  for (const [selector, name] of [
    ["link", "href"],
    ["img", "src"]
  ] as const) {
    for (const own of page.querySelectorAll(selector))
      own.setAttribute(name, new URL(own.getAttribute(name)!, root).href)
  }
  return `<!doctype html>${page.documentElement.outerHTML}`
}

/** The page of a link that waits, as the service answers it: with its style and without scripts, and nothing in it is sent. */
const Preview = ({ changed }: { readonly changed: string | null }) => {
  const [named, setLanguage] = useParameter("language")
  const language = languages.find(([tag]) => tag === named)?.[0] ?? "en"
  const [on, setSize] = useParameter("on")
  const size = on === "phone" ? "phone" : "desk"
  const links = useQuery({
    queryKey: ["links", "preview"],
    queryFn: ({ signal }) =>
      service.inviteLinks
        .list({ limit: 50, filter: { revoked: { eq: false } }, sort: { svc_id: "DESC" } } as never, { signal })
        .page()
  })
  const link = links.data?.data.find(
    ({ expires_at, revoked, url }) => !revoked && url !== null && Date.parse(expires_at) > Date.now()
  )
  const page = useQuery({
    queryKey: ["connect page", link?.url, language, changed],
    enabled: link !== undefined,
    queryFn: async ({ signal }) => {
      const { pathname } = new URL(link!.url!)
      const answer = await fetch(new URL(`${pathname}?lang=${language}`, root), { signal, credentials: "omit" })
      return withoutScripts(await answer.text())
    }
  })
  if (links.data !== undefined && link === undefined) {
    return (
      <p className="empty">
        <strong>There is no link whose page could be shown.</strong>
        <Link to="/links">Make an invite link</Link>
      </p>
    )
  }
  const [width, height] = sizes[size]
  return (
    <>
      <div className="row">
        <label className="field">
          <span>Language</span>
          <select className="input" value={language} onChange={({ target }) => setLanguage(target.value)}>
            {languages.map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>On a</span>
          <select
            className="input"
            value={size}
            onChange={({ target }) => setSize(target.value === "phone" ? "phone" : null)}
          >
            <option>desk</option>
            <option>phone</option>
          </select>
        </label>
      </div>
      <Shown of={page}>
        {(html) => (
          <div className="preview" tabIndex={0} role="region" aria-label="Preview of the connect page">
            <iframe
              title="The connect page"
              sandbox="allow-same-origin"
              srcDoc={html}
              width={width}
              height={height}
              tabIndex={-1}
            />
          </div>
        )}
      </Shown>
    </>
  )
}

export const View = () => {
  const isAdmin = useMay("admin")
  const brand = useQuery({ queryKey: ["brand"], queryFn: () => service.brand.get() })
  return (
    <>
      <div className="row apart">
        <h1>Connect page</h1>
        <Link to="/links" className="button">
          Invite links
        </Link>
      </div>
      <Shown of={brand}>
        {(own) => (
          <>
            <section className="panel stack">
              <h2>Brand</h2>
              {isAdmin ? (
                <Form of={own} />
              ) : (
                <Facts
                  of={[
                    ["Who asks", own.name],
                    ["Colour", own.colour],
                    ["Privacy", own.privacy_url],
                    ["Help", own.support_url],
                    ["Changed", <Time key="changed" at={own.svc_updated_at} />]
                  ]}
                />
              )}
            </section>
            {isAdmin ? (
              <section className="panel stack">
                <h2>As people see it</h2>
                <Preview changed={own.svc_updated_at} />
              </section>
            ) : null}
          </>
        )}
      </Shown>
    </>
  )
}
