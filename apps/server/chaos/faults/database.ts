/** What happens to the database, and on the way to it. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Fault, three, until } from "../Fault.ts"

export const F5: Fault = {
  what: "PostgreSQL ended without a checkpoint, and started again",
  goal: "lost 0; 503 meanwhile, never 500",
  shape: three,
  strike: (world, time) =>
    until(time, 2500, async () => {
      await world.postgres!.crash()
      await sleep(world.chance.int(800))
      await world.postgres!.restart()
    })
}

export const F6: Fault = {
  what: "connections to the database late, cut into pieces, cut off, swallowed, reset, refused",
  goal: "lost 0; drained in 30 s",
  shape: { ...three, toxic: true },
  strike: async (world, time) => {
    world.toxic!.spoil(true)
    // Pools make new connections only when they lose some.
    await until(time, 1500, () => world.postgres!.terminate())
    world.toxic!.spoil(false)
    return { times: Object.values(world.toxic!.counts).reduce((sum, count) => sum + count, 0) }
  }
}

export const F7: Fault = {
  what: "all connections to PostgreSQL ended every second",
  goal: "lost 0; drained in 30 s",
  shape: three,
  strike: (world, time) => until(time, 1000, () => world.postgres!.terminate())
}
