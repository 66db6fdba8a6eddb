/** What `npm create svc-connector` does with a name and a folder: it fills the template, refuses what cannot be, and overwrites nothing. */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { parse } from "yaml"
import { files, Names } from "../src/index.ts"

const repository = resolve(import.meta.dirname, "../../..")
const read = (path: string) => readFileSync(join(repository, path), "utf8")

const temporary = () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-create-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
const create = (cwd: string, ...args: ReadonlyArray<string>) =>
  spawnSync(process.execPath, [resolve(import.meta.dirname, "../src/cli.ts"), ...args], { cwd, encoding: "utf8" })

describe("a name", () => {
  it.each([
    ["tide", "tide", "TIDE", "Tide"],
    ["tide-books", "tideBooks", "TIDE_BOOKS", "Tide Books"],
    ["b2b-pay-2go", "b2bPay2go", "B2B_PAY_2GO", "B2b Pay 2go"],
    // One that holds the template's own.
    ["my-acme-books", "myAcmeBooks", "MY_ACME_BOOKS", "My Acme Books"]
  ])("%s takes its spellings", (slug, value, id, title) => {
    const names = Names.of(slug)
    expect(names).toEqual({ slug, value, id, title })
    const text = "acme-books acmeBooks ACME_BOOKS Acme Books acme-books"
    expect(Names.fill(text, names)).toBe(`${slug} ${value} ${id} ${title} ${slug}`)
  })

  it.each([
    "",
    "Acme",
    "acme_books",
    "acme books",
    "2pay",
    "-acme",
    "acme-",
    "acme--books",
    "../acme",
    "acme/books",
    "/tmp/acme",
    "acmé",
    "acme$&",
    'a";import"x',
    "a".repeat(61)
  ])("%j is refused", (slug) => {
    expect(() => Names.of(slug)).toThrow(/is no name for a connector: give the platform in lower-case letters/)
  })

  it("that no value can have is refused", () => {
    for (const word of ["class", "new", "fetch", "contacts"])
      expect(() => Names.of(word)).toThrow(`such as ${word}-books`)
  })

  it("of a package is refused, with the platform's own", () => {
    expect(() => Names.of("svc-connector-tide")).toThrow("give the platform alone, tide.")
    expect(() => Names.of("@me/svc-connector-tide")).toThrow("give the platform alone, tide.")
  })
})

describe("the files", () => {
  const made = files(Names.of("tide-books"))

  it("hold nothing of the template's platform, in text or path", () => {
    expect([...made.keys()]).toEqual(
      expect.arrayContaining(["test/tide-books.test.ts", ".gitignore", ".oxlintrc.json"])
    )
    for (const [path, text] of made) expect(`${path}\n${text}`).not.toMatch(/acme/i)
  })

  it("ask for this release of core and of the test kit, and for the tools that this repository uses", () => {
    const { version } = JSON.parse(read("packages/create-svc-connector/package.json"))
    const { devDependencies, peerDependencies } = JSON.parse(made.get("package.json")!)
    const { catalog } = parse(read("pnpm-workspace.yaml"))
    const { "@svc/core": core, "@svc/testkit": testkit, ...tools } = devDependencies
    expect([core, testkit, peerDependencies["@svc/core"]]).toEqual(Array.from({ length: 3 }, () => `^${version}`))
    expect(peerDependencies.effect).toBe(catalog.effect)
    for (const [name, range] of Object.entries(tools)) expect(`${name}@${range}`).toBe(`${name}@${catalog[name]}`)
  })

  it("have the compiler's settings and the licence of this repository", () => {
    const { compilerOptions } = JSON.parse(made.get("tsconfig.json")!)
    const own = JSON.parse(read("tooling/tsconfig/base.json")).compilerOptions
    const { noEmit: _, ...strictness } = compilerOptions
    expect(own).toMatchObject(strictness)
    expect(made.get("LICENSE")).toBe(read("LICENSE"))
  })
})

describe("the command", () => {
  it("makes a package, and says what to do next", () => {
    const folder = temporary()
    const { status, stdout } = create(folder, "tide-books")
    expect(stdout).toContain("cd svc-connector-tide-books\n  npm install\n  npm run check")
    expect(status).toBe(0)
    const made = readdirSync(join(folder, "svc-connector-tide-books"), { recursive: true, encoding: "utf8" })
    expect(made).toEqual(expect.arrayContaining([...files(Names.of("tide-books")).keys()]))
  })

  it("takes a folder that is there and empty", () => {
    const folder = temporary()
    expect(create(folder, "tide-books", ".").status).toBe(0)
    expect(readdirSync(folder)).toContain("package.json")
  })

  it("leaves a folder that holds anything as it is", () => {
    const folder = temporary()
    mkdirSync(join(folder, "svc-connector-tide"))
    writeFileSync(join(folder, "svc-connector-tide/README.md"), "mine")
    const { status, stderr } = create(folder, "tide")
    expect(stderr).toMatch(
      /svc-connector-tide is not empty, and nothing in it is overwritten: choose another folder\.\n$/
    )
    expect(status).toBe(1)
    expect(readdirSync(join(folder, "svc-connector-tide"))).toEqual(["README.md"])
    expect(readFileSync(join(folder, "svc-connector-tide/README.md"), "utf8")).toBe("mine")
  })

  it("refuses a bad name in a sentence, and makes nothing", () => {
    const folder = temporary()
    const { status, stderr } = create(folder, "../tide")
    expect(stderr).toMatch(/^"\.\.\/tide" is no name for a connector: .*\n$/)
    expect(status).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })

  it("says how it is used when it is not told what to make", () => {
    const { status, stderr } = create(temporary())
    expect(stderr).toContain("Usage: npm create svc-connector <platform>")
    expect(status).toBe(2)
    expect(create(temporary(), "--help").status).toBe(0)
  })
})
