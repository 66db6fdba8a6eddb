/**
 * Whose request is worked on next. While there is room every request has its turn at once. When there is none, who waits is
 * let in by what its organisation has, and in it its key: fewest requests at work first, then least work lately done.
 * Requests that are large have a lane of their own, and stand back while others have small ones at work.
 */
import { ApiError } from "@svc/core/api"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AppConfig } from "../AppConfig.ts"
import { atMost, type Limit, type Limits } from "../Limits.ts"
import * as RequestInfo from "./RequestInfo.ts"

/** The id of a key; the address of who has none. */
export type Owner = number | string
/** What people do on the connect page, what comes without a key, with one, and what is large, with a key or without. */
export type Lane = "people" | "open" | "keyed" | "large"

/** Milliseconds after which half of the work that was done counts no more. */
const HALF_LIFE = 10_000
/** Who has a turn for so many milliseconds waits for something that is no work: the turn is given to the next as well. */
const LENT = 2000
/** A piece of work that took less, in milliseconds, is no reason to rest. */
const PIECE = 4
/** Turns at once of people and of who comes without a key; the rest of what is there is for keys. */
const PEOPLE = 4
const OPEN = 4
/** Callers remembered at once; those who have nothing under way are forgotten then. */
const REMEMBERED = 10_000

/** What somebody has. */
interface Share {
  /** Requests at work, those that are large too. */
  atWork: number
  /** Milliseconds of work lately done, as of `at`. */
  done: number
  at: number
}
interface Account extends Share {
  readonly owner: Owner
  /** What all keys of its organisation have together; null without a key. */
  readonly organisation: Share | null
  /** Those of them that are not large, and whose turn is not lent. */
  small: number
  waiting: number
}
interface LaneState {
  readonly name: Lane
  readonly limit: Limit
  readonly working: Set<Held>
  /** Turns that are taken, without those that are lent. */
  taken: number
  /** In the order in which they came; those that come back to a turn they had go before others of their caller. */
  readonly waiting: Map<Account, Array<Held>>
}
/** The turn of a request. */
interface Held {
  readonly account: Account
  lane: LaneState
  state: "waiting" | "working" | "away" | "over"
  isLent: boolean
  since: number
  /** What the request waits for at the moment that is no work: others' answers, its own body. */
  errands: number
  enter: (() => void) | null
}

const refused = ({ limit, name }: LaneState, seconds: Limit): ApiError.ApiError =>
  ApiError.later(
    "rate-limited",
    `${name === "large" ? "Large requests" : "Requests"} of callers who asked for less went first for ${seconds.most} seconds (${seconds.setting}); ${atMost(limit)} are worked on at once. Try again.`,
    1
  )

