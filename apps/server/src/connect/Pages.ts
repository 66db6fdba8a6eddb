/**
 * The pages an end user connects a platform on, as functions from what is known to HTML. They need no script; every
 * field has a label, every fault is said in words beside its field and at the top.
 */
import { type Auth, Connector, Models, Setting } from "@svc/core"
import type { FieldFault } from "../connections/Asked.ts"
import type { SyncConfigs } from "../connections/SyncConfig.ts"
import { type Html, html } from "./Html.ts"
import { marks } from "./Marks.ts"
import { favicon, style } from "./Style.ts"

/** Where the pages live: the path of the public address, without trailing slash. */
export interface Place {
  readonly root: string
  /** Who asks for access to the data of which company; null before a link is known. */
  readonly asking: { readonly name: string; readonly company: string | null } | null
}
export const assetPath = ({ root }: Place, name: string): string => `${root}/connect/assets/${name}`
export const startPath = ({ root }: Place, token: string): string => `${root}/connect/${token}`
/** Of a platform, or of one of the ways to connect it. */
export const platformPath = (
  place: Place,
  token: string,
  { id }: Connector.Any,
  method: string | null = null
): string => `${startPath(place, token)}/with/${id.toLowerCase()}${method === null ? "" : `/${method}`}`
export const accountPath = (place: Place, token: string, choice: string): string =>
  `${startPath(place, token)}/account/${choice}`
export const donePath = (place: Place, token: string, connectionId: number): string =>
  `${startPath(place, token)}/done/${connectionId}`

/** What a company already has of a platform. */
export type Standing = "connected" | "attention"

const svg = (path: string): Html =>
  html`<svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2.2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d="${path}" />
  </svg>`
const lock = svg("M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11")
const check = svg("M5 12.5l4.5 4.5L19 7.5")
const cross = svg("M7 7l10 10M17 7L7 17")
const out = svg("M13 5h6v6M19 5l-9 9M17 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4")
export const arrow = html`<svg
  class="arrow"
  viewBox="0 0 24 24"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linecap="round"
  stroke-linejoin="round"
  aria-hidden="true"
  focusable="false"
>
  <path d="M9 6l6 6-6 6" />
</svg>`

