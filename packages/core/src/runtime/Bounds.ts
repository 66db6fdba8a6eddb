/**
 * What a platform is believed at most. A platform is another's machine: what it says of waits, ends of tokens, pages, ids and
 * the shape of its answers is cut to these bounds or refused by them, so that no answer can stop a process, a connection or
 * a data model for good. Connectors need not check any of it.
 */

// --- Time, in seconds ---

/**
 * Longest wait that is believed: of a Retry-After, of the reset of a limit, of points that come back. Quotas by the day begin
 * anew within a day, and an hour more where clocks are put back.
 */
export const wait = 25 * 3600
/** Longest life of a token that is believed: its end is kept as a date. */
export const lifetime = 10 * 365 * 86_400

/** A wait as it is believed, in seconds: never below zero nor above the bound; undefined for what is no number. */
export const waitOf = (seconds: number | undefined): number | undefined =>
  seconds === undefined || Number.isNaN(seconds) ? undefined : Math.min(wait, Math.max(0, seconds))

// --- Pages ---

/** So many pages in a row without an item are no walk that gets on. */
export const emptyPages = 1000
/** So many pages are more than any list has. */
export const pages = 1_000_000
