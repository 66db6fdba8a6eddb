/**
 * The pages an end user connects a platform on, as functions from what is known to HTML, in the language of the place. They
 * need no script; every field has a label, every fault is said in words beside its field and at the top.
 */
import { type Auth, Connector, Models, Setting } from "@svc/core"
import type { EnteredFault } from "../connections/Asked.ts"
import type { Brand } from "../connections/Brands.ts"
import type { SyncConfigs } from "../connections/SyncConfig.ts"
import { type Html, html } from "./Html.ts"
import * as Journey from "./Journey.ts"
import * as Languages from "./Languages.ts"
import { marks } from "./Marks.ts"
import { colourName, favicon, style } from "./Style.ts"
import * as Telling from "./Telling.ts"
import type { Reason, Trouble } from "./Troubles.ts"

/** How a visit ended, as a return address tells it. */
export type Outcome =
  | { readonly status: "connected"; readonly connectionId: number }
  | { readonly status: "cancelled" }
  | { readonly status: "failed"; readonly reason: Reason }

/** What every page knows: where it lives, in which language, and who asks whom. */
export interface Place {
  /** The path of the public address, without trailing slash. */
  readonly root: string
  readonly locale: Languages.Locale
  readonly journey: Journey.Journey
  readonly brand: Brand
  /** The link that was opened; null before one is known. */
  readonly link: { readonly company: string | null; readonly expiresAt: Date } | null
  /** Where the user came from and goes back to. */
  readonly back: ((outcome: Outcome) => string) | null
  /** Origins that are told what happens. */
  readonly origins: ReadonlyArray<string>
}
const at = ({ journey, root }: Place, path: string): string => `${root}${path}${Journey.query(journey)}`
export const assetPath = ({ root }: Place, name: string): string => `${root}/connect/assets/${name}`
export const startPath = (place: Place, token: string): string => at(place, `/connect/${token}`)
export const framePath = (place: Place, token: string): string => at(place, `/connect/${token}/frame`)
/** Of a platform, or of one of the ways to connect it. */
export const platformPath = (
  place: Place,
  token: string,
  { id }: Connector.Any,
  method: string | null = null
): string => at(place, `/connect/${token}/with/${id.toLowerCase()}${method === null ? "" : `/${method}`}`)
export const accountPath = (place: Place, token: string, choice: string): string =>
  at(place, `/connect/${token}/account/${choice}`)
export const donePath = (place: Place, token: string, connectionId: number): string =>
  at(place, `/connect/${token}/done/${connectionId}`)

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

/** What a connector says: it is English, on a page that may not be. */
export const own = ({ locale }: Place, text: string): Html =>
  locale.tag === "en" ? html`${text}` : html`<span lang="en" dir="ltr">${text}</span>`
/** The same for a whole element. */
const inEnglish = ({ locale }: Place): Html | false => locale.tag !== "en" && html` lang="en" dir="ltr"`
const name = (text: string): Html => html`<strong><bdi>${text}</bdi></strong>`

export interface Page {
  readonly title: string
  readonly body: Html
  /** What else its head has. */
  readonly head?: Html | false
  /** The platform it is about. */
  readonly connector?: Connector.Any
  /** What the window that opened it is told. */
  readonly tells?: ReadonlyArray<Telling.Event>
  /** Its own address, for the other languages; null where it cannot be opened again. */
  readonly here?: ((place: Place) => string) | null
}

const askingOf = ({ brand, link, locale }: Place, connector: Connector.Any | undefined): Html | null => {
  if (link === null) return null
  const company = link.company === null ? null : name(link.company)
  const { words } = locale
  return html`<p class="asking">
    ${connector === undefined ? words.asks(name(brand.name), company) : words.asksFor(name(brand.name), name(connector.name), company)}
  </p>`
}
const outside = (href: string, label: string): Html =>
  html`<a href="${href}" target="_blank" rel="noopener noreferrer">${label}</a> `
