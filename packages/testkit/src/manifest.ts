/**
 * What must be true of a connector's manifest: nothing is needed but core and effect, as peers, the contract is stated so that it
 * can be read without running code, and what is published says what a registry and a bundler need to know. The same
 * rules hold in the project's own repository and for everybody else.
 */
import { Connector } from "@svc/core"

/** One thing that is wrong: which rule, and in a sentence what. */
export interface Fault {
  /** Which rule it breaks. */
  readonly rule: string
  /** In a sentence: what is wrong, and with which member. */
  readonly message: string
}

/** A `package.json`, as far as these rules look at it. */
export type Manifest = Readonly<Record<string, any>>

const keys = (value: unknown) => (typeof value === "object" && value !== null ? Object.keys(value) : [])

const peers = ["@svc/core", "effect"]

/**
 * What makes a package a connector: its two peers and its contract. `families` are packages of what several connectors to one
 * maker's products have in common, which it may depend on.
 */
export const connectorFaults = (manifest: Manifest, families: ReadonlyArray<string> = []): ReadonlyArray<Fault> => {
  const faults: Array<Fault> = []
  const fault = (rule: string, message: string) => faults.push({ rule, message })
  for (const kind of ["dependencies", "optionalDependencies", "bundleDependencies", "bundledDependencies"]) {
    for (const name of keys(manifest[kind])) {
      if (kind === "dependencies" && families.includes(name)) continue
      fault("connector-peers", `${kind} has ${name}: a connector's only dependencies are its peers`)
    }
  }
  for (const name of keys(manifest["peerDependencies"])) {
    if (!peers.includes(name)) {
      fault("connector-peers", `peerDependencies has ${name}: allowed are ${peers.join(" and ")}`)
    }
  }
  for (const name of peers) {
    if (!keys(manifest["peerDependencies"]).includes(name)) fault("connector-peers", `peerDependencies lacks ${name}`)
  }
  if (manifest["svc"]?.contract !== Connector.contract) {
    fault("connector-contract", `"svc": { "contract": ${Connector.contract} } is missing`)
  }
  return faults
}

/** What every published package says of itself. */
export const publishedFaults = (manifest: Manifest): ReadonlyArray<Fault> =>
  ["version", "description", "license", "type", "files", "exports", "sideEffects", "engines"]
    .filter((field) => manifest[field] === undefined || manifest[field] === "")
    .map((field) => ({ rule: "published-fields", message: `${field} is missing` }))

/** The name by which an operator finds a connector, and by which a server's own rules know one. */
const nameFaults = (manifest: Manifest): ReadonlyArray<Fault> =>
  /^(@[a-z0-9~-][a-z0-9._~-]*\/)?svc-connector-[a-z0-9][a-z0-9._~-]*$/.test(manifest["name"] ?? "")
    ? []
    : [
        {
          rule: "connector-name",
          message: `name must be svc-connector-<platform> or @<scope>/svc-connector-<platform>`
        }
      ]

/** Everything that is wrong with the manifest of a connector outside the project's own repository; empty when all is well. */
export const manifestFaults = (manifest: Manifest): ReadonlyArray<Fault> => [
  ...nameFaults(manifest),
  ...connectorFaults(manifest),
  ...(manifest["private"] === true ? [] : publishedFaults(manifest))
]
