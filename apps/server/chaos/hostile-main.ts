/** A hostile caller as a process of its own: what it costs to make such requests is not to slow down whoever measures. */
import { setTimeout as sleep } from "node:timers/promises"
import * as Chance from "../test/support/Chance.ts"
import { scopes } from "./Doors.ts"
import * as Hostile from "./Hostile.ts"

const target = JSON.parse(process.env["HOSTILE_TARGET"]!) as Hostile.Target
const seed = Number(process.env["HOSTILE_SEED"])
const chance = Chance.make(seed)
const { made, particular } = await Hostile.shots(target, seed)
const end = Date.now() + Number(process.env["HOSTILE_TIME"])
let fired = 0
const wrong = new Set<string>()
const left = new Set([...made, ...particular])

const fire = async (shot: Hostile.Shot): Promise<void> => {
  left.delete(shot)
  const status = await shot.fire()
  fired++
  if (!Hostile.isAnswer(shot, status)) wrong.add(`${shot.name}, with ${shot.scope}, was answered ${status}`)
  await sleep(20)
}
/** In an order of its seed, with each door once before any comes again; begins again when all were there. */
const endless = (all: ReadonlyArray<Hostile.Shot>): (() => Hostile.Shot) => {
  const mixed = all.map((shot) => [chance.int(2 ** 30), shot] as const).toSorted(([a], [b]) => a - b)
  const seen = new Set<string | null>()
  const { again = [], first = [] } = Object.groupBy(mixed, ([, { door }]) => {
    if (seen.has(door)) return "again"
    seen.add(door)
    return "first"
  })
  const deck = [...first, ...again]
  let turn = 0
  return () => deck[turn++ % deck.length]![1]
}
/** So many of those made for the doors come between two written by hand, which weigh more. */
const between = 3
/**
 * Of each scope two fire what its key opens and what is written by hand, and two what it does not open: those are not to wait
 * for what takes long. Two that do the same share what there is of it, one after the other.
 */
const callers = scopes.flatMap((scope) => {
  const own = (all: ReadonlyArray<Hostile.Shot>, isOpen: boolean) =>
    endless(all.filter((shot) => shot.scope === scope && shot.isOpen === isOpen))
  const [door, heavy, closed] = [own(made, true), own(particular, true), own(made, false)]
  const firing = async (next: (turn: number) => Hostile.Shot): Promise<void> => {
    for (let turn = 0; Date.now() < end; turn++) await fire(next(turn))
  }
  const opened = (turn: number) => (turn % (between + 1) === 0 ? heavy() : door())
  return [firing(opened), firing(opened), firing(closed), firing(closed)]
})
await Promise.all(callers)
const { system, user } = process.cpuUsage()
const missed = [...left].map(({ name, scope }) => `${scope}: ${name}`)
/** Doors at which a caller came to nothing. */
const of = (shots: ReadonlyArray<Hostile.Shot>) => new Set(shots.map(({ door, scope }) => `${scope}: ${door}`))
const unseen = of(made).difference(of(made.filter((shot) => !left.has(shot))))
const told = {
  fired,
  all: made.length + particular.length,
  seconds: (system + user) / 1e6,
  wrong: [...wrong],
  missed,
  unseen: unseen.size
}
process.send!(told, () => process.exit(0))
