/** How long jobs that were under way when a process was killed wait until another takes them up. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Postgres } from "./Postgres.ts"

export interface Watch {
  /** Notes which attempts are under way. Call it as soon as a process is dead. */
  readonly killed: () => Promise<void>
  /** Waits until each of them has ended or was begun anew, or another job of its key was. */
  readonly end: () => Promise<{ readonly jobs: number; readonly longest: number; readonly left: number }>
}
interface Attempt {
  readonly id: string
  readonly retry_count: number
  /** When its process last said that it lives. */
  readonly heartbeat: string
}

/** Longest time that is waited for them, in milliseconds. */
const patience = 60_000

export const watch = (postgres: Postgres): Watch => {
  const open = new Map<string, Attempt & { since: number }>()
  const over = new AbortController()
  let jobs = 0
  let longest = 0
  const active = async () =>
    new Map(
      (
        await postgres.query<Attempt>(
          `select id::text, retry_count, coalesce(heartbeat_on, started_on)::text as heartbeat
           from pgboss.job where state = 'active'`
        )
      ).map((attempt) => [attempt.id, attempt])
    )
  // Between two attempts a job waits: only another attempt, its end, or another job of its key that is done first, is progress.
  const waiting = async (ids: ReadonlyArray<string>) =>
    new Set(
      (
        await postgres.query<{ id: string }>(
          `select id::text from pgboss.job j where state = 'retry' and id = any(string_to_array($1, ',')::uuid[])
             and not exists (select 1 from pgboss.job o where o.name = j.name and o.singleton_key = j.singleton_key
               and o.state = 'active')`,
          [ids.join(",")]
        )
      ).map(({ id }) => id)
    )
  const look = async () => {
    if (open.size === 0) return
    const [now, between] = [await active(), await waiting([...open.keys()])]
    for (const [id, attempt] of open) {
      const current = now.get(id)
      if (between.has(id)) continue
      if (current?.retry_count === attempt.retry_count) {
        // The dead give no sign of life: it is a long job of a process that was not killed.
        if (current.heartbeat !== attempt.heartbeat) open.delete(id)
        continue
      }
      longest = Math.max(longest, (performance.now() - attempt.since) / 1000)
      jobs++
      open.delete(id)
    }
  }
  const looking = (async () => {
    while (!over.signal.aborted) {
      await look()
      await sleep(200)
    }
  })()
  return {
    killed: async () => {
      const since = performance.now()
      for (const [id, attempt] of await active()) {
        const known = open.get(id)
        // Whose process gave a sign of life since the kill before has died now at the earliest.
        if (known === undefined || known.heartbeat !== attempt.heartbeat) open.set(id, { ...attempt, since })
      }
    },
    end: async () => {
      const until = performance.now() + patience
      while (open.size > 0 && performance.now() < until) await sleep(200)
      over.abort()
      await looking
      return { jobs, longest, left: open.size }
    }
  }
}
