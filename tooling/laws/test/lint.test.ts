/** Each lint law is proven by a violation that it catches and by the nearest lawful text that it lets pass. */
import { describe, expect, it } from "vitest"
import { bin, plant, run } from "./workspace.ts"

interface Law {
  readonly rule: string
  readonly path: string
  readonly bad: ReadonlyArray<string>
  readonly good: ReadonlyArray<string>
}

const restrictedImports = "eslint(no-restricted-imports)"
const restrictedGlobals = "eslint(no-restricted-globals)"
const connector = "packages/connectors/acme/src"
const use = (specifier: string) => `import { thing } from "${specifier}"\nexport const used = thing\n`
const value = (expression: string) => `export const value = () => ${expression}\n`

const laws: Readonly<Record<string, Law>> = {
  "a connector uses no host globals": {
    rule: restrictedGlobals,
    path: connector,
    bad: [
      'fetch("https://example.com")',
      "process.env.TOKEN",
      'Buffer.from("a")',
      "globalThis.name",
      "setTimeout(String, 1)",
      "setInterval(String, 1)",
      "setImmediate(String)",
      "queueMicrotask(String)",
      "performance.now()",
      "console.log(1)"
    ].map(value),
    good: [value('encodeURIComponent("a")'), value('((fetch: string) => fetch)("a")')]
  },
  "a connector has no clock": {
    rule: "laws(no-clock)",
    path: connector,
    bad: ["Date.now()", "new Date()", "Date()", 'Date["now"]()'].map(value),
    good: [value("new Date(0)"), value('new Date("2026-01-01").toISOString()'), value('Date.parse("2026-01-01")')]
  },
  "a connector has no chance": {
    rule: "eslint(no-restricted-properties)",
    path: connector,
    bad: [value("Math.random()")],
    good: [value("Math.max(1, 2)")]
  },
  "a connector has no class and no this": {
    rule: "laws(no-class)",
    path: connector,
    bad: ["export class Thing {}\n", value("class {}"), "export function thing(this: string) {\n  return this\n}\n"],
    good: [value("({ thing: 1 })")]
  },
  "a connector imports no module of Node": {
    rule: restrictedImports,
    path: connector,
    bad: [use("node:fs"), use("fs"), use("crypto"), use("fs/promises"), value('import("node:http")')],
    good: [use("./fs.ts"), use("./crypto/sign.ts")]
  },
  "a connector imports the contract half of core only": {
    rule: restrictedImports,
    path: connector,
    bad: ["runtime", "connect", "api", "runtime/Platform"].map((part) => use(`@svc/core/${part}`)),
    good: [use("@svc/core"), use("@svc/core/Page")]
  },
  "a connector imports no effect that runs": {
    rule: restrictedImports,
    path: connector,
    bad: [
      "Effect",
      "http",
      "http/HttpClient",
      "http-api",
      "http-api/HttpApi",
      "persistence/RateLimiter",
      "Layer",
      "Stream"
    ].map((module) => use(`effect/${module}`)),
    good: [use("effect/Schema"), use("effect/Option")]
  },
  "a connector imports no other package": {
    rule: restrictedImports,
    path: connector,
    bad: [
      use("@svc/xero"),
      use("@svc/xero/wire"),
      use("@svc/testkit"),
      use("../../xero/src/wire.ts"),
      use("../../../core/src/contract/Wire.ts"),
      use("@effect/sql-pg"),
      use("left-pad"),
      use("lodash/fp")
    ],
    good: [use("./wire.ts")]
  },
  "the sandbox connector does not import the sandbox platform": {
    rule: restrictedImports,
    path: "packages/connectors/sandbox/src",
    bad: [use("./platform/index.ts")],
    good: [use("./wire.ts")]
  },
  "only connectors.ts names connectors: elsewhere": {
    rule: restrictedImports,
    path: "apps/server/src/http",
    bad: [use("@svc/xero"), use("@svc/xero/wire"), use("svc-connector-acme"), use("@acme/svc-connector-books")],
    good: [use("@svc/core"), use("@svc/core/runtime"), use("@svc/client"), use("../connectors.ts")]
  },
  "the contract half of core does not import its runtime half": {
    rule: restrictedImports,
    path: "packages/core/src/contract",
    bad: [
      use("../runtime/index.ts"),
      use("../runtime/Platform.ts"),
      use("../connect/index.ts"),
      use("../api/index.ts"),
      use("@svc/core/runtime"),
      use("effect/http/HttpClient")
    ],
    good: [use("./Read.ts"), use("effect/Schema"), use("../models/accounting.ts")]
  },
  "a module of core beside its folders is held to the contract half": {
    rule: restrictedImports,
    path: "packages/core/src",
    bad: [use("./runtime/index.ts"), use("./connect/index.ts")],
    good: [use("./contract/Read.ts")]
  },
  "the models of core do not import its runtime half": {
    rule: restrictedImports,
    path: "packages/core/src/models",
    bad: [use("../runtime/index.ts"), use("../connect/index.ts"), use("../api/Common.ts")],
    good: [use("../contract/Normalize.ts")]
  },
  "no default export": {
    rule: "import(no-default-export)",
    path: "packages/core/src/runtime",
    bad: ["export default 1\n", "const a = 1\nexport { a as default }\n"],
    good: ["export const a = 1\n"]
  },
  "what others import has a docstring": {
    rule: "laws(docstring)",
    path: "packages/core/src/contract",
    bad: [
      "export const a = 1\n",
      "/** What this file is for. */\nexport interface Thing {\n  readonly a: 1\n}\n",
      "// Not one.\nexport type Kind = 1\n",
      "/** One. */\nexport const a = 1\nexport const b = 2\n",
      "/* Not one. */\nexport const thing = () => 1\n"
    ],
    good: [
      "/** What this file is for. */\nconst own = 1\n/** One. */\nexport const a = own\nexport { own }\n",
      "/** What this file is for. */\nconst own = 1\n/** Two ways. */\nexport function thing(a: string): number\nexport function thing(a: number): number\nexport function thing(a: number | string): number {\n  return Number(a) + own\n}\n"
    ]
  },
  "each member of what others import has one": {
    rule: "laws(docstring)",
    path: "packages/client/src",
    bad: [
      "/** One. */\nconst own = 1\n/** A thing. */\nexport interface Thing {\n  readonly a: string\n}\nexport { own }\n",
      "const own = 1\n/** A thing. */\nexport interface Thing {\n  /** One. */\n  readonly a: string\n  readonly b?: string\n}\nexport { own }\n",
      "const own = 1\n/** A thing. */\nexport type Thing = typeof own & { do(): void }\n",
      "const own = 1\n/** A thing. */\nexport type Thing =\n  /** One. */\n  | { readonly a: string }\n  | { readonly b: string }\nexport { own }\n"
    ],
    good: [
      'const own = 1\n/** A thing. */\nexport interface Thing {\n  readonly _tag: "Thing"\n  /** One. */\n  readonly a: string\n}\nexport { own }\n',
      "const own = 1\n/** A thing. */\nexport type Thing =\n  /** One. */\n  | { readonly a: string }\n  /** The other. */\n  | { readonly b: string }\nexport { own }\n",
      "interface Own {\n  readonly a: string\n}\n/** What it is. */\nexport const own = (a: Own) => a\n"
    ]
  },
  "no enum": {
    rule: "laws(no-enum)",
    path: "apps/server/src/http",
    bad: ["export enum Kind {\n  A\n}\n", "export const enum Kind {\n  A\n}\n"],
    good: ['export type Kind = "a" | "b"\n']
  },
  "no barrel import from effect: in core": {
    rule: restrictedImports,
    path: "packages/core/src/runtime",
    bad: [use("effect")],
    good: [use("effect/Effect"), use("effect/http/HttpClient")]
  },
  "no barrel import from effect: in a connector": {
    rule: restrictedImports,
    path: connector,
    bad: [use("effect")],
    good: [use("effect/Schema")]
  },
  "no barrel import from effect: in the server": {
    rule: restrictedImports,
    path: "apps/server/src/http",
    bad: [use("effect")],
    good: [use("effect/Effect")]
  },
  "a connector file is short": {
    rule: "eslint(max-lines)",
    path: connector,
    bad: [Array.from({ length: 121 }, (_, n) => `export const a${n} = ${n}\n`).join("")],
    good: [Array.from({ length: 120 }, (_, n) => `export const a${n} = ${n}\n`).join("")]
  },
  "arrays are written Array<T>": {
    rule: "typescript(array-type)",
    path: "packages/core/src",
    bad: ["export const a: string[] = []\n", "export const a: readonly string[] = []\n"],
    good: ["export const a: ReadonlyArray<string> = []\n"]
  }
}

