/** What happens to the one process on the embedded database. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Fault, until } from "../Fault.ts"
import type { World } from "../World.ts"
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
