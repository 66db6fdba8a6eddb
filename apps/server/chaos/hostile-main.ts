/** A hostile caller as a process of its own: what it costs to make such requests is not to slow down whoever measures. */
import { setTimeout as sleep } from "node:timers/promises"
import * as Chance from "../test/support/Chance.ts"
import { scopes } from "./Doors.ts"
import * as Hostile from "./Hostile.ts"

const target = JSON.parse(process.env["HOSTILE_TARGET"]!) as Hostile.Target
const seed = Number(process.env["HOSTILE_SEED"])
const chance = Chance.make(seed)
const { made, particular } = await Hostile.shots(target, "all", seed)
const end = Date.now() + Number(process.env["HOSTILE_TIME"])
let fired = 0
const wrong = new Set<string>()
const left = new Set([...made, ...particular])

const fire = async (shot: Hostile.Shot): Promise<void> => {
  left.delete(shot)
  const status = await shot.fire()
  fired++
  if (!Hostile.isAnswer(status)) wrong.add(`${shot.name} was answered ${status}`)
  await sleep(20)
}
/** In an order of its seed; begins again when all were there. */
const endless = (all: ReadonlyArray<Hostile.Shot>): (() => Hostile.Shot) => {
  const deck = all.map((shot) => [chance.int(2 ** 30), shot] as const).toSorted(([a], [b]) => a - b)
  let turn = 0
  return () => deck[turn++ % deck.length]![1]
}
/** So many of those made for the doors come between two written by hand, which weigh more. */
const between = 3
/** Two of each scope fire at the same time and share what there is of it, one after the other. */
const callers = scopes.flatMap((scope) => {
  const own = (all: ReadonlyArray<Hostile.Shot>) => endless(all.filter((shot) => shot.scope === scope))
  const [door, heavy] = [own(made), own(particular)]
  const caller = async (): Promise<void> => {
    for (let turn = 0; Date.now() < end; turn++) await fire(turn % (between + 1) === 0 ? heavy() : door())
  }
  return [caller(), caller()]
})
await Promise.all(callers)
const { system, user } = process.cpuUsage()
const missed = [...left].map(({ name, scope }) => `${scope}: ${name}`)
process.send!({ fired, seconds: (system + user) / 1e6, wrong: [...wrong], missed }, () => process.exit(0))
