/**
 * That two accounts of a platform are two, and one that is connected again is the same: what tells them apart is an id that
 * is there, that neither new credentials nor a new name changes, and that gives nothing away.
 */
import assert from "node:assert/strict"
import { Account, type Setting } from "@svc/core"
import { Accounts } from "@svc/core/runtime"
import { secretsOf } from "./asserts.ts"
import type { Exchange } from "./FakePlatform.ts"
import { type Check, fakeOf, type Subject, withClient } from "./Subject.ts"

export const accountChecks = (subject: Subject): ReadonlyArray<Check> => [
  { name: "accounts: two are told apart, and one stays the same", run: () => toldApart(subject) }
]

const toldApart = async (subject: Subject) => {
  const { connector } = subject
  const account = connector.account as Account.Account | undefined
  assert.ok(account !== undefined, "the connector does not say how its accounts are told apart: give it `account`")
  assert.equal(Account.fault(connector), null)
  if (account._tag === "Settings") return bySettings(subject, account)
  if (account._tag === "Answer") return byAnswer(subject)
}

/** The same with other keys, as they are after a rotation; what a key begins with may say what it is for. */
const rotated = (subject: Subject): Subject => ({
  ...subject,
  credentials: Object.fromEntries(
    Object.entries(subject.credentials).map(([name, value]) => {
      const kept = Math.ceil(value.length / 2)
      return [name, name === "expires_at" || name === "scope" ? value : `${value.slice(0, kept)}9${value.slice(kept)}`]
    })
  )
})

/** An id is one, and shows nothing that opens the account. */
const assertId = (subject: Subject, id: string | null, what: string): string => {
  assert.ok(id !== null && id.trim() !== "", `${what}: the account has no id`)
  for (const [name, secret] of secretsOf(subject)) {
    assert.ok(secret.length < 4 || !id.includes(secret), `${what}: the id of the account holds the ${name}`)
  }
  return id
}

const bySettings = ({ cases, connector, credentials, settings, ...rest }: Subject, { names }: Account.BySettings) => {
  const subject: Subject = { cases, connector, credentials, settings, ...rest }
  const own = assertId(subject, Accounts.ofSettings(connector, settings), "the settings given")
  const other = (name: string) => Accounts.ofSettings(connector, { ...settings, [name]: `${settings[name] ?? ""}9` })
  for (const name of Object.keys(connector.settings)) {
    if (names.includes(name)) assert.notEqual(other(name), own, `another \`${name}\` is taken for the same account`)
    else assert.equal(other(name), own, `another \`${name}\` is taken for another account`)
  }
  const found = (cases["discover"]?.choices ?? []) as ReadonlyArray<{ readonly settings: Setting.Values }>
  const ids = found.map((choice) => Accounts.ofSettings(connector, { ...settings, ...choice.settings }))
  assert.equal(new Set(ids).size, ids.length, "two of the accounts that `discover` finds are taken for one")
}

const byAnswer = async (subject: Subject) => {
  const own = subject.cases["check"]
  assert.ok(
    own?.account !== undefined && own.other !== undefined,
    "check.json shows no other account: give the id of its own in `account`, and in `other` the same question answered " +
      "for another account, with the id of that"
  )
  assert.notEqual(own.account, own.other.account, "the other account of check.json is the same")
  const idOf = (of: Subject, exchanges: ReadonlyArray<Exchange>) =>
    withClient(of, fakeOf(of, exchanges), ({ account }) => account)
  assert.equal(assertId(subject, await idOf(subject, own.exchanges), "check.json"), own.account)
  assert.equal(await idOf(subject, own.other.exchanges), own.other.account, "the other account")
  assert.equal(await idOf(rotated(subject), own.exchanges), own.account, "the same account with rotated credentials")

  // An answer as the connector sees it, so that what people change can be changed in it, whatever it is written in.
  const account = subject.connector.account as Account.ByAnswer
  const seen: Array<unknown> = []
  const watching: Subject = {
    ...subject,
    connector: { ...subject.connector, account: Account.answer((body) => void seen.push(body)) }
  }
  await idOf(watching, own.exchanges).catch(() => {})
  assert.equal(seen.length, 1, "the answer to `check` is asked once for the account")
  const known = { settings: subject.settings, credentials: subject.credentials }
  const renamed = Accounts.idOfChecked({ ...subject.connector, account }, renaming(seen[0]), known)
  assert.equal(renamed, own.account, "the same account under another name, with other addresses, numbers and words")
}

/** Members that people change, by what they are called everywhere. */
const changing =
  /name|title|label|e?mail|phone|url|domain|website|address|street|city|country|currency|locale|language|time_?zone|plan|type|status/i
/** The same answer after everything was renamed in it. */
const renaming = (value: unknown, under = ""): unknown => {
  if (Array.isArray(value)) return value.map((inner) => renaming(inner, under))
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, renaming(inner, name)]))
  }
  return typeof value === "string" && changing.test(under) ? `${value} renamed` : value
}