const footerOf = (place: Place, here: Page["here"]): Html => {
  const { brand, journey, link, locale } = place
  const { words } = locale
  return html`<footer>
    <p>${lock}${words.safe}</p>
    ${(brand.privacyUrl !== null || brand.supportUrl !== null) && html`<p>${brand.privacyUrl !== null && outside(brand.privacyUrl, words.privacy)}${brand.supportUrl !== null && outside(brand.supportUrl, words.support)}</p>`}
    ${link !== null && html`<p>${words.worksUntil(Languages.day(locale, link.expiresAt))}</p>`}
    ${
      here &&
      html`<details>
        <summary>${words.language}: ${locale.name}</summary>
        <ul>
          ${Languages.languages.map(
            ({ dir, name, tag }) =>
              html`<li>
                <a
                  href="${here({ ...place, journey: { ...journey, lang: tag } })}"
                  lang="${tag}"
                  dir="${dir}"
                  hreflang="${tag}"
                  ${tag === locale.tag && html` aria-current="true"`}
                  >${name}</a
                >
              </li> `
          )}
        </ul>
      </details>`
    }
  </footer>`
}

/** Every page. */
export const shell = (place: Place, { body, connector, head, here, tells = [], title }: Page): Html => {
  const { brand, journey, locale, origins } = place
  return html`<!doctype html>
    <html lang="${locale.tag}" dir="${locale.dir}" data-region="${locale.region}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" type="image/svg+xml" href="${assetPath(place, favicon.name)}" />
        <link rel="stylesheet" href="${assetPath(place, style.name)}" />
        ${brand.colour !== null && html`<link rel="stylesheet" href="${assetPath(place, colourName(brand.colour))}" />`}
        ${
          origins.length > 0 &&
          tells.length > 0 &&
          html`${Telling.meta(origins, tells, journey.state)}
            <script type="module" src="${assetPath(place, Telling.script.name)}"></script>`
        }
        ${head}
      </head>
      <body>
        ${brand.mark !== null && html`<div class="brand"><img src="${assetPath(place, brand.mark)}" alt="${brand.name}" /></div>`}
        <main>${askingOf(place, connector)}${body}</main>
        ${footerOf(place, here)}
      </body>
    </html> `
}

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
export const badge = ({ locale: { words } }: Place, standing: Standing | undefined): Html | null =>
  standing === undefined
    ? null
    : standing === "connected"
      ? html`<span class="badge good">${words.connected}</span>`
      : html`<span class="badge warn">${words.signInAgain}</span>`

const more = (href: string, label: string): Html => html`<p class="more"><a href="${href}">${label}</a></p> `
/** The way back to where the user came from, without a connection. */
export const cancel = ({ back, brand, locale }: Place): Html | null =>
  back && more(back({ status: "cancelled" }), locale.words.cancel(brand.name))

/** How is it to be connected, where the platform has several ways? */
export const chooseMethod = (
  place: Place,
  token: string,
  connector: Connector.Any,
  methods: ReadonlyArray<Auth.Method>,
  hasOthers: boolean
): Html => {
  const { words } = place.locale
  return shell(place, {
    title: words.connect(connector.name),
    connector,
    tells: [{ type: "opened" }, { type: "choosing" }],
    here: (own) => platformPath(own, token, connector),
    body: html`<div class="head">
        ${tile(connector)}
        <h1>${words.connect(connector.name)}</h1>
      </div>
      <p class="lead">${words.severalWays}</p>
      <ul class="cards">
        ${methods.map(
          ({ help, label, name }) =>
            html`<li>
              <a href="${platformPath(place, token, connector, name)}"
                ><span class="name"
                  >${own(place, label)}${help !== undefined && html`<small>${own(place, help)}</small>`}</span
                >${arrow}</a
              >
            </li> `
        )}
      </ul>
      ${hasOthers && more(startPath(place, token), words.anotherPlatform)}${cancel(place)}`
  })
}