/** Every page: its title, what stands in it, and what else its head has. */
export const shell = (place: Place, title: string, body: Html, head?: Html | false): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" type="image/svg+xml" href="${assetPath(place, favicon.name)}" />
        <link rel="stylesheet" href="${assetPath(place, style.name)}" />
        ${head}
      </head>
      <body>
        <main>
          ${
            place.asking !== null &&
            html`<p class="asking">
              <strong>${place.asking.name}</strong> asks for access to the data of
              <strong>${place.asking.company ?? "your company"}</strong>.
            </p>`
          }${body}
        </main>
        <footer>${lock}Access is stored encrypted and used for this connection only.</footer>
      </body>
    </html> `

/** The same tint for a platform on every page. */
const tintOf = (id: string): number => [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 8
/** The platform's mark, or its letter. */
export const tile = ({ id, name }: Connector.Any): Html => {
  const mark = marks[id]
  return mark === undefined
    ? html`<span class="tile tint-${tintOf(id)}" aria-hidden="true">${[...name][0]?.toUpperCase()}</span>`
    : html`<svg class="tile" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <rect width="24" height="24" fill="${mark.colour}" />
        <path transform="translate(5.4 5.4) scale(.55)" fill="${mark.ink}" d="${mark.path}" />
      </svg>`
}
export const badge = (standing: Standing | undefined): Html | null =>
  standing === undefined
    ? null
    : standing === "connected"
      ? html`<span class="badge good">Connected</span>`
      : html`<span class="badge warn">Sign in again</span>`

/** How is it to be connected, where the platform has several ways? */
export const chooseMethod = (
  place: Place,
  token: string,
  connector: Connector.Any,
  methods: ReadonlyArray<Auth.Method>,
  hasOthers: boolean
): Html =>
  shell(
    place,
    `Connect ${connector.name}`,
    html`<div class="head">
        ${tile(connector)}
        <h1>Connect ${connector.name}</h1>
      </div>
      <p class="lead">There are several ways. Choose the one that suits you; the data is the same.</p>
      <ul class="cards">
        ${methods.map(
          ({ help, label, name }) =>
            html`<li>
              <a href="${platformPath(place, token, connector, name)}"
                ><span class="name">${label}${help !== undefined && html`<small>${help}</small>`}</span>${arrow}</a
              >
            </li> `
        )}
      </ul>
      ${hasOthers && html`<p class="more"><a href="${startPath(place, token)}">Choose another platform</a></p>`}`
  )

export interface Shown {
  /** Name in the form, such as `key.api_key`. */
  readonly name: string
  readonly field: Setting.Asked
  /** What was entered; secrets are never shown again. */
  readonly value: string
  readonly fault: FieldFault | undefined
}
/** What went wrong with the platform, in plain words, and its own words where it has some. */
export interface Trouble {
  readonly title: string
  readonly text: string
  readonly detail: string | null
}

const sentence = (fault: FieldFault): string => (fault.isMissing ? "Please fill this in." : `This ${fault.message}.`)

const fieldOf = ({ fault, field, name, value }: Shown, isFirstFault: boolean): Html => {
  const id = `field-${name.replaceAll(".", "-")}`
  const described = [field.help === undefined ? null : `${id}-help`, fault === undefined ? null : `${id}-fault`]
    .filter((one) => one !== null)
    .join(" ")
  const isSecret = field.secret === true
  const describedBy = described === "" ? null : html` aria-describedby="${described}"`
  const state = html`${describedBy}${fault && html` aria-invalid="true"`}${field.optional !== true && html` required`}${isFirstFault && html` autofocus`}`
  const control =
    field.choices === undefined
      ? html`<input
          id="${id}"
          name="${name}"
          type="${isSecret ? "password" : "text"}"
          ${!isSecret && html` value="${value}"`}
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          ${field.placeholder && html` placeholder="${field.placeholder}"`}${state}
        />`
      : html`<select id="${id}" name="${name}" ${state}>
          <option value="">Please choose</option>
          ${Object.entries(field.choices).map(
            ([key, label]) => html`<option value="${key}" ${key === value && html` selected`}>${label}</option> `
          )}
        </select>`
  return html`<div class="field">
    <label for="${id}"
      >${field.label}${field.optional === true && html` <span class="optional">(optional)</span>`}</label
    >
    ${field.help && html`<p class="help" id="${id}-help">${field.help}</p> `}${
      fault && html`<p class="fault" id="${id}-fault">${sentence(fault)}</p> `
    }${control}
  </div> `
}

const troubleNote = (trouble: Trouble): Html =>
  html`<div class="note bad" role="alert">
    <h2>${trouble.title}</h2>
    <p>${trouble.text}</p>
    ${trouble.detail !== null && html`<p class="detail">${trouble.detail}</p> `}
  </div> `
const faultNote = (fields: ReadonlyArray<Shown>): Html | null => {
  const faulty = fields.filter(({ fault }) => fault !== undefined)
  if (faulty.length === 0) return null
  const items = faulty.map(
    ({ field, name }) => html`<li><a href="#field-${name.replaceAll(".", "-")}">${field.label}</a></li> `
  )
  return html`<div class="note bad" role="alert">
    <h2>Something is missing or not right</h2>
    <p>Nothing was connected. Please look at:</p>
    <ul>
      ${items}
    </ul>
  </div> `
}

/** What a connection will read and may change, for those who want to know before they agree. */
const shared = (connector: Connector.Any, configs: SyncConfigs): Html => {
  const title = (model: Models.ModelId) => Models.get(model).title
  const chips = (models: ReadonlyArray<Models.ModelId>) =>
    html`<ul class="chips">
      ${models.map((model) => html`<li>${title(model)}</li> `)}
    </ul>`
  const read = configs.filter(({ enabled }) => enabled).map(({ data_model }) => data_model)
  const written = Object.keys(connector.writes).filter(Models.isModelId)
  return html`<details>
    <summary>What is shared?</summary>
    ${
      read.length === 0
        ? html`<p class="help">Nothing is read by itself.</p>`
        : html`<h2>Read regularly</h2>
            ${chips(read)}`
    }
    ${
      written.length > 0 &&
      html`<h2>May be created or changed for you</h2>
        ${chips(written)}`
    }
  </details>`
}

export interface PlatformPage {
  readonly token: string
  readonly connector: Connector.Any
  /** How it is authorised, and the name of that way where the platform has several. */
  readonly auth: Auth.Single
  readonly method: string | null
  readonly csrf: string
  readonly fields: ReadonlyArray<Shown>
  readonly standing: Standing | undefined
  readonly configs: SyncConfigs
  readonly trouble: Trouble | null
  /** There are other ways, and other platforms, to go back to. */
  readonly hasOtherWays: boolean
  readonly hasOthers: boolean
}

/** A label within a sentence; an abbreviation stays as it is. */
const uncapital = (label: string): string => label.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())

/** A sentence with its addresses as links. */
const linked = (text: string): Html =>
  html`${text
    .split(/(https:\/\/[^\s,;()]*[^\s,;().])/)
    .map((part, index) =>
      index % 2 === 0 ? part : html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>`
    )}`
const guideOf = ({ auth }: PlatformPage): Html | null => {
  const steps = auth._tag === "None" ? undefined : auth.guide
  if (steps === undefined || steps.length === 0) return null
  return html`<div class="guide">
    <h2>What to do</h2>
    <ol>
      ${steps.map((step) => html`<li>${linked(step)}</li> `)}
    </ol>
  </div> `
}

/** What is asked before a platform is connected; with nothing to ask, a word and a button. */
export const platform = (place: Place, page: PlatformPage): Html => {
  const { connector, fields, trouble } = page
  const isOAuth = page.auth._tag === "OAuth2"
  const firstFault = fields.find(({ fault }) => fault !== undefined)
  // What is found out and needed is what the user chooses between; what is optional is found out about it.
  const chosen = Object.values<Setting.Setting>(Connector.settingsOf(connector, page.method)).find(
    (setting) => setting.optional !== true && Setting.placesOf(setting).some(({ _tag }) => _tag === "Discovered")
  )
  const afterwards = chosen && ` Where there are several, you choose the ${uncapital(chosen.label)} afterwards.`
  const lead = isOAuth
    ? `You will sign in at ${connector.name} and agree there. Your password stays with ${connector.name}.`
    : fields.length === 0
      ? `Nothing has to be entered for ${connector.name}.`
      : `Enter what ${connector.name} gives you for connecting other software.`
  return shell(
    place,
    `Connect ${connector.name}`,
    html`<div class="head">
        ${tile(connector)}
        <h1>Connect ${connector.name}</h1>
      </div>
      <p class="lead">${lead}${afterwards}</p>
      ${guideOf(page)}${trouble !== null && troubleNote(trouble)}${faultNote(fields)}${
        page.standing === "connected" &&
        html`<div class="note info">
          <p>${connector.name} is connected already. Connecting it again renews the access; nothing is lost.</p>
        </div> `
      }${
        page.standing === "attention" &&
        html`<div class="note info"><p>The access to ${connector.name} has ended. Connect it again to go on.</p></div> `
      }
      <form method="post" action="${platformPath(place, page.token, connector, page.method)}">
        <input type="hidden" name="csrf" value="${page.csrf}" />
        ${fields.map((shown) => fieldOf(shown, shown === firstFault))}<button class="button" type="submit">
          ${isOAuth ? `Continue to ${connector.name}` : `Connect ${connector.name}`}
        </button>
      </form>
      ${shared(connector, page.configs)}
      ${
        page.hasOtherWays &&
        html`<p class="more"><a href="${platformPath(place, page.token, connector)}">Connect it another way</a></p> `
      }${page.hasOthers && html`<p class="more"><a href="${startPath(place, page.token)}">Choose another platform</a></p>`}`
  )
}

/**
 * The way out to the platform. It is a page, not a redirect: a form's redirects may only lead where `form-action` allows,
 * and platforms send their users over hosts that nobody can list beforehand.
 */
export const leave = (place: Place, connector: Connector.Any, url: URL): Html =>
  shell(
    place,
    `On to ${connector.name}`,
    html`<div class="status">
      <span class="sign info">${out}</span>
      <h1>On to ${connector.name}</h1>
      <p class="lead">You are being taken to ${url.host} to sign in.</p>
      <a class="button" href="${url.href}">Continue to ${connector.name}</a>
    </div>`,
    html`<meta http-equiv="refresh" content="0;url=${url.href}" /> `
  )

export interface AccountPage {
  readonly token: string
  readonly choice: string
  readonly connector: Connector.Any
  readonly method: string | null
  readonly csrf: string
  readonly accounts: ReadonlyArray<{ readonly name: string; readonly standing: Standing | undefined }>
  readonly selected: number | null
  readonly isMissing: boolean
  readonly trouble: Trouble | null
}

/** Which of several accounts? */
export const account = (place: Place, page: AccountPage): Html =>
  shell(
    place,
    `Choose an account of ${page.connector.name}`,
    html`<div class="head">${tile(page.connector)}<h1>Which account?</h1></div>
<p class="lead">Your sign-in at ${page.connector.name} can use several. Choose the one to connect.</p>
${page.trouble !== null && troubleNote(page.trouble)}<form method="post" action="${accountPath(place, page.token, page.choice)}">
<input type="hidden" name="csrf" value="${page.csrf}">
<fieldset${page.isMissing && html` aria-describedby="account-fault"`}>
<legend>Account</legend>
${page.isMissing && html`<p class="fault" id="account-fault" role="alert">Please choose one.</p> `}<div class="options">
${page.accounts.map(
  ({ name, standing }, index) =>
    html`<label
      ><input type="radio" name="account" value="${index}" required${index === page.selected && html` checked`} /><span
        class="name"
        >${name}</span
      >${badge(standing)}</label
    > `
)}</div>
</fieldset>
<button class="button" type="submit">Connect this account</button>
</form>
<p class="more"><a href="${platformPath(place, page.token, page.connector, page.method)}">Sign in as somebody else</a></p>`
  )

export const done = (place: Place, token: string, connector: Connector.Any, hasOthers: boolean): Html =>
  shell(
    place,
    `${connector.name} is connected`,
    html`<div class="status">
      <span class="sign good">${check}</span>
      <h1>${connector.name} is connected</h1>
      <p class="lead">Your data is being read now. You can close this window.</p>
      ${hasOthers && html`<p class="more"><a href="${startPath(place, token)}">Connect another platform</a></p>`}
    </div>`
  )

/** Where a message offers to go. */
export interface Way {
  readonly href: string
  readonly label: string
}
/** Something that cannot go on, in plain words, with a way back where there is one. */
export const stop = (place: Place, trouble: Trouble, way: Way | null): Html =>
  shell(
    place,
    trouble.title,
    html`<div class="status">
      <span class="sign bad">${cross}</span>
      <h1>${trouble.title}</h1>
      <p class="lead">${trouble.text}</p>
      ${trouble.detail !== null && html`<p class="detail">${trouble.detail}</p> `}${
        way !== null && html`<a class="button" href="${way.href}">${way.label}</a> `
      }
    </div>`
  )
