/** The README names every check, every fault of the platform and every planted fault: `-u` brings the last up to date. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Auth } from "@svc/core"
import { expect, it } from "vitest"
import { checks, Fault } from "../src/index.ts"
import { filing, plantedFiles } from "./filing.ts"
import { derived, newest, planted, sealed, tooMuch } from "./planted.ts"
import { subject } from "./subject.ts"
import { plantedSubscriptions, subscribing } from "./subscribing.ts"

const page = join(import.meta.dirname, "../README.md")
const text = readFileSync(page, "utf8")

/** Checks of one kind have one name there. */
const kindOf = (name: string) =>
  name
    .replace(/^[A-Z_]+(?=: )/, "MODEL")
    .replace(/^(create|update|delete|void) [A-Z_]+(?=: )/, "OPERATION MODEL")
    .replace(/: \d+ is \w+ and/, ": STATUS is REASON and")

it("names every check", () => {
  const fields = { client_id: { label: "Id" }, client_secret: { label: "Secret" } } as never
  const auth = Auth.clientCredentials({
    fields,
    tokenUrl: "https://acme.example/token",
    scopes: [],
    clientAuth: "basic"
  })
  const all = [
    subject,
    derived,
    newest,
    sealed,
    tooMuch,
    filing,
    subscribing,
    { ...subject, connector: { ...subject.connector, auth } }
  ].flatMap(checks)
  const named = [...text.matchAll(/^\| `((?:[^`(]|\((?!.*\)`))+)` \|/gm)].map(([, name]) => name)
  for (const kind of new Set(all.map(({ name }) => kindOf(name)))) expect(named).toContain(kind)
})

it("names every fault of the fake platform", () => {
  for (const name of Object.keys(Fault).filter((own) => own !== "hits")) expect(text).toContain(`\`${name}(`)
})

it("lists what is planted in the suite's own tests", async () => {
  const rows = [...planted, ...plantedSubscriptions, ...plantedFiles].map(
    ({ check, fault }) => `| ${fault} | \`${check}\` |`
  )
  expect(new Set(rows).size).toBe(rows.length)
  const table = ["| Fault | Caught by |", "|---|---|", ...rows].join("\n")
  const made = text.replace(/(<!-- planted:.*-->\n)[\s\S]*(<!-- \/planted -->)/, (_, head: string, end: string) => {
    return `${head}\n${table}\n\n${end}`
  })
  await expect(made).toMatchFileSnapshot(page)
})