export interface Shown {
  /** Name in the form, such as `key.api_key`. */
  readonly name: string
  readonly field: Setting.Asked
  /** Its words are ours, in the language of the page; a connector's are not. */
  readonly isOurs: boolean
  /** What was entered; secrets are never shown again. */
  readonly value: string
  readonly fault: EnteredFault | undefined
}

const sentence = ({ locale: { words } }: Place, { fault }: EnteredFault): Html | string => {
  switch (fault._tag) {
    case "Missing":
      return words.missing
    case "TooLong":
      return words.tooLong(fault.most)
    case "Characters":
      return words.characters
    case "OneOf":
      return words.oneOf
    case "Form":
      return words.form(fault.example === null ? null : html`<bdi>${fault.example}</bdi>`)
  }
}

const fieldOf = (place: Place, { fault, field, isOurs, name, value }: Shown, isFirstFault: boolean): Html => {
  const { words } = place.locale
  const said = (text: string) => (isOurs ? html`${text}` : own(place, text))
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
          dir="${isOurs ? "auto" : "ltr"}"
          ${!isSecret && html` value="${value}"`}
          autocomplete="${isOurs ? "organization" : "off"}"
          autocapitalize="none"
          spellcheck="false"
          ${field.placeholder && html` placeholder="${field.placeholder}"`}${state}
        />`
      : html`<select id="${id}" name="${name}" ${state}>
          <option value="">${words.pleaseChoose}</option>
          ${Object.entries(field.choices).map(
            ([key, label]) =>
              html`<option value="${key}" ${inEnglish(place)}${key === value && html` selected`}>${label}</option> `
          )}
        </select>`
  return html`<div class="field">
    <label for="${id}"
      >${said(field.label)}${field.optional === true && html` <span class="optional">${words.optional}</span>`}</label
    >
    ${field.help && html`<p class="help" id="${id}-help">${said(field.help)}</p> `}${
      fault && html`<p class="fault" id="${id}-fault">${sentence(place, fault)}</p> `
    }${control}
  </div> `
}

const troubleNote = (trouble: Trouble): Html =>
  html`<div class="note bad" role="alert">
    <h2>${trouble.title}</h2>
    <p>${trouble.text}</p>
    ${trouble.detail !== null && html`<p class="detail">${trouble.detail}</p> `}
  </div> `
const faultNote = (place: Place, fields: ReadonlyArray<Shown>): Html | null => {
  const faulty = fields.filter(({ fault }) => fault !== undefined)
  if (faulty.length === 0) return null
  const { words } = place.locale
  const items = faulty.map(
    ({ field, isOurs, name }) =>
      html`<li>
        <a href="#field-${name.replaceAll(".", "-")}">${isOurs ? field.label : own(place, field.label)}</a>
      </li> `
  )
  return html`<div class="note bad" role="alert">
    <h2>${words.somethingWrong}</h2>
    <p>${words.pleaseLookAt}</p>
    <ul>
      ${items}
    </ul>
  </div> `
}

/** What a connection will read and may change: how much at a glance, and each kind for those who want to know. */
const shared = (place: Place, connector: Connector.Any, configs: SyncConfigs): Html => {
  const { locale } = place
  const { words } = locale
  const chips = (models: ReadonlyArray<Models.ModelId>) =>
    html`<ul class="chips">
      ${[...new Set(models.map((model) => words.models[model]))].map((title) => html`<li>${title}</li> `)}
    </ul>`
  const read = configs.filter(({ enabled }) => enabled).map(({ data_model }) => data_model)
  const written = Object.keys(connector.writes).filter(Models.isModelId)
  const counts = [
    ...(read.length === 0 ? [] : [Languages.plural(locale, words.kindsRead, read.length)]),
    ...(written.length === 0 ? [] : [Languages.plural(locale, words.kindsWritten, written.length)])
  ]
  return html`<details>
    <summary>${words.shared}${counts.length > 0 && html` <span class="optional">${counts.join(" · ")}</span>`}</summary>
    ${
      read.length === 0
        ? html`<p class="help">${words.nothingRead}</p>`
        : html`<h2>${words.readRegularly}</h2>
            ${chips(read)}`
    }
    ${
      written.length > 0 &&
      html`<h2>${words.mayBeWritten}</h2>
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
    .map((part, index) => (index % 2 === 0 ? part : outside(part, part)))}`
const guideOf = (place: Place, { auth }: PlatformPage): Html | null => {
  const steps = auth._tag === "None" ? undefined : auth.guide
  if (steps === undefined || steps.length === 0) return null
  return html`<div class="guide">
    <h2>${place.locale.words.whatToDo}</h2>
    <ol${inEnglish(place)}>
      ${steps.map((step) => html`<li>${linked(step)}</li> `)}
    </ol>
  </div> `
}

/** What is asked before a platform is connected; with nothing to ask, a word and a button. */
export const platform = (place: Place, page: PlatformPage): Html => {
  const { connector, fields, trouble } = page
  const { words } = place.locale
  const isOAuth = page.auth._tag === "OAuth2"
  const firstFault = fields.find(({ fault }) => fault !== undefined)
  // What is found out and needed is what the user chooses between; what is optional is found out about it.
  const chosen = Object.values<Setting.Setting>(Connector.settingsOf(connector, page.method)).find(
    (setting) => setting.optional !== true && Setting.placesOf(setting).some(({ _tag }) => _tag === "Discovered")
  )
  const afterwards = chosen && html` ${words.chosenAfterwards(own(place, uncapital(chosen.label)))}`
  const lead = isOAuth
    ? words.leadSignIn(connector.name)
    : fields.length === 0
      ? words.leadNothing(connector.name)
      : words.leadKeys(connector.name)
  const note = (text: string) => html`<div class="note info"><p>${text}</p></div> `
  return shell(place, {
    title: words.connect(connector.name),
    connector,
    tells: trouble === null ? [{ type: "opened" }] : [{ type: "failed", reason: trouble.reason }],
    here: (own) => platformPath(own, page.token, connector, page.method),
    body: html`<div class="head">
        ${tile(connector)}
        <h1>${words.connect(connector.name)}</h1>
      </div>
      <p class="lead">${lead}${afterwards}</p>
      ${guideOf(place, page)}${trouble !== null && troubleNote(trouble)}${faultNote(place, fields)}${
        page.standing === "connected" && note(words.connectedAlready(connector.name))
      }${page.standing === "attention" && note(words.accessEnded(connector.name))}
      <form method="post" action="${platformPath(place, page.token, connector, page.method)}">
        <input type="hidden" name="csrf" value="${page.csrf}" />
        ${fields.map((shown) => fieldOf(place, shown, shown === firstFault))}<button class="button" type="submit">
          ${isOAuth ? words.continueTo(connector.name) : words.connect(connector.name)}
        </button>
      </form>
      ${shared(place, connector, page.configs)}
      ${page.hasOtherWays && more(platformPath(place, page.token, connector), words.anotherWay)}${
        page.hasOthers && more(startPath(place, page.token), words.anotherPlatform)
      }${cancel(place)}`
  })
}

/** Leads on without a script, and at once. */
const onwards = (href: string): Html => html`<meta http-equiv="refresh" content="0;url=${href}" /> `

/**
 * The way out to the platform. It is a page, not a redirect: a form's redirects may only lead where `form-action` allows,
 * and platforms send their users over hosts that nobody can list beforehand.
 */
export const leave = (place: Place, connector: Connector.Any, url: URL): Html => {
  const { words } = place.locale
  return shell(place, {
    title: words.onTo(connector.name),
    connector,
    head: onwards(url.href),
    body: html`<div class="status">
      <span class="sign info">${out}</span>
      <h1>${words.onTo(connector.name)}</h1>
      <p class="lead">${words.takenTo(url.host)}</p>
      <a class="button" href="${url.href}">${words.continueTo(connector.name)}</a>
    </div>`
  })
}

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
export const account = (place: Place, page: AccountPage): Html => {
  const { words } = place.locale
  return shell(place, {
    title: words.whichAccount,
    connector: page.connector,
    tells: page.trouble === null ? [{ type: "choosing" }] : [{ type: "failed", reason: page.trouble.reason }],
    here: (own) => accountPath(own, page.token, page.choice),
    body: html`<div class="head">${tile(page.connector)}<h1>${words.whichAccount}</h1></div>
<p class="lead">${words.severalAccounts(page.connector.name)}</p>
${page.trouble !== null && troubleNote(page.trouble)}<form method="post" action="${accountPath(place, page.token, page.choice)}">
<input type="hidden" name="csrf" value="${page.csrf}">
<fieldset${page.isMissing && html` aria-describedby="account-fault"`}>
<legend>${words.account}</legend>
${page.isMissing && html`<p class="fault" id="account-fault" role="alert">${words.pleaseChooseOne}</p> `}<div class="options">
${page.accounts.map(
  ({ name, standing }, index) =>
    html`<label
      ><input type="radio" name="account" value="${index}" required${index === page.selected && html` checked`} /><span
        class="name"
        dir="auto"
        >${name}</span
      >${badge(place, standing)}</label
    > `
)}</div>
</fieldset>
<button class="button" type="submit">${words.connectAccount}</button>
</form>
${more(platformPath(place, page.token, page.connector, page.method), words.otherSignIn)}${cancel(place)}`
  })
}

/** It is connected. Whoever came from elsewhere is taken back, but for a window of its own: whoever opened it closes it. */
export const done = (
  place: Place,
  token: string,
  connector: Connector.Any,
  connectionId: number,
  hasOthers: boolean
): Html => {
  const { back, brand, journey, locale } = place
  const { words } = locale
  const home = back && back({ status: "connected", connectionId })
  const isLeaving = home !== null && journey.attempt === null
  return shell(place, {
    title: words.isConnected(connector.name),
    connector,
    tells: [{ type: "connected", connection_id: connectionId, integration_type: connector.id }],
    here: (own) => donePath(own, token, connectionId),
    head: isLeaving && onwards(home),
    body: html`<div class="status">
      <span class="sign good">${check}</span>
      <h1>${words.isConnected(connector.name)}</h1>
      <p class="lead">${words.dataIsRead} ${isLeaving ? words.takenBackTo(brand.name) : words.closeWindow}</p>
      ${home !== null && html`<a class="button" href="${home}">${words.backTo(brand.name)}</a>`}
      ${hasOthers && more(startPath(place, token), words.connectAnother)}
    </div>`
  })
}

/** Where a message offers to go. */
export interface Way {
  readonly href: string
  readonly label: string
}
/** Something that cannot go on, in plain words, with a way to try again or back to where the user came from. */
export const stop = (place: Place, trouble: Trouble, way: Way | null): Html => {
  const { back, brand, locale } = place
  const home = back && back({ status: "failed", reason: trouble.reason })
  return shell(place, {
    title: trouble.title,
    tells: [{ type: "failed", reason: trouble.reason }],
    body: html`<div class="status">
      <span class="sign bad">${cross}</span>
      <h1>${trouble.title}</h1>
      <p class="lead">${trouble.text}</p>
      ${trouble.detail !== null && html`<p class="detail">${trouble.detail}</p> `}${
        way !== null && html`<a class="button" href="${way.href}">${way.label}</a> `
      }${home !== null && more(home, locale.words.backTo(brand.name))}
    </div>`
  })
}
