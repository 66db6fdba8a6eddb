/** What happens to the one process on the embedded database. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Fault, until } from "../Fault.ts"
import { data, type World } from "../World.ts"
import * as Apart from "../../test/support/Apart.ts"
import * as Databases from "../../test/support/Databases.ts"
import * as Damages from "../../test/support/Damages.ts"
import * as ServerProcess from "../../test/support/ServerProcess.ts"

const commits = 5

/** A second process on the folder: why it ended, or a fault. */
const second = async ({ settings }: World): Promise<ReadonlyArray<string>> => {
  const started = await ServerProcess.start(settings).then(
    async (server) => (await server.kill(), "It started."),
    (error: Error) => error.message
  )
  return /The data folder is in use by process \d+ .*Only one process can open it/s.test(started)
    ? []
    : [`a second process on the folder: ${started}`]
}

/** Commits one after the other, each acknowledged after the disk was asked to store it. */
const stored = async (server: ServerProcess.ServerProcess, counter: string) => {
  const count = () => readFileSync(counter).length
  const before = count()
  let unstored = 0
  for (let n = 0; n < commits; n++) {
    const [earlier, { status }] = [count(), await server.call("POST", "/v3/core/companies", { name: `Stored ${n}` })]
    if (status === 200 && count() === earlier) unstored++
  }
  return { syncs: count() - before, unstored }
}

