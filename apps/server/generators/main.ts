/**
 * `pnpm generators`: what six generators make of the document of a running service is compiled and calls it, and two linters
 * look at it, as many at once as there are processors. What they need of npm's packages comes into a folder of their own; a
 * toolchain that this machine has not is told of. With names (`pnpm generators orval redocly`) only those are run.
 */
import { execFile, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
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
const run = (
  command: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Promise<Ran> => {
  const path = `${join(folder, "node_modules/.bin")}:${process.env["PATH"]}`
  const options = {
    cwd: folder,
    maxBuffer: 1 << 28,
    env: { ...process.env, DO_NOT_TRACK: "1", REDOCLY_TELEMETRY: "off", ...env, PATH: path }
  }
  return new Promise((resolve) =>
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ ok: error === null, text: stdout, said: `${stdout}${stderr}`.trim() })
    )
  )
}
const has = (command: string): boolean => spawnSync(command, ["version"], { stdio: "ignore" }).error === undefined

interface Linter {
  readonly name: string
  readonly packages: ReadonlyArray<string>
  /** The rules that the document in the folder breaks. */
  readonly broken: () => Promise<ReadonlyArray<string>>
}
const linters: ReadonlyArray<Linter> = [
  {
    name: "redocly",
    packages: ["@redocly/cli@2.77.0"],
    broken: async () => {
      const { text } = await run("redocly", ["lint", "openapi.json", "--format", "json", "--max-problems", "1000"])
      return JSON.parse(text).problems.map(({ ruleId }: any) => ruleId)
    }
  },
  {
    name: "spectral",
    packages: ["@stoplight/spectral-cli@6.16.3"],
    broken: async () => {
      writeFileSync(join(folder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n')
      const { text } = await run("spectral", ["lint", "openapi.json", "-f", "json", "-q"])
      return JSON.parse(text || "[]").map(({ code }: any) => code)
    }
  }
]
const compilers = ["typescript@5.9.3", "esbuild@0.28.2", "@types/node@24.19.2"]

/** Installs what is asked for and not there. */
const install = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const asked = [...generators, ...linters].filter(({ name }) => isAsked(name))
  const needed = [
    ...new Set([
      ...asked.flatMap(({ packages }) => packages),
      ...(asked.some((own) => "language" in own && own.language === "typescript") ? compilers : [])
    ])
  ]
  const missing = needed.filter((own) => !existsSync(join(folder, "node_modules", own.replace(/(?<=.)@.*/, ""))))
  if (missing.length === 0) return
  if (!existsSync(join(folder, "package.json"))) {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  }
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", "--prefer-offline"]
  const { ok, said } = await run("npm", ["install", ...flags, ...missing])
  if (!ok) throw new Error(said)
}

/** The schemas that quicktype gets: those of the calls, as JSON Schema. */
const answersOf = (document: any): object => {
  const text = JSON.stringify({
    type: "object",
    properties: {
      list: { $ref: "#/components/schemas/ExpenseList" },
      connections: { $ref: "#/components/schemas/ConnectionList" },
      one: { $ref: "#/components/schemas/ExpenseResponse" },
      request: { $ref: "#/components/schemas/ContactCreateRequest" },
      made: { $ref: "#/components/schemas/ContactWriteResult" },
      failed: { $ref: "#/components/schemas/Error" }
    },
    definitions: document.components.schemas
  })
  return JSON.parse(text.replaceAll("#/components/schemas/", "#/definitions/"))
}

/** TypeScript is checked by the compiler of this repository. */
const compile = async ({ language, name }: Generator): Promise<Ran> => {
  switch (language) {
    case "typescript": {
      const checked = await run(join(root, "node_modules/.bin/tsc"), ["-p", `tsconfig.${name}.json`])
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
  return run(command!, args, env)
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
  if (told.companies !== 1) return `companies: ${told.companies}`
  if (typeof told.get !== "string" || told.get === "") return `get: ${told.get}`
  if (JSON.stringify(told.create) !== JSON.stringify([name])) return `create: ${told.create}`
  return told.error === "not-found" ? null : `error: ${told.error}`
}

const foundBy = async ({ broken }: Linter): Promise<string> => {
  const rules = await broken()
  const open = rules.filter((rule) => accepted[rule] === undefined)
  const known = [...new Set(rules)].filter((rule) => accepted[rule] !== undefined)
  const shown = known.map((rule) => `${rule}: ${accepted[rule]}`)
  return [open.length === 0 ? "nothing" : open.join(", "), ...shown].join("; but ")
}

/** What `make` answers for each, in their order, as many at once as there are processors. */
const each = async <A, B>(all: ReadonlyArray<A>, make: (one: A) => Promise<B>): Promise<ReadonlyArray<B>> => {
  const made: Array<B> = []
  const waiting = all.entries()
  const work = async () => {
    for (const [index, one] of waiting) made[index] = await make(one)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return made
}

await install()
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
  const tryOut = async (generator: Generator) => {
    const begun = performance.now()
    const env = {
      SVC_URL: service.url,
      SVC_KEY: Service.apiKey,
      SVC_COMPANY: String(companyId),
      // No two contacts of the sandbox have one name.
      SVC_NAME: `Typed by ${generator.name}`
    }
    const made = await run(generator.generate[0]!, generator.generate.slice(1))
    write(generator)
    const isThere = generator.language !== "go" || has("go")
    const compiled = made.ok && isThere ? await compile(generator) : null
    const called = compiled?.ok === true ? await call(generator, env) : null
    const fault = called === null ? null : called.ok ? faultOf(called.text, env.SVC_NAME) : called.said
    isWell &&= made.ok && (!isThere || (compiled?.ok === true && fault === null))
    return [
      generator.name,
      made.ok ? "yes" : made.said.slice(-400),
      isThere
        ? compiled?.ok === true
          ? "yes"
          : (compiled?.said.slice(0, 800) ?? "no")
        : "no toolchain on this machine",
      called === null ? "-" : (fault ?? "lists with filters, get, create, error"),
      `${((performance.now() - begun) / 1000).toFixed(1)} s`
    ]
  }
  const all: ReadonlyArray<Generator | Linter> = [...generators, ...linters]
  const told = await each(
    all.filter(({ name }) => isAsked(name)),
    async (one) => {
      if ("language" in one) return `| ${(await tryOut(one)).join(" | ")} |`
      const found = await foundBy(one)
      isWell &&= found.startsWith("nothing")
      return `${one.name} finds ${found}`
    }
  )
  console.log("| generator | generates | compiles | calls | takes |\n|---|---|---|---|---|")
  for (const line of told) console.log(line)
} finally {
  await service.stop()
}
process.exit(isWell ? 0 : 1)
