/**
 * `pnpm generators`: what six generators make of the document of a running service is compiled and calls it, and two linters
 * look at it. The packages come from npm into a folder of their own; a toolchain that this machine has not is told of. With
 * names (`pnpm generators orval redocly`) only those are run.
 */
import { execFile, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Service from "../test/support/Service.ts"
import { type Generator, generators } from "./Calls.ts"

const root = join(import.meta.dirname, "../../..")
const folder = join(root, ".report/generators")

const asked = process.argv.slice(2)
const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name)

/** What a linter complains of that stays as it is, and why. */
const accepted: Readonly<Record<string, string>> = {
  "info-contact": "who answers for the service is whoever runs it",
  "no-server-example.com": "the service of this run is on this machine"
}

interface Ran {
  readonly ok: boolean
  readonly text: string
  readonly said: string
}
const run = (command: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): Ran => {
  const path = `${join(folder, "node_modules/.bin")}:${process.env["PATH"]}`
  const { status, stderr, stdout } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, DO_NOT_TRACK: "1", REDOCLY_TELEMETRY: "off", ...env, PATH: path }
  })
  return { ok: status === 0, text: stdout ?? "", said: `${stdout ?? ""}${stderr ?? ""}`.trim() }
}
const has = (command: string): boolean => spawnSync(command, ["version"], { stdio: "ignore" }).error === undefined

const install = (): void => {
  mkdirSync(folder, { recursive: true })
  const packages = [
    ...new Set(generators.flatMap(({ packages }) => packages)),
    "@redocly/cli@2.77.0",
    "@stoplight/spectral-cli@6.16.3",
    "typescript@5.9.3",
    "esbuild@0.28.2",
    "@types/node@24.19.2"
  ]
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const { ok, said } = run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save", ...packages])
  if (!ok) throw new Error(said)
}

/** The schemas that quicktype gets: those of the calls, as JSON Schema. */
const answersOf = (document: any): object => {
  const text = JSON.stringify({
    type: "object",
    properties: {
      list: { $ref: "#/components/schemas/ExpenseList" },
      one: { $ref: "#/components/schemas/ExpenseResponse" },
      request: { $ref: "#/components/schemas/ContactCreateRequest" },
      made: { $ref: "#/components/schemas/ContactWriteResult" },
      failed: { $ref: "#/components/schemas/Error" }
    },
    definitions: document.components.schemas
  })
  return JSON.parse(text.replaceAll("#/components/schemas/", "#/definitions/"))
}

const compile = ({ language, name }: Generator): Ran => {
  switch (language) {
    case "typescript": {
      const checked = run("node", ["node_modules/typescript/bin/tsc", "-p", `tsconfig.${name}.json`])
      if (!checked.ok) return checked
      return run("esbuild", [
        `${name}.calls.ts`,
        "--bundle",
        "--platform=node",
        "--format=esm",
        `--outfile=${name}.mjs`,
        "--log-level=error",
        "--banner:js=import{createRequire}from'node:module';const require=createRequire(import.meta.url)"
      ])
    }
    case "python":
      return run("python3", ["-m", "py_compile", "quicktype.py"])
    case "go":
      return run("go", ["build", "-o", "calls-go", "quicktype.go", "calls.go"])
  }
}
/** Runs the program of a generator; the service, which is in this process, answers it meanwhile. */
const call = ({ language, name }: Generator, env: Readonly<Record<string, string>>): Promise<Ran> => {
  const [command, ...args] =
    language === "typescript"
      ? ["node", `${name}.mjs`]
      : language === "python"
        ? ["python3", "calls.py"]
        : ["./calls-go"]
  return new Promise((resolve) => {
    execFile(command!, args, { cwd: folder, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ ok: error === null, text: stdout, said: `${stdout}${stderr}`.trim() })
    )
  })
}
const write = ({ language, name, program }: Generator): void => {
  if (language !== "typescript")
    return writeFileSync(join(folder, language === "go" ? "calls.go" : "calls.py"), program)
  writeFileSync(join(folder, `${name}.calls.ts`), program)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2023",
    module: "esnext",
    moduleResolution: "bundler",
    skipLibCheck: true,
    types: ["node"],
    lib: ["es2023", "dom", "dom.iterable"]
  }
  writeFileSync(join(folder, `tsconfig.${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.calls.ts`] }))
}

