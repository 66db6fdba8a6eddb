/** What happens to the nodes of a cluster: one is lost and comes back, and shards go from one to another. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Citus } from "../Citus.ts"
import { type Fault, three, until } from "../Fault.ts"
import type { World } from "../World.ts"
import { meanwhile, times } from "./database.ts"

const clusterOf = ({ postgres }: World): Citus => {
  if (postgres === null || !("workers" in postgres)) throw new Error("It needs a cluster: --citus <address>.")
  return postgres as Citus
}
const lists = (world: World) =>
  [
    `/v3/accounting/contacts?svc_company_id[eq]=${world.company}&limit=50`,
    "/v3/accounting/contacts?sort[svc_updated_at]=DESC&limit=50"
  ] as const

/** Such a list, as any client of the database would ask for it. */
const onAllNodes = "select svc_id, body from record_contacts order by updated_at desc limit 50"

export const NODE: Fault = {
  what: "a worker node ended without a checkpoint, and started again",
  goal: "lost 0; 503 with Retry-After meanwhile, never 500; first list of all companies 1 s after it is up",
  shape: three,
  strike: async (world, time) => {
    const { workers } = clusterOf(world)
    const faults = new Set<string>()
    let refused = 0
    let longest = 0
    let others = 0
    const struck = await until(time, 2500, async () => {
      const victim = world.chance.one(workers)
      await victim.crash()
      const down = Date.now() + world.chance.int(800)
      do {
        for (const server of world.servers) {
          for (const path of lists(world)) {
            const answer = await server.call("GET", path).catch(() => null)
            if (answer?.status === 503 && answer.headers.has("retry-after")) refused++
            else if (answer?.status !== 200) {
              faults.add(`without a node ${path} was answered with ${answer?.status}: ${JSON.stringify(answer?.body)}`)
            }
          }
        }
        await sleep(20)
      } while (Date.now() < down)
      await victim.restart()
      const up = performance.now()
      const all = Promise.all(
        world.servers.map(async (server) => {
          const ask = () => server.call("GET", lists(world)[1]).catch(() => null)
          while ((await ask())?.status !== 200 && performance.now() - up < 30_000) await sleep(10)
        })
      )
      const seconds = all.then(() => (performance.now() - up) / 1000)
      const [took, other] = await Promise.all([seconds, meanwhile(world, all, onAllNodes)])
      if (took > longest) [longest, others] = [took, other]
      if (took > Math.max(1, times * other)) {
        faults.add(
          `the first list was ${took.toFixed(1)} s after the node was up; another client took ${other.toFixed(2)} s`
        )
      }
    })
    if (refused === 0) faults.add("no list was refused while a node was away, so nothing was proven")
    return {
      ...struck,
      figures: { "first list after s": longest, "another client s": others, "lists refused": refused },
      faults: [...faults]
    }
  }
}

export const MOVE: Fault = {
  what: "shards moved from one node to another, one group after the other",
  goal: "lost 0; 503 with Retry-After at most, never 500",
  shape: three,
  strike: async (world, time) => {
    const cluster = clusterOf(world)
    let longest = 0
    let groups = 0
    const struck = await until(time, 200, async () => {
      const begun = performance.now()
      groups = await cluster.move()
      longest = Math.max(longest, (performance.now() - begun) / 1000)
    })
    return { ...struck, figures: { "longest move s": longest, "groups of shards": groups } }
  }
}
