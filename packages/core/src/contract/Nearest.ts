/** Finds the name a caller probably meant, so that an unknown name is answered with a helpful sentence. */

/** Rows of a comparison, which is over before another begins: names of a hundred thousand members take no more room than one. */
const rows: ReadonlyArray<Array<number>> = [[], [], []]

/**
 * Number of single-character edits between two texts, neighbours swapped counting once; where there are `most` or more, some
 * number that is no less than that.
 */
export const distance = (a: string, b: string, most = Number.POSITIVE_INFINITY): number => {
  let [beforeLast, last, next] = rows as [Array<number>, Array<number>, Array<number>]
  let leastBefore = 0
  for (let column = 0; column <= b.length; column++) last[column] = column
  for (let row = 1; row <= a.length; row++) {
    next[0] = row
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let best = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, beforeLast[column - 2]! + 1)
      }
      next[column] = best
      least = Math.min(least, best)
    }
    // What is still to come is no less than the least of the last two rows.
    if (least >= most && leastBefore >= most) return most
    leastBefore = least
    const free = beforeLast
    beforeLast = last
    last = next
    next = free
  }
  return last[b.length]!
}

/** Nobody mistypes a longer name; and what it costs to compare grows with the square of it. */
const longest = 64

/** The valid name nearest to `name` regardless of case, or undefined when none is near enough to be meant. */
export const nearest = (name: string, valid: Iterable<string>): string | undefined => {
  if (name.length > longest) return undefined
  const wanted = name.toLowerCase()
  let found: string | undefined
  let least = Math.max(2, Math.ceil(name.length / 3)) + 1
  for (const candidate of valid) {
    // As many edits as the lengths differ by are needed at least, so most candidates are not looked at.
    if (Math.abs(candidate.length - name.length) >= least) continue
    const edits = distance(wanted, candidate.toLowerCase(), least)
    if (edits < least) {
      least = edits
      found = candidate
    }
  }
  return found
}

/** `; did you mean "total_amount"?`, or nothing. For the end of a message about an unknown name. */
export const hint = (name: string, valid: Iterable<string>): string => {
  const found = nearest(name, valid)
  return found === undefined ? "" : `; did you mean "${found}"?`
}
