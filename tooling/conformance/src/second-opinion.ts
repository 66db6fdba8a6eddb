/**
 * A second opinion: `node tooling/conformance/src/second-opinion.ts <connector> <folder>`, or `--all <folder of folders>`. Every
 * request of a connector's conformance run is also judged by a validator that is not ours, and where the two do not
 * agree is told. The exit code is 1 then.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Conform from "./Conform.ts"
import type { Operation, Outgoing } from "./Description.ts"
import type { Json } from "./JsonSchemas.ts"
import * as Prism from "./Prism.ts"
import type { Profile } from "./Profile.ts"
import { profiles } from "./profiles.ts"
import type * as Verdict from "./Verdict.ts"

interface Asked {
  readonly request: Outgoing
  readonly verdict: Verdict.Verdict
}
interface Opinion {
  readonly slug: string
  readonly operations: number
  /** What both allow. */
  readonly allowed: number
  /** What departs from the description as the profile explains it: seen by both, and by us alone, who know names that are not declared. */
  readonly departed: { readonly both: number; readonly ours: number }
  /** What they refuse alone, as the profile explains it. */
  readonly disputed: number
  /** What both refuse. */
  readonly refused: number
  readonly ours: ReadonlyArray<string>
  readonly theirs: ReadonlyArray<string>
}

/** Requests that differ in nothing but when or how often they are sent are one. */
const keyOf = ({ body, headers, method, url }: Outgoing): string =>
  [method, url.href, headers["content-type"], body].join("\n")

const requestsOf = async (profile: Profile, folder: string): Promise<ReadonlyArray<Asked>> => {
  const asked = new Map<string, Asked>()
  await Conform.run(profile, profile.describe(folder), (request, verdict) => {
    asked.set(keyOf(request), { request, verdict })
  })
  return [...asked.values()]
}

/** An operation that is asked for: where it is in the documents that the other is given. */
interface Place {
  readonly operation: Operation
  readonly index: number
  readonly version: string
}
/** Operations that are asked for, by what describes them: the same one may be made for each request. */
const placesOf = (asked: ReadonlyArray<Asked>): ReadonlyMap<string, Place> => {
  const places = new Map<string, Place>()
  for (const { verdict } of asked) {
    const { operation } = verdict
    const own = operation?.document?.("")
    const key = JSON.stringify(own)
    if (operation === null || own === undefined || places.has(key)) continue
    places.set(key, { operation, index: places.size, version: versionOf(own) })
  }
  return places
}
/** Documents by their version, each operation at a path of its own: where a request lands is said by us. */
const documentsOf = (places: Iterable<Place>): ReadonlyMap<string, Json> => {
  const documents = new Map<string, Json>()
  for (const { index, operation, version } of places) {
    documents.set(version, laid(operation.document!(`/o${index}`), index, documents.get(version) ?? {}))
  }
  return documents
}
const versionOf = (document: Json): string => String(document["swagger"] ?? document["openapi"]).slice(0, 3)
/** A document laid into another: its parts go by names of their own. */
const laid = (own: Json, index: number, into: Json): Json => {
  const {
    "x-parts": parts,
    paths,
    ...head
  } = JSON.parse(JSON.stringify(own).replaceAll('"#/x-parts/', `"#/x-parts/o${index}`)) as Json
  const named = Object.entries(parts as Json).map(([name, part]) => [`o${index}${name}`, part] as const)
  return {
    ...head,
    paths: { ...(into["paths"] as Json), ...(paths as Json) },
    "x-parts": { ...(into["x-parts"] as Json), ...Object.fromEntries(named) }
  }
}

const judge = async (slug: string, folder: string): Promise<Opinion | null> => {
  const profile = await profiles[slug]!()
  const isDisputed = (fault: string) => profile.disputes?.some((one) => one.fault.test(fault)) === true
  const asked = await requestsOf(profile, folder)
  const places = placesOf(asked)
  if (places.size === 0) return null
  const judges = new Map<string, Prism.Prism>()
  const [ours, theirs]: [Array<string>, Array<string>] = [[], []]
  const departed = { both: 0, ours: 0 }
  let [allowed, disputed, refused] = [0, 0, 0]
  try {
    for (const [version, document] of documentsOf(places.values())) judges.set(version, await Prism.start(document))
    for (const { request, verdict } of asked) {
      const { explained, faults, operation } = verdict
      const place = places.get(JSON.stringify(operation?.document?.("")))
      if (place === undefined) continue
      const said = await judges.get(place.version)!.ask(`/o${place.index}`, request)
      const doing = `${request.method} ${request.url.pathname}`
      if (faults.length > 0 && said.length > 0) refused++
      else if (faults.length > 0) ours.push(`${doing}: ${faults.join("; ")}`)
      else if (explained.length > 0) departed[said.length > 0 ? "both" : "ours"]++
      else if (said.length > 0 && said.every(isDisputed)) disputed++
      else if (said.length > 0) theirs.push(`${doing}: ${said.join("; ")}`)
      else allowed++
    }
  } finally {
    for (const judgeOf of judges.values()) judgeOf.stop()
  }
  return { slug, operations: places.size, allowed, departed, disputed, refused, ours, theirs }
}

const counted = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...Map.groupBy(lines, (line) => line)].map(([line, same]) =>
    same.length === 1 ? line : `${line} (${same.length} times)`
  )
const format = ({ allowed, departed, disputed, operations, ours, refused, slug, theirs }: Opinion): string =>
  [
    `${slug}: ${operations} operations; both allow ${allowed} requests, both refuse ${refused}; ` +
      `explained departures ${departed.both} seen by both, ${departed.ours} by us alone, ${disputed} by them alone; ` +
      `refused by us alone ${ours.length}, by them alone ${theirs.length}`,
    ...counted(ours).map((line) => `  we alone: ${line}`),
    ...counted(theirs).map((line) => `  they alone: ${line}`)
  ].join("\n")

const { positionals, values } = parseArgs({ allowPositionals: true, options: { all: { type: "string" } } })
const [slug, folder] = positionals
const wanted =
  values.all === undefined
    ? [[slug ?? "", folder ?? ""] as const]
    : Object.keys(profiles).map((own) => [own, join(values.all!, own)] as const)
for (const [own, at] of wanted) {
  if (!Object.hasOwn(profiles, own) || !existsSync(at)) {
    console.log(`${own}: skipped, there is no profile or no folder of it`)
    if (values.all === undefined) process.exitCode = 2
    continue
  }
  const opinion = await judge(own, at)
  console.log(opinion === null ? `${own}: skipped, its description is not OpenAPI` : format(opinion))
  if (opinion !== null && opinion.ours.length + opinion.theirs.length > 0) process.exitCode = 1
}
