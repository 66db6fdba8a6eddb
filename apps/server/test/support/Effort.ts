/**
 * How much made-up work a run does. A change is checked by a short form of each random test; `SVC_TEST_EFFORT=10` does ten
 * times as much, as `pnpm nightly` does.
 */
const effort = Number(process.env["SVC_TEST_EFFORT"] ?? 1)

/** So many of what a short run does `count` of. */
export const times = (count: number): number => Math.max(1, Math.round(count * effort))

/** Whether somebody waits for figures: then a test prints them. */
export const isLong = effort > 1
