/**
 * What others have of somebody who means harm, caller or platform: how long they wait for their answers, how much memory
 * it takes, and whether a process ends. Measured in one way, whoever it is.
 */
import { fork } from "node:child_process"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { apiKey } from "../test/support/ServerProcess.ts"
import type { Struck } from "./Fault.ts"
import type { Asked } from "./waiting-main.ts"
import type { World } from "./World.ts"

/**
 * How much longer others may wait, and by how many megabytes a process may grow. Service, database, platform, whoever waits
 * and whoever means harm share the machine, so that on two cores one of them waits its turn for some ten milliseconds
 * whatever the service does: of waits below `floor`, in milliseconds, nothing is said.
 */
const slower = 2
const floor = 150
const growth = 300
/** What must hold of it, in the words of a goal. */
export const goal = `others' p99 within ${slower} ×; memory + ${growth} MB; no process ends`

/** What others wait for their answers while something goes on, in milliseconds: the slowest of a hundred. */
const waited = async (world: World, going: Promise<unknown>): Promise<number> => {
  const asked: Asked = {
    url: world.servers[0]!.url,
    apiKey,
    paths: [
      "/v3/core/companies?limit=10",
      `/v3/accounting/contacts?svc_company_id[eq]=${world.company}&limit=20`,
      "/readyz"
    ]
  }
  const child = fork(join(import.meta.dirname, "waiting-main.ts"), {
    env: { ...process.env, WAITING_ASKED: JSON.stringify(asked) }
  })
  const slowest = new Promise<number>((resolve, reject) => {
    child.on("message", (time) => resolve(time as number))
    child.on("exit", (code) => reject(new Error(`The caller that waits ended with ${code}.`)))
  })
  await going.finally(() => child.send("over"))
  return slowest
}

/** What was measured beside harm, and what of it does not hold. */
export interface Beside<A> extends Required<Pick<Struck, "figures" | "faults">> {
  /** What the harm came to. */
  readonly harm: A
}

/** Does harm for so long, in milliseconds, after others were served without it for a while. */
export const beside = async <A>(world: World, time: number, harm: () => Promise<A>): Promise<Beside<A>> => {
  const processes = world.servers.map((server) => ({ server, least: 0, most: 0, isGone: false }))
  for (const one of processes) void one.server.ended.then(() => (one.isGone = true))
  const before = await waited(world, sleep(Math.max(3000, time / 4)))
  const look = () => {
    for (const one of processes) if (!one.isGone) one.most = Math.max(one.most, one.server.memory() / 1e6)
  }
  look()
  for (const one of processes) one.least = one.most
  const watch = setInterval(look, 200)
  const going = harm()
  const during = await waited(world, going).finally(() => clearInterval(watch))
  const grown = Math.max(...processes.map(({ least, most }) => most - least))
  return {
    harm: await going,
    figures: { "p99 before in ms": before, "p99 meanwhile in ms": during, "memory grown by MB": grown },
    faults: [
      ...processes.flatMap(({ isGone, least, most }) => [
        ...(isGone ? ["the process ended"] : []),
        ...(most - least > growth ? [`memory grew from ${least} MB to ${most} MB`] : [])
      ]),
      ...(during > Math.max(before * slower, floor) ? [`others wait ${during} ms instead of ${before} ms`] : [])
    ]
  }
}
