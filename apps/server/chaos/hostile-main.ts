/** A hostile caller as a process of its own: what it costs to make such requests is not to slow down whoever measures. */
import { setTimeout as sleep } from "node:timers/promises"
import * as Hostile from "./Hostile.ts"

const target = JSON.parse(process.env["HOSTILE_TARGET"]!) as Hostile.Target
const all = Hostile.shots(target)
const end = Date.now() + Number(process.env["HOSTILE_TIME"])
let fired = 0
const wrong = new Set<string>()

/** Two of each scope fire at the same time, each its own scope's shots one after the other. */
const caller = async (scope: Hostile.Scope, from: number): Promise<void> => {
  const own = all.filter((shot) => shot.scope === scope)
  for (let turn = from; Date.now() < end; turn++) {
    const { fire, name } = own[turn % own.length]!
    const status = await fire()
    fired++
    if (!Hostile.isAnswer(status)) wrong.add(`${name} was answered ${status}`)
    await sleep(20)
  }
}
await Promise.all(
  (["none", "read", "write", "passthrough", "admin"] as const).flatMap((scope) => [caller(scope, 0), caller(scope, 3)])
)
const { system, user } = process.cpuUsage()
process.send!({ fired, seconds: (system + user) / 1e6, wrong: [...wrong] }, () => process.exit(0))
