/**
 * The page on which an end user finds the platform to connect, and what each will ask for before it asks. In a frame of
 * somebody else's page it is all there is: what is entered is entered in a window whose address can be seen.
 */
import type { Connector } from "@svc/core"
import { Request } from "@svc/core/runtime"
import * as Asked from "../connections/Asked.ts"
import type { Offered } from "../connections/Integrations.ts"
import * as Frame from "./Frame.ts"
import { type Html, html } from "./Html.ts"
import * as Journey from "./Journey.ts"
import type { Words } from "./Words.ts"
import {
  arrow,
  assetPath,
  badge,
  cancel,
  framePath,
  own,
  type Place,
  platformPath,
  shell,
  type Standing,
  startPath,
  tile
} from "./Pages.ts"
import { folded, isFound, script } from "./Search.ts"

const order: ReadonlyArray<Connector.Category> = ["ACCOUNTING", "PAYMENTS", "CRM", "ECOMMERCE", "CUSTOM"]

/** From how many platforms on there is a search: fewer are seen at one look. */
const searched = 8

/** What a way to connect asks for, such as "Shop, then you sign in at Acme". */
const asksOfWay = (place: Place, connector: Connector.Any, method: string | null): Html => {
  const { words } = place.locale
  const auth = Request.authOf(connector, method)
  const fields = [...Object.values(Asked.settingsOf(connector, method)), ...Object.values(Asked.keysOf(auth))].filter(
    ({ optional }) => optional !== true
  )
  const labels = fields.length === 0 ? null : own(place, fields.map(({ label }) => label).join(", "))
  if (auth._tag !== "OAuth2") return labels === null ? html`${words.nothingAsked}` : words.labels(labels)
  return labels === null ? html`${words.signInAt(connector.name)}` : words.labelsThenSignIn(labels)
}
/** The same of all its ways, where it has several. */
const asksOf = (place: Place, { connector, methods }: Offered): Html =>
  methods.length === 1 || connector.auth._tag !== "Choice"
    ? asksOfWay(place, connector, methods[0]!)
    : own(
        place,
        connector.auth.methods.flatMap(({ label, name }) => (methods.includes(name) ? [label] : [])).join(" · ")
      )

/** What a platform is found by: its name, its integration and its kind. */
const wordsOf = ({ categories }: Words, { category, id, name }: Connector.Any): string =>
  folded(`${name} ${id.replaceAll("_", " ")} ${categories[category]}`)

export interface ChoosePage {
  readonly token: string
  readonly companyName: string | null
  readonly offered: ReadonlyArray<Offered>
  readonly standings: ReadonlyMap<string, Standing>
  /** What was searched for; empty for all. */
  readonly query: string
  /** In a frame, where platforms open a window of their own. */
  readonly isFramed: boolean
}

/** Which platform? */
export const choose = (place: Place, { companyName, isFramed, offered, query, standings, token }: ChoosePage): Html => {
  const { tag, words } = place.locale
  const isSearched = offered.length >= searched
  const found = isSearched ? offered.filter(({ connector }) => isFound(wordsOf(words, connector), query)) : offered
  const groups = [...Map.groupBy(found, ({ connector }) => connector.category)].toSorted(
    ([a], [b]) => order.indexOf(a) - order.indexOf(b)
  )
  const here = isFramed ? framePath : startPath
  const card = (one: Offered) => {
    const { connector } = one
    const apart =
      isFramed && html` target="_blank" rel="opener" data-window data-done="${words.isConnected(connector.name)}"`
    return html`<li data-words="${wordsOf(words, connector)}">
      <a href="${platformPath(place, token, connector)}" ${apart}
        >${tile(connector)}<span class="name"
          >${connector.name}<small>${asksOf(place, one)}</small>${isFramed && html`<span class="unseen">${words.newWindow}</span>`}</span
        >${badge(place, standings.get(connector.id))}${arrow}</a
      >
    </li> `
  }
  const list = (items: ReadonlyArray<Offered>) =>
    html`<ul class="cards">
      ${items.toSorted((a, b) => a.connector.name.localeCompare(b.connector.name, tag)).map(card)}
    </ul>`
  const search = html`<form
      class="search"
      role="search"
      method="get"
      action="${here({ ...place, journey: Journey.none }, token)}"
    >
      ${Journey.entries(place.journey).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <label for="q">${words.search}</label>
      <input id="q" name="q" type="search" value="${query}" autocomplete="off" spellcheck="false" enterkeyhint="go" />
      <button class="button" type="submit">${words.search}</button>
    </form>
    <p
      role="status"
      class="${found.length === 0 ? "lead" : "unseen"}"
      data-none="${words.noneFound}"
      data-forms="${JSON.stringify(words.platforms)}"
    >
      ${found.length === 0 && words.noneFound}
    </p>
    ${
      query !== "" &&
      html`<noscript
        ><p class="more"><a href="${here(place, token)}">${words.showAll}</a></p></noscript
      > `
    }`
  return shell(place, {
    title: words.connectSoftware,
    tells: [{ type: "opened" }, { type: "choosing" }],
    here: (other) => here(other, token),
    head: html`${isSearched && html`<script type="module" src="${assetPath(place, script.name)}"></script>`}${
      isFramed && html`<script type="module" src="${assetPath(place, Frame.script.name)}"></script>`
    }`,
    body: html`<h1>${words.whatIsUsed(companyName)}</h1>
      <p class="lead">${words.choosePlatform}</p>
      ${isFramed && Frame.notices(place)}${isSearched && search}${
        groups.length === 1 && !isSearched
          ? list(found)
          : groups.map(
              ([category, items]) =>
                html`<section data-group>
                  <h2>${words.categories[category]}</h2>
                  ${list(items)}
                </section> `
            )
      }${!isFramed && cancel(place)}`
  })
}