/** The turns of one process. */
export const make = (
  { largeRequests, turnSeconds, workingRequests }: Pick<Limits, "largeRequests" | "turnSeconds" | "workingRequests">,
  now: () => number = () => performance.now()
) => {
  const lane = (name: Lane, limit: Limit): LaneState => ({
    name,
    limit,
    working: new Set(),
    taken: 0,
    waiting: new Map()
  })
  const few = (most: number): Limit => ({ ...workingRequests, most: Math.min(most, workingRequests.most) })
  const large = lane("large", largeRequests)
  const lanes: Readonly<Record<Lane, LaneState>> = {
    people: lane("people", few(PEOPLE)),
    open: lane("open", few(OPEN)),
    keyed: lane("keyed", workingRequests),
    large
  }
  const accounts = new Map<Owner, Account>()
  const organisations = new Map<number, Share>()
  /** Where as many may be large as there may be at all, they do not stand back. */
  const hasLane = largeRequests.most < workingRequests.most
  /** Small requests at work, of all. */
  let small = 0
  /** Until when large ones stand back, while others have small ones at work. */
  let rest = 0
  let restTimer: NodeJS.Timeout | null = null

  const doneOf = (share: Share, at: number): number => share.done * 0.5 ** ((at - share.at) / HALF_LIFE)
  const organisationOf = (id: number): Share => {
    const known = organisations.get(id)
    if (known !== undefined) return known
    const made: Share = { atWork: 0, done: 0, at: now() }
    organisations.set(id, made)
    return made
  }
  const forget = () => {
    for (const [owner, { atWork, waiting }] of accounts) if (atWork + waiting === 0) accounts.delete(owner)
    const left = new Set([...accounts.values()].map(({ organisation }) => organisation))
    for (const [id, share] of organisations) if (!left.has(share)) organisations.delete(id)
  }
  const accountOf = (owner: Owner, organisation: number | null): Account => {
    const known = accounts.get(owner)
    if (known !== undefined) return known
    if (accounts.size >= REMEMBERED) forget()
    const made: Account = {
      owner,
      organisation: organisation === null ? null : organisationOf(organisation),
      atWork: 0,
      small: 0,
      waiting: 0,
      done: 0,
      at: now()
    }
    accounts.set(owner, made)
    return made
  }
  /** The key, or address, and the organisation whose it is. */
  const sharesOf = (account: Account): ReadonlyArray<Share> =>
    account.organisation === null ? [account] : [account, account.organisation]

  const isSmall = (turn: Held): boolean => turn.lane !== large
  /** Counts a small request for those that stand back for such. */
  const countSmall = (turn: Held, by: 1 | -1): void => {
    if (!isSmall(turn)) return
    turn.account.small += by
    small += by
  }
  const begin = (turn: Held): void => {
    turn.state = "working"
    turn.since = now()
    turn.lane.taken++
    turn.lane.working.add(turn)
    for (const share of sharesOf(turn.account)) share.atWork++
    countSmall(turn, 1)
  }
  const stop = (turn: Held): void => {
    const { account, lane } = turn
    const at = now()
    const took = at - turn.since
    for (const share of sharesOf(account)) {
      share.done = doneOf(share, at) + took
      share.at = at
      share.atWork--
    }
    lane.working.delete(turn)
    if (!turn.isLent) {
      lane.taken--
      countSmall(turn, -1)
    }
    turn.isLent = false
    if (lane === large) rest = at + Math.min(took, LENT)
    turn.state = "away"
    admit(lane)
    if (lane !== large) admit(large)
  }

  const hasLess = (one: Share, other: Share, at: number): boolean =>
    one.atWork < other.atWork || (one.atWork === other.atWork && doneOf(one, at) < doneOf(other, at))
  /** An organisation has no more turns for having many keys: its keys share what it gets. */
  const isBefore = (one: Account, other: Account, at: number): boolean => {
    const [ours, theirs] = [one.organisation ?? one, other.organisation ?? other]
    return ours === theirs ? hasLess(one, other, at) : hasLess(ours, theirs, at)
  }
  /** Who of those that wait is next: the first of the caller that has least. */
  const next = ({ waiting }: LaneState): Held | null => {
    let first: Account | null = null
    const at = now()
    for (const account of waiting.keys()) if (first === null || isBefore(account, first, at)) first = account
    return first === null ? null : waiting.get(first)![0]!
  }
  /** Whether a large request may begin beside what others have at work. */
  const isFree = ({ account }: Held): boolean => {
    if (small === account.small || !hasLane) return true
    if (large.taken > 0) return false
    const left = rest - now()
    if (left <= 0) return true
    restTimer ??= setTimeout(() => {
      restTimer = null
      admit(large)
    }, Math.ceil(left)).unref()
    return false
  }
  const withdraw = (turn: Held): void => {
    const { account, lane } = turn
    const own = lane.waiting.get(account)!
    own.splice(own.indexOf(turn), 1)
    if (own.length === 0) lane.waiting.delete(account)
    account.waiting--
    turn.enter = null
  }
  function admit(lane: LaneState): void {
    while (lane.waiting.size > 0 && lane.taken < lane.limit.most) {
      const turn = next(lane)!
      if (lane === large && !isFree(turn)) return lend(lane)
      const { enter } = turn
      withdraw(turn)
      begin(turn)
      // Not from here, where somebody ends: each would run within the end of the one before it.
      setImmediate(enter!)
      // Each may keep the thread for long: between two of them it looks who came meanwhile.
      if (lane === large) break
    }
    if (lane.waiting.size === 0) return
    lend(lane)
    if (lane === large && lane.taken < lane.limit.most) setImmediate(admit, lane)
  }
  const lending = new Set<LaneState>()
  /** Looks after who has its turn for too long, as long as anybody waits. */
  const lend = (lane: LaneState): void => {
    if (lending.has(lane)) return
    lending.add(lane)
    setTimeout(() => {
      lending.delete(lane)
      const at = now()
      for (const turn of lane.working) {
        if (turn.isLent || at - turn.since < LENT) continue
        countSmall(turn, -1)
        turn.isLent = true
        lane.taken--
      }
      admit(lane)
      if (lane !== large) admit(large)
    }, LENT / 4).unref()
  }

  const queue = (turn: Held, isBack: boolean): void => {
    const { account, lane } = turn
    turn.state = "waiting"
    account.waiting++
    const own = lane.waiting.get(account)
    if (own === undefined) lane.waiting.set(account, [turn])
    else if (isBack) own.unshift(turn)
    else own.push(turn)
    admit(lane)
  }
  /** Waits for a turn; who had one already is never refused. */
  const enter = (turn: Held, isBack: boolean): Effect.Effect<void, ApiError.ApiError> =>
    Effect.suspend(() => {
      const { lane } = turn
      if (turn.state !== "away") return Effect.void
      const hasRoom = lane === large && hasLane ? large.taken === 0 && isFree(turn) : lane.taken < lane.limit.most
      if (hasRoom && lane.waiting.size === 0) {
        begin(turn)
        return Effect.void
      }
      return Effect.callback<void, ApiError.ApiError>((resume) => {
        const timer = isBack
          ? null
          : setTimeout(() => {
              if (turn.state !== "waiting") return
              withdraw(turn)
              turn.state = "over"
              resume(Effect.fail(refused(lane, turnSeconds)))
            }, turnSeconds.most * 1000)
        turn.enter = () => {
          if (timer !== null) clearTimeout(timer)
          resume(Effect.void)
        }
        queue(turn, isBack)
        return Effect.sync(() => {
          if (timer !== null) clearTimeout(timer)
          if (turn.state !== "waiting") return
          withdraw(turn)
          turn.state = "away"
        })
      })
    })
  const turnOf = (turn: Held): RequestInfo.Turn => ({
    leave: () => {
      turn.errands++
      if (turn.state === "working") stop(turn)
    },
    back: Effect.suspend(() => (--turn.errands > 0 ? Effect.void : Effect.orDie(enter(turn, true)))),
    returned: () => {
      if (--turn.errands === 0 && turn.state === "away") begin(turn)
    },
    enlarge: (isBegun) =>
      Effect.suspend(() => {
        if (turn.lane === large || turn.state === "over") return Effect.void
        if (turn.state === "working") stop(turn)
        turn.lane = large
        return turn.errands > 0 ? Effect.void : enter(turn, isBegun)
      }),
    rest: (took) =>
      Effect.suspend(() => {
        if (turn.lane !== large || turn.state !== "working" || took < PIECE) return Effect.void
        return Effect.callback<void>((resume) => {
          const from = now()
          let timer: NodeJS.Timeout | undefined
          const goOn = () => {
            // To rest is no work.
            turn.since += now() - from
            resume(Effect.void)
          }
          // First it looks who came meanwhile.
          const look = setImmediate(() => {
            if (small === turn.account.small) goOn()
            else timer = setTimeout(goOn, Math.min(took, LENT))
          })
          return Effect.sync(() => {
            clearImmediate(look)
            clearTimeout(timer)
          })
        })
      }),
    end: () => {
      if (turn.state === "waiting") withdraw(turn)
      else if (turn.state === "working") stop(turn)
      turn.state = "over"
    }
  })

  const take = (
    facts: RequestInfo.RequestFacts,
    owner: Owner,
    lane: Lane,
    organisation: number | null = null
  ): Effect.Effect<void, ApiError.ApiError> => {
    const turn: Held = {
      account: accountOf(owner, organisation),
      lane: lanes[lane],
      state: "away",
      isLent: false,
      since: 0,
      errands: 0,
      enter: null
    }
    facts.turn = turnOf(turn)
    return enter(turn, false)
  }

  return {
    /**
     * Waits for the turn of a request, which ends with it; fails when others go first for too long. `organisation` is that of
     * the key.
     */
    take,
    /** Carries something out in a turn of its own, before it is known whose request it is. */
    during: <A, E, R>(
      facts: RequestInfo.RequestFacts,
      owner: Owner,
      lane: Lane,
      effect: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | ApiError.ApiError, R> =>
      Effect.ensuring(
        Effect.andThen(take(facts, owner, lane), effect),
        Effect.sync(() => {
          facts.turn?.end()
          facts.turn = null
        })
      ),
    /** Requests of a lane that are worked on, and those that wait. */
    counts: (lane: Lane): { readonly working: number; readonly waiting: number } => ({
      working: lanes[lane].working.size,
      waiting: [...lanes[lane].waiting.values()].reduce((sum, { length }) => sum + length, 0)
    })
  }
}

export class Turns extends Context.Service<Turns, ReturnType<typeof make>>()("@svc/server/http/Turns") {
  static readonly layer: Layer.Layer<Turns, never, AppConfig> = Layer.effect(
    Turns,
    Effect.map(AppConfig, ({ limits }) => Turns.of(make(limits)))
  )
}

const current: Effect.Effect<RequestInfo.Turn | null> = Effect.map(
  Effect.serviceOption(RequestInfo.RequestInfo),
  (found) => (found._tag === "Some" ? found.value.turn : null)
)

/** Something that the request under way waits for and that is no work of the service: meanwhile others have its turn. */
export const away = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(current, (turn) => {
    if (turn === null) return effect
    turn.leave()
    return effect.pipe(
      Effect.exit,
      Effect.onInterrupt(() => Effect.sync(turn.returned)),
      Effect.flatMap((exit) => Effect.andThen(turn.back, exit))
    )
  })

/** The request under way is large, by what it sent or asks for: waits for its turn among such, or fails. */
export const enlarge: Effect.Effect<void, ApiError.ApiError> = Effect.flatMap(current, (turn) =>
  turn === null ? Effect.void : turn.enlarge(false)
)

/** The same for one that a platform has answered: it is not refused any more. */
export const grown: Effect.Effect<void> = Effect.flatMap(current, (turn) =>
  turn === null ? Effect.void : Effect.orDie(turn.enlarge(true))
)

/** A piece of work that may have the thread for long. Where the request under way is large, others have it after that for as long. */
export const piece = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(current, (turn) => {
    if (turn === null) return work
    const from = performance.now()
    return Effect.tap(work, () => turn.rest(performance.now() - from))
  })