/** Places where a law does not hold, on purpose. */
const exempt: ReadonlyArray<readonly [path: string, text: string]> = [
  ["apps/server/src/connectors.ts", use("@svc/xero")],
  ["packages/core/src/connect/index.ts", use("../runtime/index.ts")],
  ["packages/core/src/api/Records.ts", use("../runtime/Registry.ts")],
  ["packages/core/src/runtime/Clock.ts", value("Date.now()")],
  ["packages/connectors/sandbox/src/platform/Server.ts", `${use("node:http")}export const now = () => Date.now()\n`],
  ["packages/testkit/src/suite.ts", value('fetch("https://example.com")')],
  ["packages/client/src/index.ts", use("@svc/core/api")],
  ["packages/connectors/acme/test/acme.test.ts", use("@svc/testkit")]
]

interface Diagnostic {
  readonly code: string
  readonly filename: string
}

const lint = (files: Readonly<Record<string, string>>) => {
  const root = plant(files, [".oxlintrc.json", "packages/testkit/src/laws.ts"])
  const { status, stdout } = run(root, bin("oxlint"), ["--format=json"])
  const diagnostics: ReadonlyArray<Diagnostic> = JSON.parse(stdout).diagnostics
  return { status, diagnostics }
}

const fileOf = (law: Law, kind: "bad" | "good", law_: number, index: number) =>
  `${law.path}/${kind}-${law_}-${index}.ts`

