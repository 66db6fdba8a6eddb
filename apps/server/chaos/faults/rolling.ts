/** Processes replaced one after the other behind a load balancer, while clients are at work and are to notice nothing. */
import { type Fault, type Struck, three } from "../Fault.ts"
import { tenant, type World } from "../World.ts"

const shape = { ...three, balanced: true, settings: { SVC_DRAIN_SECONDS: "1" } } as const

const replace = async (world: World, env: Readonly<Record<string, string>> = {}, main?: string) => {
  const stops: Array<number> = []
  const faults: Array<string> = []
  const old = [...world.servers]
  for (const server of old) {
    await world.grow(env, main)
    await world.balancer!.ready(old.length + 1)
    const begun = performance.now()
    const code = await server.stop()
    stops.push((performance.now() - begun) / 1000)
    world.drop(server)
    if (code !== 0) faults.push(`a process ended with ${code}: ${server.said().slice(-300)}`)
  }
  return { stops, faults }
}

/** What was done more than once, though nobody had to guess what had become of it. */
const repeated = ({ platform, received }: World): ReadonlyArray<string> => {
  const writes = platform
    .seen(tenant)
    .filter(({ method, path }) => method === "POST" && path === "/contacts")
    .map(({ headers }) => String(headers["idempotency-key"]))
  return (
    [
      ["items", writes],
      ["deliveries", received.map(({ id }) => id)]
    ] as const
  ).flatMap(([what, ids]) => {
    const twice = ids.length - new Set(ids).size
    return twice === 0 ? [] : [`${twice} ${what} were sent again`]
  })
}

export const F3: Fault = {
  what: "SIGTERM of three processes one after the other, each after another has taken its place",
  goal: "0 failed requests, 0 repeated items, each stop 20 s at most",
  shape,
  unnoticed: true,
  strike: async (world, time): Promise<Struck> => {
    const end = Date.now() + time
    const stops: Array<number> = []
    const faults: Array<string> = []
    do {
      const replaced = await replace(world)
      stops.push(...replaced.stops)
      faults.push(...replaced.faults)
    } while (Date.now() < end)
    const longest = Math.max(...stops)
    return {
      times: stops.length,
      figures: { "stop in s": longest },
      faults: [...faults, ...(longest > 20 ? [`a stop took ${longest.toFixed(1)} s`] : []), ...repeated(world)]
    }
  }
}
