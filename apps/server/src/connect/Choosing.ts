/** The page on which an end user finds the platform to connect, and what each will ask for before it asks. */
import type { Connector } from "@svc/core"
import { Request } from "@svc/core/runtime"
import * as Asked from "../connections/Asked.ts"
import type { Offered } from "../connections/Integrations.ts"
import { type Html, html } from "./Html.ts"
import { arrow, assetPath, badge, type Place, platformPath, shell, type Standing, startPath, tile } from "./Pages.ts"
import { folded, isFound, script } from "./Search.ts"

const titles: Readonly<Record<Connector.Category, string>> = {
  ACCOUNTING: "Accounting",
  PAYMENTS: "Payments",
  CRM: "Customers and sales",
  ECOMMERCE: "Online shops",
  CUSTOM: "Other"
}

/** From how many platforms on there is a search: fewer are seen at one look. */
const searched = 8

/** What a way to connect asks for, such as "Shop, then you sign in at Acme". */
const asksOfWay = (connector: Connector.Any, method: string | null): string => {
  const auth = Request.authOf(connector, method)
  const fields = [...Object.values(Asked.settingsOf(connector, method)), ...Object.values(Asked.keysOf(auth))].filter(
    ({ optional }) => optional !== true
  )
  const labels = fields.map(({ label }) => label).join(", ")
  if (auth._tag !== "OAuth2") return labels === "" ? "Nothing has to be entered" : `Asks for: ${labels}`
  return labels === "" ? `You sign in at ${connector.name}` : `Asks for: ${labels}; then you sign in there`
}
/** The same of all its ways, where it has several. */
const asksOf = ({ connector, methods }: Offered): string =>
  methods.length === 1 || connector.auth._tag !== "Choice"
    ? asksOfWay(connector, methods[0]!)
    : connector.auth.methods.flatMap(({ label, name }) => (methods.includes(name) ? [label] : [])).join(" · ")

/** What a platform is found by: its name, its integration and its kind. */
const wordsOf = ({ category, id, name }: Connector.Any): string =>
  folded(`${name} ${id.replaceAll("_", " ")} ${titles[category]}`)

export interface ChoosePage {
  readonly token: string
  readonly companyName: string | null
  readonly offered: ReadonlyArray<Offered>
  readonly standings: ReadonlyMap<string, Standing>
  /** What was searched for; empty for all. */
  readonly query: string
}

const noneFound = "No platform is called that."

/** Which platform? */
export const choose = (place: Place, { companyName, offered, query, standings, token }: ChoosePage): Html => {
  const isSearched = offered.length >= searched
  const found = isSearched ? offered.filter(({ connector }) => isFound(wordsOf(connector), query)) : offered
  const order = Object.keys(titles)
  const groups = [...Map.groupBy(found, ({ connector }) => connector.category)].toSorted(
    ([a], [b]) => order.indexOf(a) - order.indexOf(b)
  )
  const card = (own: Offered) => {
    const { connector } = own
    return html`<li data-words="${wordsOf(connector)}">
      <a href="${platformPath(place, token, connector)}"
        >${tile(connector)}<span class="name">${connector.name}<small>${asksOf(own)}</small></span
        >${badge(standings.get(connector.id))}${arrow}</a
      >
    </li> `
  }
  const list = (items: ReadonlyArray<Offered>) =>
    html`<ul class="cards">
      ${items.toSorted((a, b) => a.connector.name.localeCompare(b.connector.name)).map(card)}
    </ul>`
  const search = html`<form class="search" role="search" method="get" action="${startPath(place, token)}">
      <label for="q">Search</label>
      <input id="q" name="q" type="search" value="${query}" autocomplete="off" spellcheck="false" enterkeyhint="go" />
      <button class="button" type="submit">Search</button>
    </form>
    <p
      role="status"
      class="${found.length === 0 ? "lead" : "unseen"}"
      data-none="${noneFound}"
      data-one="platform"
      data-many="platforms"
    >
      ${found.length === 0 && noneFound}
    </p>
    ${
      query !== "" &&
      html`<noscript
        ><p class="more"><a href="${startPath(place, token)}">Show all</a></p></noscript
      > `
    }`
  return shell(
    place,
    "Connect your software",
    html`<h1>What does ${companyName ?? "your company"} use?</h1>
      <p class="lead">Choose the platform you want to connect.</p>
      ${isSearched && search}${
        groups.length === 1 && !isSearched
          ? list(found)
          : groups.map(
              ([category, items]) =>
                html`<section data-group>
                  <h2>${titles[category]}</h2>
                  ${list(items)}
                </section> `
            )
      }`,
    isSearched && html`<script type="module" src="${assetPath(place, script.name)}"></script>`
  )
}
