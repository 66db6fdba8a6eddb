/**
 * Everything the connect pages say, as one table that every language fills in: a word that one of them lacks does not
 * compile. What connectors say (labels, hints, the platforms' own words) is not ours and is shown as it is.
 */
import type { Connector, Models } from "@svc/core"
import type { Html } from "./Html.ts"

/** Forms of a word by number, as `Intl.PluralRules` names them; `#` stands for the number. */
export type Plural = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
/** A message: what it is about, and what to do. */
export interface Said {
  readonly title: string
  readonly text: string
}

export interface Words {
  /** Who asks; null where the company has no name yet. */
  readonly asks: (who: Html, company: Html | null) => Html
  readonly asksFor: (who: Html, platform: Html, company: Html | null) => Html
  readonly safe: string
  readonly privacy: string
  readonly support: string
  readonly language: string
  readonly worksUntil: (date: string) => string
  readonly connected: string
  readonly signInAgain: string
  readonly newWindow: string

  readonly connectSoftware: string
  readonly whatIsUsed: (company: string | null) => string
  readonly choosePlatform: string
  readonly categories: Readonly<Record<Connector.Category, string>>
  readonly search: string
  readonly noneFound: string
  readonly platforms: Plural
  readonly showAll: string
  readonly nothingAsked: string
  readonly labels: (labels: Html) => Html
  readonly labelsThenSignIn: (labels: Html) => Html
  readonly signInAt: (platform: string) => string

  readonly connect: (platform: string) => string
  readonly severalWays: string
  readonly anotherPlatform: string
  readonly anotherWay: string
  readonly leadSignIn: (platform: string) => string
  readonly leadNothing: (platform: string) => string
  readonly leadKeys: (platform: string) => string
  readonly chosenAfterwards: (label: Html) => Html
  readonly whatToDo: string
  readonly connectedAlready: (platform: string) => string
  readonly accessEnded: (platform: string) => string
  readonly continueTo: (platform: string) => string
  readonly optional: string
  readonly pleaseChoose: string
  readonly companyName: string
  readonly companyExample: string
  readonly fixedAddress: string

  readonly somethingWrong: string
  readonly pleaseLookAt: string
  readonly missing: string
  readonly tooLong: (most: number) => string
  readonly characters: string
  readonly oneOf: string
  readonly form: (example: Html | null) => Html | string

  readonly shared: string
  readonly kindsRead: Plural
  readonly kindsWritten: Plural
  readonly nothingRead: string
  readonly readRegularly: string
  readonly mayBeWritten: string
  readonly models: Readonly<Record<Models.ModelId, string>>

  readonly onTo: (platform: string) => string
  readonly takenTo: (host: string) => string
  readonly whichAccount: string
  readonly severalAccounts: (platform: string) => string
  readonly account: string
  readonly pleaseChooseOne: string
  readonly connectAccount: string
  readonly otherSignIn: string

  readonly isConnected: (platform: string) => string
  readonly dataIsRead: string
  readonly closeWindow: string
  readonly connectAnother: string
  readonly backTo: (who: string) => string
  readonly takenBackTo: (who: string) => string
  readonly cancel: (who: string) => string
  readonly startAgain: string

  readonly goOnInWindow: string
  readonly windowClosed: string
  readonly windowBlocked: string

  /** A platform's own words, as a detail of a message. */
  readonly platformSays: (platform: string, words: Html) => Html
  readonly unknownLink: Said
  readonly expiredLink: Said
  readonly revokedLink: Said
  readonly nothingOffered: Said
  readonly notOffered: Said
  readonly notConnected: Said
  readonly noCookies: Said
  readonly usedSignIn: Said
  readonly begunThere: Said
  readonly foreignSignIn: Said
  readonly tooManyTries: { readonly title: string; readonly text: Plural }
  readonly failed: Said
  readonly signInIncomplete: (platform: string) => Said
  readonly notAccepted: (platform: string) => Said
  readonly notAllowed: (platform: string) => Said
  readonly busy: (platform: string) => Said
  readonly unreachable: (platform: string) => Said
  readonly unknownAccount: (platform: string) => Said
  readonly noAccess: (platform: string) => Said
  readonly noAccount: (platform: string) => Said
  readonly otherAccount: (platform: string) => Said
  readonly untoldAccount: (platform: string) => Said
  readonly leftOut: (platform: string) => Said
}
