/**
 * The page that shows the OpenAPI document: a list of the operations, and the one that was chosen, made when it is chosen. It
 * holds all of its script and style, reads the document from beside it, and sends a request where somebody tries one.
 */
import type { OpenAPISpec } from "effect/http-api/OpenApi"

const css = `
:root { color-scheme: light dark; --page: #fff; --side: #f5f6fa; --line: #d9dce6; --text: #171a26; --soft: #565d73; --accent: #3b3fd8; --code: #eef0f7 }
@media (prefers-color-scheme: dark) {
  :root { --page: #0e1018; --side: #171a26; --line: #2d3244; --text: #eef0f7; --soft: #a7aec4; --accent: #a3a8ff; --code: #20243a }
}
* { box-sizing: border-box }
body { margin: 0; display: grid; grid-template-columns: 20rem minmax(0, 1fr); height: 100vh; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
nav { overflow-y: auto; background: var(--side); border-right: 1px solid var(--line); padding: 1rem }
main { overflow-y: auto; padding: 1.5rem 2rem 4rem; overflow-wrap: anywhere }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: .2rem .5rem; border-radius: .3rem; color: inherit; text-decoration: none }
nav a:hover, nav a[aria-current] { background: var(--code) }
nav li { content-visibility: auto; contain-intrinsic-size: auto 2rem }
summary { cursor: pointer; padding: .2rem 0 }
nav summary { font-weight: 600 }
input, textarea, button { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: .3rem; padding: .4rem .6rem; max-width: 100% }
input, textarea { width: 100% }
textarea { font-family: ui-monospace, monospace; min-height: 10rem }
button { background: var(--accent); color: var(--page); cursor: pointer }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; background: var(--code); border-radius: .3rem; padding: .1em .3em }
pre { padding: .8rem; overflow: auto; max-height: 30rem }
dl { margin: 0; border-left: 2px solid var(--line); padding-left: 1rem }
dt { margin-top: .6rem }
dd { margin: 0 }
.soft { color: var(--soft) }
.method { font: 700 .75rem ui-monospace, monospace; text-transform: uppercase; color: var(--accent); margin-right: .5rem }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
@media (max-width: 50rem) { body { display: block; height: auto } nav { max-height: 45vh; border-right: 0 } main { padding: 1rem } }
`

