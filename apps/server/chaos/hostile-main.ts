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
interface Deck {
  readonly next: () => Hostile.Shot
  /** Whether all were there. */
  readonly isThrough: () => boolean
}
/** In an order of its seed, with each door once before any comes again; begins again when all were there. */
const endless = (all: ReadonlyArray<Hostile.Shot>): Deck => {
  const mixed = all.map((shot) => [chance.int(2 ** 30), shot] as const).toSorted(([a], [b]) => a - b)
  const seen = new Set<string | null>()
  const { again = [], first = [] } = Object.groupBy(mixed, ([, { door }]) => {
    if (seen.has(door)) return "again"
    seen.add(door)
    return "first"
  })
  const deck = [...first, ...again]
  let turn = 0
  return { next: () => deck[turn++ % deck.length]![1], isThrough: () => turn >= deck.length }
}
/** The next of a deck; once that is through, of another that is not. */
const nextOf = (deck: Deck, other: Deck): Hostile.Shot =>
  deck.isThrough() && !other.isThrough() ? other.next() : deck.next()
/** So many of those made for the doors come between two written by hand, which weigh more. */
const between = 3
/** The time, in milliseconds, in which each caller is once through the doors that are not his. */
const round = 40_000
/** From when on those who are through help the others. */
const helping = end - 15_000
/**
 * Of each scope two fire what its key opens and what is written by hand, and one goes round the other doors, which are not to
 * wait for what takes long, nor to take more of the processor than it takes to be through in time. The two share what there is of
 * it, one after the other, and who is through helps the others of his scope with what is left towards the end.
 */
const callers = scopes.flatMap((scope) => {
  const shotsOf = (all: ReadonlyArray<Hostile.Shot>, isOwn: boolean) =>
    all.filter((shot) => shot.scope === scope && shot.isOwn === isOwn)
  const others = shotsOf(made, false)
  const [door, heavy, other] = [endless(shotsOf(made, true)), endless(shotsOf(particular, true)), endless(others)]
  const own = async (): Promise<void> => {
    for (let turn = 0; Date.now() < end; turn++) {
      await fire(turn % (between + 1) === 0 ? heavy.next() : nextOf(door, other))
    }
  }
  const around = async (): Promise<void> => {
    for (let due = Date.now(); Date.now() < end; due += round / others.length) {
      if (!other.isThrough()) await fire(other.next())
      else if (Date.now() > helping && !door.isThrough()) await fire(door.next())
      await sleep(Math.max(10, due - Date.now()))
    }
  }
  return [own(), own(), around()]
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
