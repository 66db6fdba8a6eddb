/**
 * `pnpm cold xero stripe`: how long Node takes to load core's async door with a connector as others have them, from packed
 * tarballs in a folder outside of this repository, with nothing compiled before: the processor time and the time on the clock
 * of a process that does nothing else, less those of one that does nothing, in the middle of many runs.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { spawnSync } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { installed, pack, published } from "./Packed.ts"

const runs = 21
/** What the goal of a cold import allows, in milliseconds. */
const most = 120

interface Took {
  readonly cpu: number
  readonly clock: number
}
const middle = (values: ReadonlyArray<number>): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1]!

/** What a program takes in a process of its own, as it says itself. */
const took = (folder: string, source: string): Took => {
  writeFileSync(join(folder, "cold.js"), source)
  const once = (): Took => {
    const { stderr, stdout } = spawnSync(process.execPath, ["cold.js"], { cwd: folder, encoding: "utf8" })
    if (stdout === "") throw new Error(stderr)
    return JSON.parse(stdout) as Took
  }
  once()
  const all = Array.from({ length: runs }, once)
  return { cpu: middle(all.map(({ cpu }) => cpu)), clock: middle(all.map(({ clock }) => clock)) }
}
const program = (names: ReadonlyArray<string>): string =>
  [
    `const before = process.cpuUsage(), from = performance.now()`,
    ...names.map((name) => `await import(${JSON.stringify(name)})`),
    `const { user, system } = process.cpuUsage(before)`,
    `console.log(JSON.stringify({ cpu: (user + system) / 1000, clock: performance.now() - from }))`
  ].join("\n")

const names = process.argv.slice(2).map((name) => `@svc/${name}`)
const unknown = names.filter((name) => !published.some(({ manifest }) => manifest.name === name))
if (names.length === 0 || unknown.length > 0) {
  console.error(`usage: pnpm cold <connector> …; ${unknown.join(", ") || "nothing"} is not published`)
  process.exit(2)
}
const work = mkdtempSync(join(tmpdir(), "svc-cold-"))
try {
  const all = ["@svc/core", ...names]
  await pack(
    published.filter(({ manifest }) => all.includes(manifest.name)),
    work
  )
  const consumer = join(work, "consumer")
  await installed(consumer, work, all)
  const nothing = took(consumer, program([]))
  for (const name of names) {
    const { clock, cpu } = took(consumer, program(["@svc/core/connect", name]))
    const [own, at] = [cpu - nothing.cpu, clock - nothing.clock]
    console.log(`${name}: ${at.toFixed(0)} ms, ${own.toFixed(0)} ms of processor time; at most ${most}`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
