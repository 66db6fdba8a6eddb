/** The code that our pages show is the code that compiles: `vitest run --project examples/connector -u` brings it up to date. */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Files from "@svc/core/Files"
import * as Form from "@svc/core/Form"
import * as Further from "@svc/core/Further"
import * as GraphQL from "@svc/core/GraphQL"
import * as Inbound from "@svc/core/Inbound"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Page from "@svc/core/Page"
import * as Places from "@svc/core/Places"
import * as Read from "@svc/core/Read"
import * as Setting from "@svc/core/Setting"
import * as Subscribe from "@svc/core/Subscribe"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import * as Xml from "@svc/core/Xml"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../../..")
const block = /(<!-- (examples\/\S+) -->\n```\w+\n)(?:[\s\S]*?\n)??```(?=\n)/g

it.each([
  "README.md",
  "docs/connector-guide.md",
  "docs/embedding.md",
  "docs/keeping-records.md",
  "packages/core/README.md"
])("%s shows the files it names as they are", async (page) => {
  const text = readFileSync(join(root, page), "utf8")
  expect(text).toMatch(block)
  const made = text.replace(block, (_, head: string, file: string) => {
    return `${head}${readFileSync(join(root, file), "utf8").trimEnd()}\n\`\`\``
  })
  await expect(made).toMatchFileSnapshot(join(root, page))
})

/** The modules an author writes with; the others of the contract are models, checks and what core itself uses. */
const modules = {
  Account,
  Auth,
  Call,
  Connector,
  Files,
  Form,
  Further,
  GraphQL,
  Inbound,
  Lookup,
  Normalize,
  Page,
  Places,
  Read,
  Setting,
  Subscribe,
  Take,
  Wire,
  Write,
  Writer,
  Xml
}
/** What core asks of a connector's parts, which no connector calls. */
const coresOwn = new Set(
  Object.entries({
    Account: "fault isOfSome",
    Auth: "methodOf methodsOf nameOf scopeOf",
    Call: "isBytesBody isEncodedBody merge",
    Further: "isPages",
    GraphQL: "errors userErrors",
    Connector:
      "categories checkOf contract deletionsOf discoveriesOf grantedSourcesOf isLater isWhole limitsOf settingsOf sourcesOf",
    Lookup: "isSeveral",
    Page: "Circular isCircular monthIn",
    Normalize: "Unreadable isUnreadable",
    Read:
      "ItemsMissing absentCompanions afterOf firstMoment fromPatch isGranted isIncremental isItemsMissing isMarked " +
      "isMarking isNoList isPages isProvenByListing isRestricted isUntaken make noList pageOf within",
    Take: "bodyOf refusalOf refusing untaken",
    Setting: "isFormed isFrom isPartial isSecret malformed normal normalOf ofMethod placesOf",
    Write: "create delete idempotencyOf isAcceptedId isGranted isRepeatable keyed placeOf recordOf update void"
  }).flatMap(([module, names]) => names.split(" ").map((name) => `${module}.${name}`))
)
/** The options an author gives: members of these types. */
const options: Readonly<Record<string, ReadonlyArray<string>>> = {
  Auth: ["OAuth2", "CallbackSignature", "Session", "ApiKey", "ClientCredentials", "Signature", "Method"],
  Call: ["EncodedBody", "Call"],
  Form: ["Part"],
  Connector: ["Connector", "Http", "Limits", "LimitWindow", "Remaining", "Cost", "Discover"],
  ConnectorError: ["PlatformFailure"],
  Files: ["Download", "Upload", "Files"],
  Further: ["Pages"],
  Inbound: [
    "InboundSignature",
    "InboundToken",
    "InboundAsk",
    "InboundEvent",
    "InboundEnded",
    "InboundResponse",
    "Inbound"
  ],
  Lookup: ["LookupContext", "Lookup"],
  Page: ["Page", "Placed", "Ignorable"],
  Read: ["ReadOptions", "Changes", "Sequence", "Position", "Unchanged"],
  Setting: ["Base", "Asked", "FromCallback", "FromToken"],
  Subscribe: ["Wanted", "Made", "Listed", "Subscribe"],
  Take: ["At", "Named", "OrEmpty", "List", "Nested", "Whole"],
  Writer: ["Options", "Sent", "Doing", "Way", "Tools"],
  Write: ["Shared", "Called", "InSteps", "Step", "KeyPlace", "Refusal", "LookContext", "Taken"],
  Xml: ["ReadOptions"]
}
/** Options that are made by a function of another name, or that core adds. */
const elsewhere = new Set(["Connector.contract", "Setting.or", "Write.isQuestion", "Page.narrow", "Page.isNewestFirst"])

/** The text of a module, and of what it hands on whole. */
const sourceOf = (module: string): string => {
  const own = readFileSync(join(root, `packages/core/src/contract/${module}.ts`), "utf8")
  return [own, ...[...own.matchAll(/^export \* from "\.\/(\w+)\.ts"/gm)].map(([, name]) => sourceOf(name!))].join("\n")
}

/** The names of a type's members, as its source says them. */
const membersOf = (module: string, type: string): ReadonlyArray<string> => {
  const source = sourceOf(module)
  const begin = new RegExp(`(?:interface|type) ${type}\\b`).exec(source)
  expect(begin, `${module}.${type} is a type of the contract`).not.toBeNull()
  const body = source.slice(begin!.index).split(/\n\}/)[0]!
  return [...body.matchAll(/^  readonly (\w+)\??:/gm)].flatMap(([, name]) => name ?? [])
}

it("the guide shows every function and every option of the contract in code that compiles", () => {
  const text = readFileSync(join(root, "docs/connector-guide.md"), "utf8")
  const shown = [...text.matchAll(block)]
    .map(([own]) => own)
    .join("\n")
    .replace(/\/\*\*[\s\S]*?\*\/|\/\/ .*/g, "")
  const functions = Object.entries(modules).flatMap(([module, own]) =>
    Object.keys(own).map((name) => `${module}.${name}`)
  )
  for (const name of coresOwn) expect(functions, "what no connector calls is there").toContain(name)
  const unseen = [
    ...functions.filter((name) => !coresOwn.has(name) && !shown.includes(name)),
    ...Object.entries(options).flatMap(([module, types]) =>
      types.flatMap((type) =>
        membersOf(module, type)
          .filter((name) => !elsewhere.has(`${module}.${name}`) && !new RegExp(`\\b${name}\\b`).test(shown))
          .map((name) => `${module}.${type}.${name}`)
      )
    )
  ]
  expect(unseen).toEqual([])
})

it("the values that the guide shows are read as it says", async () => {
  const { amounts, invoiceOf, moments } = await import("../src/options/values.ts")
  expect(amounts).toMatchObject({
    written: -1675.5,
    cents: 12.5,
    back: 1250,
    digits: 0,
    rate: 19,
    share: 19,
    total: 0.3
  })
  expect(Object.values(moments)).not.toContain(null)
  expect(invoiceOf({ id: 1, memo: false, issued: "01/03/2026" })).toMatchObject({ memo: null, issued: "2026-03-01" })
})
