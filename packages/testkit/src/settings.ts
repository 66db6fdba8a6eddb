/** That settings have one form, however they were typed: an address in three spellings is one place, and one connection. */
import assert from "node:assert/strict"
import { Auth, type Connector, Setting } from "@svc/core"
import type { Check, Subject } from "./Subject.ts"

export const settingChecks = ({ connector, settings }: Subject): ReadonlyArray<Check> => {
  const declared = connector.settings as Setting.Settings
  const given = Object.entries(settings).filter(([name]) => Object.hasOwn(declared, name))
  return [
    {
      name: "explains, step by step, where the keys of each way to connect are found",
      run: async () => {
        for (const [name, auth] of Auth.methodsOf(connector.auth)) {
          if (auth._tag === "None") continue
          const steps = auth.guide ?? []
          const way = name === null ? "" : ` of the way \`${name}\``
          assert.ok(
            auth._tag === "OAuth2" || steps.length > 0,
            `the keys${way} are asked for without a \`guide\`: say in steps where the end user finds them`
          )
          assert.ok(
            steps.every((step) => /^\S.*[.!?]$/.test(step)),
            `a step of the \`guide\`${way} is not a whole sentence`
          )
        }
      }
    },
    {
      name: "settings: have a normal form, which is its own",
      run: async () => {
        for (const [name, setting] of Object.entries(declared)) {
          const own = settings[name]
          if (own !== undefined) {
            assert.equal(Setting.normalOf(setting, own), own, `\`${name}\` is not given in its normal form`)
            if (!Setting.isSecret(setting)) {
              assert.equal(Setting.normalOf(setting, `  ${own}\t`), own, `\`${name}\` with blanks around it`)
            }
          }
          for (const typed of [...(own === undefined ? [] : spellings(own)), ...hostile]) {
            const once = Setting.normalOf(setting, typed)
            assert.equal(
              Setting.normalOf(setting, once),
              once,
              `\`${name}\`, "${typed}": the normal form has another one`
            )
          }
        }
      }
    },
    {
      name: "settings: nobody can have the app's secret sent to a host of theirs",
      run: async () => {
        for (const [, auth] of Auth.methodsOf(connector.auth)) {
          if (auth._tag === "OAuth2") heldToItsForm(connector, settings, auth)
        }
      }
    },
    {
      name: "settings: an address in several spellings is one",
      run: async () => {
        for (const [name, own] of given.filter(([name]) => isPlace(connector, settings, name))) {
          const said = `give the setting \`${name}\` a \`normalize\`, such as \`Setting.address\` or \`Setting.host\``
          for (const typed of spellings(own)) {
            assert.equal(
              Setting.normalOf(declared[name], typed),
              own,
              `"${typed}" and "${own}" are two places: ${said}`
            )
          }
        }
      }
    }
  ]
}

const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value)

const foreign = "foreign.example"
/** What somebody types who wants to be sent what is meant for the platform. */
const foreignValues = [foreign, `https://${foreign}`, `${foreign}/`, `${foreign}#`, `${foreign}?`, `me@${foreign}/`]

/** Whoever connects sends a callback, and an address, of their own choice: the app's secret must not go there. */
const heldToItsForm = (connector: Connector.Any, settings: Readonly<Record<string, string>>, auth: Auth.OAuth2) => {
  const { tokenUrl } = auth
  if (typeof tokenUrl !== "function") return
  for (const name of Object.keys(connector.settings as Setting.Settings)) {
    for (const typed of foreignValues) {
      const values = Setting.normal<Readonly<Record<string, string>>>(connector.settings, {
        ...settings,
        [name]: typed
      })
      if (Setting.malformed(connector.settings, values) !== null) continue
      const address = tokenUrl(values)
      assert.ok(
        !URL.canParse(address) || new URL(address).hostname !== foreign,
        `with "${typed}" as \`${name}\` the app's secret goes to ${address}: give the setting a \`pattern\``
      )
    }
  }
}

/** What people type for one place. */
const spellings = (own: string): ReadonlyArray<string> => {
  if (!isWebAddress(own)) return [own.toUpperCase(), own.toLowerCase(), ` ${own} `]
  const { host, pathname, port, protocol } = new URL(own)
  const path = pathname.replace(/\/+$/, "")
  const usual = port === "" ? [`${protocol}//${host}:${protocol === "https:" ? 443 : 80}${path}`] : []
  return [
    `${protocol.toUpperCase()}//${host.toUpperCase()}${path}`,
    `${protocol}//${host}${path}/`,
    ` ${own} `,
    `${protocol}//${host}${path}`,
    ...usual
  ]
}

/** What a normal form must live through, although it means nothing. */
const hostile = [
  "",
  " ",
  "/",
  "https://",
  "https://[",
  "://",
  "\u0000",
  "a".repeat(5000),
  "İ",
  "https://ACME.example:443//"
]

/** Where calls go, and where users are sent to. */
const placesOf = ({ auth, http }: Connector.Any, values: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const addresses = [
    http.baseUrl,
    ...Object.values(http.bases ?? {}),
    ...Auth.methodsOf(auth).flatMap(([, own]) => (own._tag === "OAuth2" ? [own.authorizeUrl, own.tokenUrl] : []))
  ] as ReadonlyArray<string | ((values: Readonly<Record<string, string>>) => string)>
  return addresses.map((address) => {
    try {
      return new URL(typeof address === "function" ? address(values) : address).host
    } catch {
      return ""
    }
  })
}
/** Whether a setting decides over a host. */
const isPlace = (connector: Connector.Any, settings: Readonly<Record<string, string>>, name: string): boolean => {
  const own = settings[name]!
  if (isWebAddress(own)) return true
  const other = own.replace(/[a-z0-9]/i, (first) => (first.toLowerCase() === "q" ? "z" : "q"))
  return String(placesOf(connector, settings)) !== String(placesOf(connector, { ...settings, [name]: other }))
}