export const F10: Fault = {
  what: "kill -9 of the one process on the embedded database",
  goal: "lost 0; a second process is refused; an fsync before each acknowledgement",
  shape: { database: "embedded", processes: 1 },
  strike: async (world, time) => {
    const counter = join(world.settings["SVC_DATA_DIR"]!, "fsyncs")
    const counted = {
      FSYNC_COUNTER: counter,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "../counting-disk.ts")}`
    }
    const faults = new Set<string>()
    let per = Infinity
    const { times } = await until(time, 200, async () => {
      const [victim] = world.servers
      world.drop(victim!)
      await victim!.kill()
      const server = await world.grow(counted)
      const { syncs, unstored } = await stored(server, counter)
      per = Math.min(per, syncs / commits)
      if (unstored > 0) faults.add(`${unstored} of ${commits} commits were acknowledged without an fsync`)
    })
    for (const fault of await second(world)) faults.add(fault)
    return { times, figures: { "fsyncs per commit": per }, faults: [...faults] }
  }
}

/** How soon a process ends that goes on and is no longer the owner of its folder, in seconds. */
const noticed = 10

/** Goes on with a process whose folder another has by now: what does not hold of it, and how long it took to end. */
const goesOn = async (stopped: ServerProcess.ServerProcess, name: string) => {
  const since = performance.now()
  stopped.signal("SIGCONT")
  const code = await Promise.race([
    stopped.ended,
    new Promise<"alive">((resolve) => setTimeout(resolve, noticed * 3000, "alive"))
  ])
  const faults = [
    ...(code === "alive" ? [`${name} went on beside the other`] : []),
    ...(code === 0 ? [`${name} ended as if nothing was wrong`] : []),
    ...(/no longer this process's own/.test(stopped.said()) ? [] : [`${name} did not say why: ${stopped.said()}`])
  ]
  if (code === "alive") await stopped.kill()
  return { faults, seconds: (performance.now() - since) / 1000 }
}

/** A process that does nothing while it is stopped, and another takes its folder over; both have companies to keep. */
const idle = async (settings: World["settings"]) => {
  const scope = Scope.makeUnsafe()
  const dataDir = await Effect.runPromise(Scope.provide(Databases.prepared, scope))
  const env = { ...settings, SVC_DATA_DIR: dataDir, NODE_OPTIONS: Apart.withoutKernelLock() }
  const started: Array<ServerProcess.ServerProcess> = []
  const start = async (within?: ReadonlyArray<string>) => {
    const server = await ServerProcess.start(env, true, undefined, within)
    started.push(server)
    return server
  }
  const make = async (server: ServerProcess.ServerProcess, name: string) => {
    const { status } = await server.call("POST", "/v3/core/companies", { name })
    return status === 200 ? [name] : []
  }
  try {
    const first = await start()
    const names = await make(first, "Of the first")
    first.signal("SIGSTOP")
    const other = await start(Apart.command)
    names.push(...(await make(other, "Of the second")))
    const { faults, seconds } = await goesOn(first, "an idle process")
    names.push(...(await make(other, "Of the second, later")))
    await other.kill()
    const there = await data(await start(), "GET", "/v3/core/companies")
    const lost = names.filter((name) => !there.some((company: any) => company.name === name))
    return { faults: [...faults, ...lost.map((name) => `lost of an idle process: ${name}`)], seconds }
  } finally {
    await Promise.all(started.map((server) => server.kill()))
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** Every kind of damaged folder, of which none may be started on. */
const damaged = async (settings: World["settings"]): Promise<ReadonlyArray<string>> => {
  const folder = mkdtempSync(join(tmpdir(), "svc-chaos-damaged-"))
  const whole = join(folder, "whole")
  const { SVC_SECRET_KEYS: _, ...env } = settings
  try {
    const server = await ServerProcess.start({ ...env, SVC_DATA_DIR: whole })
    await server.stop()
    const faults: Array<string> = []
    for (const damage of Damages.damages) {
      const fault = await Damages.refused(damage, whole, join(folder, "copy"))
      if (fault !== null) faults.push(`a folder ${damage.name}: ${fault}`)
    }
    return faults
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const F17: Fault = {
  what: "a process is stopped, another takes its embedded folder over in a process namespace of its own, the first goes on",
  goal: `lost 0; refused on one kernel; elsewhere the first ends within ${noticed} s and writes nothing; damaged folders refused`,
  shape: { database: "embedded", processes: 1 },
  strike: async (world, time) => {
    const faults = new Set<string>()
    const beyond = { NODE_OPTIONS: Apart.withoutKernelLock() }
    let longest = 0
    let times = 0
    // A long run has the time for the folders; the tests have one of their own for them.
    const folders = time >= 10_000 ? await damaged(world.settings) : []
    for (const fault of folders) faults.add(fault)
    const end = Date.now() + time
    const apart = idle(world.settings).catch((error: Error) => ({
      faults: [`an idle process: ${error.message}`],
      seconds: 0
    }))
    do {
      // On one kernel: the folder is its own as long as it lives.
      const [held] = world.servers
      held!.signal("SIGSTOP")
      const refused = await ServerProcess.start(world.settings, true, undefined, Apart.command).then(
        async (server) => (await server.kill(), "It started."),
        (error: Error) => error.message
      )
      held!.signal("SIGCONT")
      if (!/The data folder is in use by process \d+ /.test(refused)) faults.add(`beside a stopped process: ${refused}`)
      // On two: who was silent for long is taken for dead, and is not.
      world.drop(held!)
      await held!.kill()
      const stopped = await world.grow(beyond)
      await data(world, "GET", "/v3/core/companies")
      world.drop(stopped)
      stopped.signal("SIGSTOP")
      await world.grow(beyond, undefined, Apart.command)
      const ended = await goesOn(stopped, "a process at work")
      for (const fault of ended.faults) faults.add(fault)
      longest = Math.max(longest, ended.seconds)
      times++
      // The next one has the kernel's lock again.
      const [last] = world.servers
      world.drop(last!)
      await last!.kill()
      await world.grow()
    } while (Date.now() < end)
    const ended = await apart
    for (const fault of ended.faults) faults.add(fault)
    longest = Math.max(longest, ended.seconds)
    if (longest > noticed) faults.add(`a process noticed after ${longest.toFixed(1)} s that its folder is another's`)
    return {
      times,
      figures: { "ended after s": longest, "in a namespace of its own": Apart.command === undefined ? 0 : 1 },
      faults: [...faults]
    }
  }
}