const js = `
const main = document.querySelector("main"), filter = document.querySelector("#filter")
const home = main.innerHTML
const loaded = fetch("/openapi.json").then((answer) => answer.json()).then((spec) => {
  const found = new Map()
  const add = (items, kind) => { for (const [path, item] of Object.entries(items ?? {})) for (const [method, op] of Object.entries(item)) found.set(op.operationId, { path, method, op, kind }) }
  add(spec.paths, "path"); add(spec.webhooks, "webhook")
  return { spec, found }
})
const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes ?? {})) if (value !== undefined) element.setAttribute(name, value)
  element.append(...children.filter((child) => child !== undefined))
  return element
}
// Text as the document has it: paragraphs, and code between backticks.
const words = (text, tag = "p") => {
  const element = make(tag)
  for (const [at, part] of (text ?? "").split("\`").entries()) element.append(at % 2 ? make("code", {}, part) : part)
  return element
}
const resolve = (spec, at) => at?.$ref === undefined ? at : at.$ref.slice(2).split("/").reduce((of, name) => of?.[name.replaceAll("~1", "/").replaceAll("~0", "~")], spec)
const nameOf = (schema) => schema?.$ref?.split("/").at(-1)
const typeOf = (schema) => {
  if (schema === undefined) return ""
  if (schema.$ref !== undefined) return nameOf(schema)
  const parts = schema.anyOf ?? schema.oneOf
  if (parts !== undefined) return parts.length > 6 ? "one of " + parts.length : parts.map(typeOf).join(" or ")
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const type = [schema.type ?? "any"].flat().map((one) => one === "array" ? "list of " + (typeOf(schema.items) || "any") : one).join(" or ")
  return type + (schema.format ? " (" + schema.format + ")" : "")
}
// The objects that a schema leads to.
const objects = (schema) => {
  if (schema === undefined) return []
  if (schema.$ref !== undefined) return [schema]
  return [...(schema.anyOf ?? schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(objects)
}
const facts = (schema) => [
  ["minLength", "at least", "characters"], ["maxLength", "at most", "characters"], ["minItems", "at least", "entries"], ["maxItems", "at most", "entries"],
  ["minimum", "from", ""], ["maximum", "to", ""], ["default", "by default", ""]
].flatMap(([name, before, after]) => schema[name] === undefined || schema[name] > 1e15 ? [] : [[before, schema[name], after].join(" ").trim()]).join(", ")
const openable = (title, fill) => {
  const details = make("details", {}, make("summary", {}, title))
  details.addEventListener("toggle", () => { if (details.open && details.childElementCount === 1) details.append(fill()) }, { once: false })
  return details
}
const members = (spec, schema) => {
  const of = resolve(spec, schema)
  if (of?.properties === undefined) return make("div", {}, ...objects(of).map((one) => openable(nameOf(one), () => members(spec, one))))
  const list = make("dl")
  for (const [name, member] of Object.entries(of.properties)) {
    const values = member.enum ?? member.items?.enum
    list.append(
      make("dt", {}, make("code", {}, name), " ", make("span", { class: "soft" }, [typeOf(member), of.required?.includes(name) ? "required" : "", facts(member)].filter(Boolean).join(", "))),
      make("dd", {}, words(member.description, "div"), values === undefined ? undefined : make("div", { class: "soft" }, values.filter((one) => one !== null).join(", ")),
        ...objects(member).map((one) => openable(nameOf(one), () => members(spec, one))))
    )
  }
  return list
}
const schemaOf = (body) => body?.content?.["application/json"]?.schema ?? Object.values(body?.content ?? {})[0]?.schema
const exampleOf = (spec, schema) => { const of = resolve(spec, schema); return of?.examples?.[0] ?? (of?.anyOf ?? of?.oneOf ?? []).map((one) => exampleOf(spec, one)).find((one) => one !== undefined) }
const shown = (value) => make("pre", { tabindex: "0" }, JSON.stringify(value, null, 2))
const body = (spec, schema) => make("div", {}, make("p", {}, make("code", {}, typeOf(schema))), members(spec, schema), exampleOf(spec, schema) === undefined ? "" : openable("Example", () => shown(exampleOf(spec, schema))))
let key = ""
const trial = (spec, { path, method, op }) => {
  const form = make("form")
  const field = (name, label, type) => make("p", {}, make("label", {}, label, make("input", { name, type: type ?? "text", autocomplete: "off", spellcheck: "false" })))
  if (op.security?.length) form.append(field("key:", "api_key", "password"))
  const own = (op.parameters ?? []).filter((one) => one.in !== "query")
  for (const one of own) form.append(field(one.in + ":" + one.name, one.name + (one.required ? "" : " (optional)")))
  if (op.parameters?.some((one) => one.in === "query")) form.append(field("query:", "Query, such as limit=10&sort[svc_updated_at]=ASC"))
  const example = exampleOf(spec, schemaOf(op.requestBody))
  const kinds = Object.keys(op.requestBody?.content ?? {}), kind = kinds.includes("application/json") ? "application/json" : kinds[0]
  if (op.requestBody) { const text = make("textarea", { name: "body:", "aria-label": "Body", spellcheck: "false" }); text.value = kind === "application/json" ? JSON.stringify(example ?? {}, null, 2) : ""; form.append(make("p", {}, text)) }
  const told = make("div", { role: "status" })
  form.append(make("p", {}, make("button", {}, "Send")), told)
  if (form.elements["key:"]) form.elements["key:"].value = key
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    const values = new FormData(form), headers = {}
    if (values.get("key:")) headers.api_key = key = values.get("key:")
    let url = path
    for (const one of own) {
      const value = values.get(one.in + ":" + one.name)
      if (one.in === "path") url = url.replace("{" + one.name + "}", encodeURIComponent(value))
      else if (value) headers[one.name] = value
    }
    if (values.get("query:")) url += "?" + values.get("query:")
    if (values.has("body:")) headers["content-type"] = kind
    const from = performance.now()
    try {
      const answer = await fetch(url, { method: method.toUpperCase(), headers, body: values.get("body:") ?? undefined })
      const text = await answer.text()
      let value; try { value = JSON.stringify(JSON.parse(text), null, 2) } catch { value = text }
      told.replaceChildren(make("p", {}, answer.status + " in " + Math.round(performance.now() - from) + " ms"), make("pre", { tabindex: "0" }, value.slice(0, 200000)))
    } catch (error) { told.replaceChildren(make("p", {}, String(error))) }
  })
  return form
}
const show = ({ spec, found }) => {
  const id = decodeURIComponent(location.hash.slice(1)), one = found.get(id)
  for (const link of document.querySelectorAll("nav a[aria-current]")) link.removeAttribute("aria-current")
  if (one === undefined) { main.innerHTML = home; return }
  const link = document.querySelector('nav a[href="#' + CSS.escape(id) + '"]')
  link?.setAttribute("aria-current", "page")
  link?.closest("details").setAttribute("open", "")
  const { op, path, method, kind } = one
  const section = (title, ...content) => make("section", {}, make("h2", {}, title), ...content)
  const parameters = op.parameters ?? []
  const list = make("dl", {}, ...parameters.flatMap((own) => [
    make("dt", {}, make("code", {}, own.name), " ", make("span", { class: "soft" }, [own.in, own.style === "deepObject" ? "[operator]" : typeOf(own.schema), own.required ? "required" : "", facts(own.schema)].filter(Boolean).join(", "))),
    make("dd", {}, words(own.description, "div"))
  ]))
  main.replaceChildren(
    make("h1", {}, op.summary), make("p", {}, make("span", { class: "method" }, kind === "webhook" ? "webhook" : method), make("code", {}, path)), words(op.description),
    ...(parameters.length ? [section("Parameters", list)] : []),
    ...(op.requestBody ? [section("Body", body(spec, schemaOf(op.requestBody)))] : []),
    section("Answers", ...Object.entries(op.responses).map(([status, response]) => {
      const of = resolve(spec, response), schema = schemaOf(of)
      const inside = () => make("div", {}, words(of.description), schema ? body(spec, schema) : "")
      const details = openable(status, inside)
      if (status === "200") details.open = true
      return details
    })),
    ...(kind === "webhook" ? [] : [section("Try it", openable("Send a request", () => trial(spec, one)))])
  )
  main.scrollTop = 0
  main.focus()
}
const go = () => loaded.then(show, (error) => { main.textContent = "The document could not be read: " + error })
addEventListener("hashchange", go)
if (location.hash.length > 1) go()
filter.addEventListener("input", () => {
  const wanted = filter.value.toLowerCase().split(/\\s+/)
  for (const group of document.querySelectorAll("nav details")) {
    let any = false
    for (const item of group.querySelectorAll("li")) { item.hidden = !wanted.every((word) => item.dataset.words.includes(word)); any ||= !item.hidden }
    group.hidden = !any
    if (filter.value !== "") group.open = any
  }
})
`

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
const prose = (text: string): string =>
  text
    .split("\n\n")
    .map((part) => `<p>${escaped(part).replaceAll(/`([^`]*)`/g, "<code>$1</code>")}</p>`)
    .join("")

interface Shown {
  readonly id: string
  readonly tags: ReadonlyArray<string>
  readonly method: string
  readonly path: string
  readonly summary: string
}
const operationsOf = (items: Readonly<Record<string, object>>, isWebhook: boolean): ReadonlyArray<Shown> =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, summary, tags }]) => ({
      id: operationId,
      tags,
      method: isWebhook ? "event" : method,
      path,
      summary: summary ?? operationId
    }))
  )

/** The page of a document. */
export const html = (document: OpenAPISpec): string => {
  const webhooks = (document as { readonly webhooks?: Record<string, object> }).webhooks ?? {}
  const all = [...operationsOf(document.paths as never, false), ...operationsOf(webhooks, true)]
  const group = (
    { description, name }: { readonly name: string; readonly description?: string },
    at: number
  ): string => {
    const items = all
      .filter(({ tags }) => tags.includes(name))
      .map(
        ({ id, method, path, summary }) =>
          `<li data-words="${escaped(`${summary} ${path} ${method}`.toLowerCase())}"><a href="#${escaped(id)}"><span class="method">${method}</span>${escaped(summary)}</a></li>`
      )
    const title = description === undefined ? "" : ` title="${escaped(description)}"`
    return `<details${at === 0 ? " open" : ""}><summary${title}>${escaped(name)}</summary><ul>${items.join("")}</ul></details>`
  }
  const { description = "", title, version } = document.info
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} ${escaped(version)}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${css}</style></head><body>` +
    `<nav aria-label="Operations"><p><input id="filter" type="search" placeholder="Find an operation" aria-label="Find an operation"></p>` +
    `${document.tags.map(group).join("")}</nav>` +
    `<main tabindex="-1"><h1>${escaped(title)} ${escaped(version)}</h1>${prose(description)}` +
    `<p>The document itself: <a href="/openapi.json">openapi.json</a></p></main>` +
    `<script>${js}</script></body></html>`
  )
}
