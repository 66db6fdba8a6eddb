/**
 * What stands in a decoded item for a member that is there and cannot be read. It goes through `Normalize` and through a
 * mapping as NaN goes through sums, so that the check at the end sees which members of the record it would have made: one
 * that a record can be without is null, and told; for one that it would be wrong without, the record is refused.
 *
 * It is used only while an item is read that could not be read in full: everywhere else, what is unreadable is thrown. What
 * a mapping does with it beyond passing it on (adding, comparing, writing it into a text) throws what is wrong with it.
 */

const brand = Symbol.for("@svc/core/Unread")
/** Marks the errors that stand for a value of the platform: `Normalize.Unreadable`. */
export const unreadable: unique symbol = Symbol.for("@svc/core/Unreadable")

/** An error about one value, which learns where that is on its way up. */
export interface Fault extends Error {
  /** The same error, one step further out: the member or the place in a list that the value is at. */
  readonly within: (step: string) => Fault
}
/** Whether an error says which member could not be read. */
export const isFault = (error: unknown): error is Fault =>
  typeof error === "object" && error !== null && unreadable in error

/**
 * What a mapping sees of what cannot be read. `traced`: what stands for it, and null for a yes or no, since a condition
 * cannot tell that it is neither. `absent`: null. True and false: the same as `traced`, with that for a yes or no.
 */
export type Sight = "traced" | "absent" | boolean

/** What came of reading an item: its records, and what could not be read of it. */
export interface Reading {
  /** What the mapping sees of what cannot be read. */
  readonly sight: Sight
  /** What was found on the way that could not be read. */
  readonly faults: Array<Fault>
  /** Whether there was a yes or no among it. */
  hasYesOrNo: boolean
  /** Whether the mapping has looked at any of it. */
  isSeen: boolean
  /** Whether a mapping runs; outside of one, whoever looks at an unread member is told. */
  isMapping: boolean
}
/** Shared by all copies of core: a connector may come with one of its own. */
const shared = globalThis as { [key: symbol]: Reading | undefined }
const slot = Symbol.for("@svc/core/reading")

/** Reads on in spite of what cannot be read; `faults` says afterwards what that was. */
export const reading = <A>(sight: Sight, read: (own: Reading) => A): A => {
  const before = shared[slot]
  const own: Reading = { sight, faults: [], hasYesOrNo: false, isSeen: false, isMapping: false }
  shared[slot] = own
  try {
    return read(own)
  } finally {
    shared[slot] = before
  }
}
/** Runs a mapping within `reading`. */
export const mapping = <A>(own: Reading, map: () => A): A => {
  own.isMapping = true
  try {
    return map()
  } finally {
    own.isMapping = false
  }
}

/** The fault that a value stands for; undefined for any other value. */
export const faultOf = (value: unknown): Fault | undefined =>
  typeof value === "function" ? (value as { readonly [brand]?: Fault })[brand] : undefined

/** What stands for a value with this fault; throws it where nothing may stand for one. */
const standIn = (fault: Fault): unknown =>
  new Proxy(() => undefined, {
    get: (_, name) => {
      if (name === brand) return fault
      // What makes a text, a number or a list of it.
      if (typeof name === "symbol" || shared[slot]?.isMapping !== true) throw fault
      return standIn(fault)
    },
    apply: () => standIn(fault),
    has: (_, name) => {
      if (name === brand || name === unreadable) return name === brand
      throw fault
    },
    ownKeys: () => {
      throw fault
    }
  })

/** In a mapping of an item that is read in spite of its faults, what stands for the value; everywhere else throws. */
export const orThrow = (error: unknown): never => {
  const own = shared[slot]
  if (own?.isMapping !== true || !isFault(error)) throw error
  return note(own, error) as never
}
const note = (own: Reading, fault: Fault): unknown => {
  if (!own.faults.includes(fault)) own.faults.push(fault)
  if (own.isMapping) own.isSeen = true
  return own.sight === "absent" ? null : standIn(fault)
}

/** How many faults were found so far; -1 where the whole is read strictly. */
export const found = (): number => shared[slot]?.faults.length ?? -1
/** The faults found since there were `from` of them are inside of `step`. */
export const within = (from: number, step: string): void => {
  if (from >= 0) for (const fault of shared[slot]!.faults.slice(from)) fault.within(step)
}
/** A fault that was thrown is inside of `step`. */
export const place = (error: unknown, step: string): void => {
  if (isFault(error) && shared[slot]?.faults.includes(error) !== true) error.within(step)
}

/**
 * Puts a member that could not be read into what is decoded, where the whole is read in spite of it; throws otherwise. Who
 * looks at the member outside of a mapping is told what is wrong with it.
 */
export const put = (target: object, name: string | number, error: unknown, isYesOrNo: boolean): void => {
  const own = shared[slot]
  if (own === undefined || !isFault(error)) throw error
  const value = note(own, error)
  if (isYesOrNo) own.hasYesOrNo = true
  const supposed = typeof own.sight === "boolean" ? own.sight : null
  Object.defineProperty(target, name, {
    enumerable: true,
    get: () => {
      if (!own.isMapping) throw error
      own.isSeen = true
      return isYesOrNo ? supposed : value
    }
  })
}
