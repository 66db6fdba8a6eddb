/** The faults, each under the name it has among the goals: what happens to the world while clients are at work. */
import { setTimeout as sleep } from "node:timers/promises"
import * as UnrulySandbox from "../test/support/UnrulySandbox.ts"
import type { Shape, World } from "./World.ts"

export interface Fault {
  readonly what: string
  readonly shape: Shape
  /** Strikes until the time, in milliseconds, is over; leaves a world that could work. Answers how often it struck. */
  readonly strike: (world: World, time: number) => Promise<number>
}

/** Does something again and again, with pauses, until the time is over. */
const until = async (time: number, pause: number, act: () => Promise<unknown>): Promise<number> => {
  const end = Date.now() + time
  let struck = 0
  for (;;) {
    await sleep(pause)
    if (Date.now() >= end) return struck
    await act()
    struck++
  }
}
const three: Shape = { database: "PostgreSQL", processes: 3 }

/** What a platform does wrong, each in its own way. */
const misbehaviour: ReadonlyArray<UnrulySandbox.Answer> = [
  UnrulySandbox.status(429, { "retry-after": "1" }),
  UnrulySandbox.status(429),
  UnrulySandbox.status(401),
  UnrulySandbox.status(500),
  UnrulySandbox.status(503, { "retry-after": "1" }),
  UnrulySandbox.status(200, { "content-type": "text/html" }, "<html>Maintenance</html>"),
  () => null,
  async (real) => {
    const text = await (await real()).text()
    return new Response(text.slice(0, text.length / 2), { headers: { "content-type": "application/json" } })
  },
  // Carried out, and the answer lost.
  async (real) => (await real(), null),
  async (real, { method }) =>
    method === "GET" ? UnrulySandbox.edited((items) => [...items, ...items])(real, undefined as never) : real(),
  async (real, { method, query }) =>
    method === "GET" && query.has("cursor") ? UnrulySandbox.status(400)(real, undefined as never) : real()
]

export const faults: Readonly<Record<string, Fault>> = {
  F1: {
    what: "kill -9 of one of three processes every 2 s, and another in its place",
    shape: three,
    strike: (world, time) =>
      until(time, 2000, async () => {
        const victim = world.chance.one(world.servers)
        world.drop(victim)
        await victim.kill()
        await world.grow()
      })
  },
  F2: {
    what: "kill -9 of all processes at once, and a new start",
    shape: three,
    strike: (world, time) =>
      until(time, 4000, async () => {
        const all = [...world.servers]
        all.forEach(world.drop)
        await Promise.all(all.map((victim) => victim.kill()))
        await Promise.all(all.map(() => world.grow()))
      })
  },
  F4: {
    what: "SIGSTOP of a process for longer than a lease, then SIGCONT",
    shape: three,
    strike: async (world, time) => {
      const victim = world.chance.one(world.servers)
      world.drop(victim)
      victim.signal("SIGSTOP")
      // Jobs are leased for 15 s, deliveries too.
      await sleep(Math.max(time, 20_000))
      victim.signal("SIGCONT")
      world.servers.push(victim)
      return 1
    }
  },
  F5: {
    what: "PostgreSQL ended without a checkpoint, and started again",
    shape: three,
    strike: (world, time) =>
      until(time, 2500, async () => {
        await world.postgres!.crash()
        await sleep(world.chance.int(800))
        await world.postgres!.restart()
      })
  },
  F6: {
    what: "connections to the database late, cut into pieces, cut off, swallowed, reset, refused",
    shape: { ...three, toxic: true },
    strike: async (world, time) => {
      world.toxic!.spoil(true)
      // Pools make new connections only when they lose some.
      await until(time, 1500, () => world.postgres!.terminate())
      world.toxic!.spoil(false)
      return Object.values(world.toxic!.counts).reduce((sum, count) => sum + count, 0)
    }
  },
  F7: {
    what: "all connections to PostgreSQL ended every second",
    shape: three,
    strike: (world, time) => until(time, 1000, () => world.postgres!.terminate())
  },
  F10: {
    what: "kill -9 of the one process on the embedded database",
    shape: { database: "embedded", processes: 1 },
    strike: (world, time) =>
      until(time, 2500, async () => {
        const [victim] = world.servers
        world.drop(victim!)
        await victim!.kill()
        await world.grow()
      })
  },
  F12: {
    what: "a platform that answers 429, 401, 5xx, HTML, cut and doubled pages, or not at all",
    shape: { database: "embedded", processes: 1 },
    strike: async (world, time) => {
      let struck = 0
      const stop = world.platform.rule(
        ({ path }) => path !== "/company" && world.chance.some(0.12),
        (real, seen) => {
          struck++
          return world.chance.one(misbehaviour)(real, seen)
        }
      )
      await sleep(time)
      stop()
      return struck
    }
  }
}