/** What others import has a docstring, whatever law it is there for. */
const told = (text: string): string =>
  `/** What it is for. */\n${text.replaceAll(/^export (?=const|function|interface|type|class)/gm, "/** It is. */\n$&")}`

describe("lint laws", () => {
  const planted = Object.values(laws).flatMap((law, n) => {
    const isTold = law.rule !== "laws(docstring)" && law.path.startsWith("packages/core")
    const textOf = isTold ? told : (text: string) => text
    return [
      ...law.bad.map((text, index) => [fileOf(law, "bad", n, index), textOf(text)] as const),
      ...law.good.map((text, index) => [fileOf(law, "good", n, index), textOf(text)] as const)
    ]
  })
  const exempted = exempt.map(([path, text]) => [path, told(text)] as const)

  it("catch each planted violation and nothing else", () => {
    const { status, diagnostics } = lint(Object.fromEntries([...planted, ...exempted]))
    expect(status).not.toBe(0)
    const found = (file: string) => diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code)
    for (const [name, law] of Object.entries(laws)) {
      const n = Object.keys(laws).indexOf(name)
      law.bad.forEach((text, index) =>
        expect(found(fileOf(law, "bad", n, index)), `${name}\n${text}`).toContain(law.rule)
      )
      law.good.forEach((text, index) => expect(found(fileOf(law, "good", n, index)), `${name}\n${text}`).toEqual([]))
    }
    for (const [path] of exempt) expect(found(path), path).toEqual([])
  })

  it("catch circles of imports, of types alone and long ones too", () => {
    const from = (specifier: string) => `export { type Thing } from "${specifier}"\n`
    const { diagnostics } = lint({
      // Each of two needs the other, once for its type alone.
      "apps/server/src/records/One.ts": 'import { other } from "./Other.ts"\nexport const one = () => other\n',
      "apps/server/src/records/Other.ts":
        'import type { one } from "./One.ts"\nexport const other = (o: typeof one) => o\n',
      // Three in a circle, over folders.
      "packages/core/src/api/First.ts": from("../contract/Second.ts"),
      "packages/core/src/contract/Second.ts": from("../models/third.ts"),
      "packages/core/src/models/third.ts": from("../api/First.ts"),
      // A tree: what two need is in a third.
      "packages/client/src/Left.ts": from("./Root.ts"),
      "packages/client/src/Right.ts": `${from("./Root.ts")}export { type Thing as Beside } from "./Left.ts"\n`,
      "packages/client/src/Root.ts": "export interface Thing {\n  readonly id: string\n}\n"
    })
    const circles = diagnostics.filter(({ code }) => code === "import(no-cycle)").map(({ filename }) => filename)
    expect([...new Set(circles)].toSorted()).toEqual([
      "apps/server/src/records/One.ts",
      "apps/server/src/records/Other.ts",
      "packages/core/src/api/First.ts",
      "packages/core/src/contract/Second.ts",
      "packages/core/src/models/third.ts"
    ])
  })

  it("pass a workspace without violations", () => {
    const { status, diagnostics } = lint(
      Object.fromEntries([...planted.filter(([path]) => path.includes("/good-")), ...exempted])
    )
    expect(diagnostics).toEqual([])
    expect(status).toBe(0)
  })
})
