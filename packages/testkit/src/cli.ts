#!/usr/bin/env node
/**
 * `svc-record`: writes fixtures from a real account. The account's settings and credentials come from a file, because what
 * is typed as an argument stays in a shell's history.
 */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import type { Connector } from "@svc/core"
import { record, type RecordOptions } from "./record.ts"
import type { Kind } from "./Scrub.ts"

/** The account file; `fields` holds regular expressions as text. */
interface Account extends Pick<RecordOptions, "credentials" | "settings" | "from" | "inputs"> {
  readonly replace?: Readonly<Record<string, string>>
  readonly headers?: ReadonlyArray<string>
  readonly fields?: ReadonlyArray<readonly [string, Kind | null]>
}

const usage = `svc-record <module> --account <file> [--out test/fixtures] [--note <text>] [--export <name>] [--only <names>]

  <module>    the module that exports the connector, such as src/index.ts
  --account   a JSON file: { "settings", "credentials", "inputs"?, "from"?, "replace"?, "fields"?, "headers"? }
  --out       the folder of the fixtures; test/fixtures when absent
  --note      what the fixtures say of where they are from
  --export    the connector's name, where the module exports several
  --only      capabilities, separated by commas: check,CONTACTS`

const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      account: { type: "string" },
      export: { type: "string" },
      help: { type: "boolean" },
      note: { type: "string" },
      only: { type: "string" },
      out: { type: "string", default: "test/fixtures" }
    }
  })
  const [module] = positionals
  if (values.help === true || module === undefined || values.account === undefined) {
    console.log(usage)
    process.exitCode = values.help === true ? 0 : 2
    return
  }
  const exported = (await import(pathToFileURL(resolve(module)).href)) as Readonly<Record<string, unknown>>
  const connectors = Object.entries(exported).filter(([name, value]) =>
    values.export === undefined ? isConnector(value) : name === values.export
  )
  const [found] = connectors
  if (found === undefined || connectors.length > 1) {
    throw new Error(`${module} exports ${connectors.length} connectors: name one with --export`)
  }
  const {
    fields = [],
    headers = [],
    replace = {},
    ...account
  } = JSON.parse(readFileSync(values.account, "utf8")) as Account
  const recording = await record({
    ...account,
    connector: found[1] as Connector.Any,
    folder: pathToFileURL(`${resolve(values.out)}/`),
    note:
      values.note ?? `Recorded from an account of our own on ${new Date().toISOString().slice(0, 10)}, and scrubbed`,
    ...(values.only === undefined ? {} : { only: values.only.split(",") }),
    rules: { headers, replace, fields: fields.map(([pattern, kind]) => [new RegExp(pattern, "i"), kind]) }
  })
  const { credentials, files, settings } = recording
  console.log(`${files.length} fixtures written to ${values.out}: ${files.join(", ")}`)
  console.log(`Read them before you commit them. In the test:\n${JSON.stringify({ settings, credentials }, null, 2)}`)
}
const isConnector = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "contract" in value && "reads" in value

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
