/** Chance that can be repeated: the same seed makes the same choices. */
export interface Chance {
  /** From 0 up to, not including, `end`. */
  readonly int: (end: number) => number
  readonly one: <A>(values: ReadonlyArray<A>) => A
  readonly some: (probability: number) => boolean
}

export const make = (seed: number): Chance => {
  let state = seed >>> 0
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (end: number): number => Math.floor(next() * end)
  return { int, one: (values) => values[int(values.length)]!, some: (probability) => next() < probability }
}
