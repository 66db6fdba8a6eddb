/**
 * What each connector can do, as Markdown, from the connectors' own values: a table in each connector's README, one page
 * over all of them, and what they come to in the README of the repository. Written between markers, so that the prose
 * around them stays its author's.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Connector, Models, Writes } from "@svc/core"
import { Registry } from "@svc/core/runtime"
import { table, tableOf, titles } from "@svc/testkit/table"

const begin = "<!-- capabilities: written by `pnpm capabilities` -->"
const end = "<!-- /capabilities -->"

/** A file and what it should hold. */
export interface Page {
  readonly file: string
  readonly text: string
}

/** A connector, and the folder of its package. */
export interface Found {
  readonly folder: string
  readonly connector: Connector.Any
}

/** The connectors of the packages whose manifest names the contract they keep. */
export const connectorsIn = async (root: string): Promise<ReadonlyArray<Found>> => {
  const found: Array<Found> = []
  for (const name of readdirSync(join(root, "packages/connectors")).toSorted()) {
    const folder = `packages/connectors/${name}`
    const manifest = join(root, folder, "package.json")
    if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, "utf8")).svc?.contract === undefined) continue
    const exported = (await import(pathToFileURL(join(root, folder, "src/index.ts")).href)) as Record<string, unknown>
    for (const value of Object.values(exported)) {
      if (Registry.fault(value) === null)
        found.push({ folder, connector: await Connector.whole(value as Connector.Any) })
    }
  }
  return found
}

/** How it can be authorised, where a user picks one of several ways. */
const waysOf = ({ auth }: Connector.Any): string => {
  if (auth._tag !== "Choice") return ""
  const ways = auth.methods.map(({ label, name }) => `${label} (\`${name}\`)`)
  return `Ways to connect: ${ways.join(", ")}.\n\n`
}

/** What it does with the bytes of documents. */
const filesOf = ({ files }: Connector.Any): string => {
  const ways = [
    ...(files?.download === undefined ? [] : ["handed out"]),
    ...(files?.upload === undefined ? [] : [`taken for ${files.upload.to.join(", ")}`])
  ]
  return ways.length === 0 ? "" : `\n\nBytes of documents: ${ways.join("; ")}.`
}

/** All data models by connector, a letter for each thing it can do. */
const overview = (connectors: ReadonlyArray<Connector.Any>): string => {
  const capabilities = connectors.map(
    (connector) => new Map(Registry.capabilities(connector).map((own) => [own.model, own]))
  )
  const rows = Models.modelIds
    .toSorted()
    .map((model) => [
      model,
      ...capabilities.map((own) => {
        const can = own.get(model)
        const written = Writes.operations.map((name, index) => (can?.[name] ? titles[index]!.charAt(0) : ""))
        return `${can?.read ? "R" : ""}${written.join("")}`
      })
    ])
    .filter((row) => row.slice(1).some((cell) => cell !== ""))
  return table(["Data model", ...connectors.map(({ name }) => name)], rows)
}

/** Who hears of changes from the platform, and how it comes to send them. */
const toldBy = ({ inbound }: Connector.Any): string =>
  inbound === undefined ? "" : inbound.subscribe === undefined ? "yes" : "yes, registered by the service"

/** What each connector comes to, a row for each. */
const summary = (connectors: ReadonlyArray<Connector.Any>): string =>
  table(
    ["Platform", "Category", "Data models read", "Operations that write", "Platform's own webhooks"],
    connectors.map((connector) => {
      const capabilities = Registry.capabilities(connector)
      const written = capabilities.flatMap((own) => Writes.operations.filter((operation) => own[operation]))
      return [
        connector.name,
        connector.category,
        String(capabilities.filter(({ read }) => read).length),
        written.length === 0 ? "" : String(written.length),
        toldBy(connector)
      ]
    })
  )

const between = (file: string, text: string, content: string): string => {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1) return between(file, `${text.trimEnd()}\n\n## What it can do\n\n${begin}\n${end}\n`, content)
  if (to < from) throw new Error(`${file} needs the line "${end}" after "${begin}"`)
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`
}

/** Every page with its tables as they should be. */
export const pages = async (root: string): Promise<ReadonlyArray<Page>> => {
  const connectors = await connectorsIn(root)
  const readmes = connectors.map(({ connector, folder }) => {
    const file = `${folder}/README.md`
    return {
      file,
      text: between(
        file,
        readFileSync(join(root, file), "utf8"),
        waysOf(connector) + tableOf(connector) + filesOf(connector)
      )
    }
  })
  const all = connectors.map(({ connector }) => connector)
  const front = {
    file: "README.md",
    text: between("README.md", readFileSync(join(root, "README.md"), "utf8"), summary(all))
  }
  const title =
    "# What the connectors can do\n\nR: read, C: create, U: update, D: delete, V: void. Each connector's README says more.\n"
  const text = `${title}\n${begin}\n\n${overview(all)}\n\n${end}\n`
  return [front, ...readmes, { file: "docs/capabilities.md", text }]
}

/** Pages that differ from what the connectors say. */
export const outdated = async (root: string): Promise<ReadonlyArray<Page>> =>
  (await pages(root)).filter(({ file, text }) => {
    const path = join(root, file)
    return !existsSync(path) || readFileSync(path, "utf8") !== text
  })
