/** What happens to processes. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Fault, three, until } from "../Fault.ts"

export const F1: Fault = {
  what: "kill -9 of one of three processes every 2 s, and another in its place",
  goal: "lost 0",
  shape: three,
  strike: (world, time) =>
    until(time, 2000, async () => {
      const victim = world.chance.one(world.servers)
      world.drop(victim)
      await victim.kill()
      await world.grow()
    })
}

export const F2: Fault = {
  what: "kill -9 of all processes at once, and a new start",
  goal: "lost 0",
  shape: three,
  strike: (world, time) =>
    until(time, 4000, async () => {
      const all = [...world.servers]
      all.forEach(world.drop)
      await Promise.all(all.map((victim) => victim.kill()))
      await Promise.all(all.map(() => world.grow()))
    })
}

export const F4: Fault = {
  what: "SIGSTOP of a process for longer than a lease, then SIGCONT",
  goal: "stale results rejected, lost 0",
  shape: three,
  strike: async (world, time) => {
    const victim = world.chance.one(world.servers)
    world.drop(victim)
    victim.signal("SIGSTOP")
    // Jobs are leased for 15 s, deliveries too.
    await sleep(Math.max(time, 20_000))
    victim.signal("SIGCONT")
    world.servers.push(victim)
    return { times: 1 }
  }
}

export const F10: Fault = {
  what: "kill -9 of the one process on the embedded database",
  goal: "lost 0",
  shape: { database: "embedded", processes: 1 },
  strike: (world, time) =>
    until(time, 2500, async () => {
      const [victim] = world.servers
      world.drop(victim!)
      await victim!.kill()
      await world.grow()
    })
}