/** What is wrong with what a program printed; null when nothing is. */
const faultOf = (text: string, name: string): string | null => {
  const told = JSON.parse(text)
  if (told.list.length !== 2 || told.list.some((amount: number) => !(amount >= 10))) return `list: ${told.list}`
  if (typeof told.get !== "string" || told.get === "") return `get: ${told.get}`
  if (JSON.stringify(told.create) !== JSON.stringify([name])) return `create: ${told.create}`
  return told.error === "not-found" ? null : `error: ${told.error}`
}

const lint = (): ReadonlyArray<readonly [string, string]> => {
  const found = (ids: ReadonlyArray<string>): string => {
    const open = ids.filter((id) => accepted[id] === undefined)
    const known = [...new Set(ids)].filter((id) => accepted[id] !== undefined).map((id) => `${id}: ${accepted[id]}`)
    return [open.length === 0 ? "nothing" : open.join(", "), ...known].join("; but ")
  }
  writeFileSync(join(folder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n')
  const linters: Readonly<Record<string, () => ReadonlyArray<string>>> = {
    redocly: () => {
      const { text } = run("redocly", ["lint", "openapi.json", "--format", "json", "--max-problems", "1000"])
      return JSON.parse(text).problems.map(({ ruleId }: any) => ruleId)
    },
    spectral: () => {
      const { text } = run("spectral", ["lint", "openapi.json", "-f", "json", "-q"])
      return JSON.parse(text || "[]").map(({ code }: any) => code)
    }
  }
  return Object.entries(linters)
    .filter(([name]) => isAsked(name))
    .map(([name, ids]) => [name, found(ids())] as const)
}

if (!existsSync(join(folder, "node_modules/quicktype"))) install()
for (const made of ["hey-api", "orval.ts", "oazapfts.ts"]) rmSync(join(folder, made), { recursive: true, force: true })
writeFileSync(join(folder, "tsconfig.json"), "{}")
writeFileSync(
  join(folder, "orval.config.cjs"),
  'module.exports = { svc: { input: "./openapi.json", output: { target: "./orval.ts", client: "axios-functions" } } }'
)
const service = await Service.start()
let isWell = true
try {
  const { companyId } = await Service.connected(service)
  const { body: document } = await service.call("GET", "/openapi.json")
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document))
  writeFileSync(join(folder, "answers.json"), JSON.stringify(answersOf(document)))
  const rows: Array<readonly [string, string, string, string]> = []
  for (const generator of generators.filter(({ name }) => isAsked(name))) {
    const env = {
      SVC_URL: service.url,
      SVC_KEY: Service.apiKey,
      SVC_COMPANY: String(companyId),
      // No two contacts of the sandbox have one name.
      SVC_NAME: `Typed by ${generator.name}`
    }
    const made = run(generator.generate[0]!, generator.generate.slice(1))
    write(generator)
    const isThere = generator.language !== "go" || has("go")
    const compiled = made.ok && isThere ? compile(generator) : null
    const called = compiled?.ok === true ? await call(generator, env) : null
    const fault = called === null ? null : called.ok ? faultOf(called.text, env.SVC_NAME) : called.said
    const isFine = made.ok && (!isThere || (compiled?.ok === true && fault === null))
    isWell &&= isFine
    rows.push([
      generator.name,
      made.ok ? "yes" : made.said.slice(-400),
      isThere
        ? compiled?.ok === true
          ? "yes"
          : (compiled?.said.slice(0, 800) ?? "no")
        : "no toolchain on this machine",
      called === null ? "-" : (fault ?? "list with a filter, get, create, error")
    ])
  }
  console.log("| generator | generates | compiles | calls |\n|---|---|---|---|")
  for (const row of rows) console.log(`| ${row.join(" | ")} |`)
  for (const [name, found] of lint()) {
    isWell &&= found.startsWith("nothing")
    console.log(`${name} finds ${found}`)
  }
} finally {
  await service.stop()
}
process.exit(isWell ? 0 : 1)
