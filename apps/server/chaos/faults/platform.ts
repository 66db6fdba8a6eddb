/** What a platform does wrong. */
import { setTimeout as sleep } from "node:timers/promises"
import * as UnrulySandbox from "../../test/support/UnrulySandbox.ts"
import type { Fault } from "../Fault.ts"

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

export const F12: Fault = {
  what: "a platform that answers 429, 401, 5xx, HTML, cut and doubled pages, or not at all",
  goal: "equal to the platform afterwards",
  shape: { database: "embedded", processes: 1 },
  strike: async (world, time) => {
    let times = 0
    const stop = world.platform.rule(
      ({ path }) => path !== "/company" && world.chance.some(0.12),
      (real, seen) => {
        times++
        return world.chance.one(misbehaviour)(real, seen)
      }
    )
    await sleep(time)
    stop()
    return { times }
  }
}
