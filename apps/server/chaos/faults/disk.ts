/** A disk that is full, and a database that takes no writes: refused with 503 meanwhile, and over when it is over. */
import { rmSync, writeFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { until } from "../../test/support/ServerProcess.ts"
import type { Fault, Struck } from "../Fault.ts"
import type { World } from "../World.ts"

/** How long each lasts, and the time between two, in milliseconds. */
const lasts = 1500
const between = 700

/** Writes until one is refused as it must be, for as long as the fault lasts. */
const refusals = async ({ servers }: World, faults: Array<string>): Promise<number> => {
  let refused = 0
  for (const end = Date.now() + lasts; Date.now() < end || (refused === 0 && Date.now() < end + 10_000);) {
    for (const server of servers) {
      const { body, headers, status } = await server.call("POST", "/v3/core/companies", { name: "x".repeat(250) })
      if (status === 200) continue
      if (status === 503 && headers.get("retry-after") !== null && typeof body?.error?.message === "string") refused++
      else faults.push(`a write is answered ${status} ${JSON.stringify(body)}`)
    }
  }
  return refused
}

/** Lets each happen in turn; `on` begins and ends one. */
const disks = async (
  world: World,
  time: number,
  kinds: Readonly<Record<string, (on: boolean) => Promise<unknown>>>
): Promise<Struck> => {
  const faults: Array<string> = []
  const counts: Record<string, number> = Object.fromEntries(Object.keys(kinds).map((name) => [`503: ${name}`, 0]))
  let longest = 0
  let times = 0
  for (const end = Date.now() + time; times === 0 || Date.now() < end;) {
    for (const [name, turn] of Object.entries(kinds)) {
      await turn(true)
      const refused = await refusals(world, faults)
      if (refused === 0) faults.push(`${name}: no write was refused`)
      counts[`503: ${name}`]! += refused
      await turn(false)
      times++
      const over = performance.now()
      for (const server of world.servers) {
        await until(
          () => server.call("POST", "/v3/core/companies", { name: "again" }),
          ({ status }) => status === 200,
          20
        ).catch((error: Error) => faults.push(`${name}: writes are not taken again: ${error.message}`))
        const health = await server.call("GET", "/healthz")
        if (health.status !== 200) faults.push(`${name}: /healthz answers ${health.status}`)
      }
      longest = Math.max(longest, performance.now() - over)
      await sleep(between)
    }
  }
  return { times, figures: { ...counts, "taken again in ms": longest }, faults: [...new Set(faults)].slice(0, 10) }
}

export const F8: Fault = {
  what: "PostgreSQL read-only, then on a full disk",
  goal: "503 meanwhile; no process ends; writes taken again by themselves",
  shape: { database: "PostgreSQL", processes: 2, disk: 400 },
  strike: (world, time) =>
    disks(world, time, { "read-only": world.postgres!.readOnly, "full disk": world.postgres!.fill })
}

export const F8_EMBEDDED: Fault = {
  what: "the embedded database on a full disk",
  goal: F8.goal,
  shape: { database: "embedded", processes: 1, preload: "short-disk.ts" },
  strike: (world, time) =>
    disks(world, time, {
      "full disk": async (on) => (on ? writeFileSync(world.faultFile, "") : rmSync(world.faultFile))
    })
}
