import { assert, describe, it, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as EffectQueue from "effect/Queue"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { JobRejected, Jobs } from "../../src/jobs/Jobs.ts"
import * as Queue from "../../src/jobs/Queue.ts"
import * as Databases from "../support/Databases.ts"

const Payload = Schema.Struct({ n: Schema.Int, at: Schema.DateFromString })

const dead = Queue.make("dead", Schema.Struct({}))
const plain = Queue.make("plain", Payload)
const other = Queue.make("other", Payload)
const failing = Queue.make("failing", Payload, { retryLimit: 1, deadLetter: dead })
const long = Queue.make("long", Payload, { retryLimit: 0 })
const delayed = Queue.make("delayed", Payload)
const once = Queue.make("once", Payload, { policy: "short" })
const never = Queue.make("never", Payload)
const single = Queue.make("single", Payload, { policy: "singleton" })
const queues = [plain, other, failing, long, delayed, once, never, single]

const payload = (n: number) => ({ n, at: new Date(86_400_000 * n) })

for (const [name, database] of Databases.both) {
  const quiet = Layer.succeed(References.MinimumLogLevel, "None")
  const services = Jobs.layer({ queues }).pipe(Layer.provideMerge(database()), Layer.provideMerge(quiet), Layer.orDie)

  // A poll so slow that every wake-up seen here is a real one.
  const slow = { pollSeconds: 60 }

  layer(services, { timeout: "180 seconds", excludeTestServices: true })(`jobs on ${name}`, (it) => {
    it.effect("a job exists exactly when its transaction was committed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const jobs = yield* Jobs
        const seen = yield* EffectQueue.unbounded<{ readonly n: number; readonly at: Date }>()
        yield* jobs.work(plain, slow, (data) => EffectQueue.offer(seen, data))

        const rolledBack = yield* sql
          .withTransaction(Effect.andThen(jobs.send(plain, payload(1)), Effect.fail("no")))
          .pipe(Effect.exit)
        assert.isTrue(Exit.isFailure(rolledBack))

        const release = yield* Deferred.make<void>()
        const sent = yield* Deferred.make<void>()
        const transaction = yield* sql
          .withTransaction(
            Effect.gen(function* () {
              yield* jobs.send(plain, payload(2))
              yield* Deferred.succeed(sent, undefined)
              yield* Deferred.await(release)
            })
          )
          .pipe(Effect.forkChild)
        yield* Deferred.await(sent)
        assert.strictEqual(yield* EffectQueue.size(seen), 0)
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(transaction)
        assert.deepStrictEqual(yield* EffectQueue.take(seen), payload(2))
      })
    )

    it.effect("workers are woken at once, also for many jobs one after the other", () =>
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const seen = yield* EffectQueue.unbounded<number>()
        yield* jobs.work(other, { ...slow, concurrency: 2 }, ({ n }) => EffectQueue.offer(seen, n))
        yield* jobs.send(other, payload(0))
        assert.strictEqual(yield* EffectQueue.take(seen), 0)
        const sent = Array.from({ length: 40 }, (_, n) => n + 1)
        assert.strictEqual(
          yield* jobs.sendAll(
            other,
            sent.map((n) => ({ data: payload(n) }))
          ),
          40
        )
        const got = yield* EffectQueue.takeN(seen, 40)
        assert.deepStrictEqual(
          [...got].toSorted((a, b) => a - b),
          sent
        )
      })
    )

    it.effect("a job that becomes due is found while the others of its queue are busy", () =>
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const busy = yield* Deferred.make<void>()
        const over = yield* Deferred.make<void>()
        const due = yield* Deferred.make<void>()
        yield* jobs.work(delayed, { concurrency: 2, pollSeconds: 0.5 }, ({ n }) =>
          n === 1
            ? Effect.andThen(Deferred.succeed(busy, undefined), Deferred.await(over))
            : Deferred.succeed(due, undefined)
        )
        yield* jobs.send(delayed, payload(1))
        yield* Deferred.await(busy)
        yield* jobs.send(delayed, payload(2), { startAfter: 1 })
        yield* Deferred.await(due).pipe(Effect.timeout("10 seconds"))
        yield* Deferred.succeed(over, undefined)
      })
    )

    it.effect("a failure is retried and then kept as a dead letter, a rejection at once", () =>
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const attempts = yield* EffectQueue.unbounded<readonly [n: number, retry: number, last: boolean]>()
        const letters = yield* EffectQueue.unbounded<string>()
        yield* jobs.work(dead, { pollSeconds: 0.5 }, (_, job) => EffectQueue.offer(letters, job.id))
        yield* jobs.work(failing, { pollSeconds: 0.5 }, ({ n }, job) =>
          Effect.andThen(
            EffectQueue.offer(attempts, [n, job.retryCount, job.lastAttempt] as const),
            n === 1 ? Effect.fail(new Error("again")) : Effect.fail(new JobRejected({ message: "never" }))
          )
        )
        yield* jobs.send(failing, payload(1))
        assert.deepStrictEqual(yield* EffectQueue.take(attempts), [1, 0, false])
        assert.deepStrictEqual(yield* EffectQueue.take(attempts), [1, 1, true])
        yield* EffectQueue.take(letters)
        yield* jobs.send(failing, payload(2))
        assert.deepStrictEqual(yield* EffectQueue.take(attempts), [2, 0, false])
        yield* EffectQueue.take(letters)
        assert.strictEqual(yield* EffectQueue.size(attempts), 0)
      })
    )

    it.effect("a job that is cut short by a shutdown is given back, even when it may not be retried", () =>
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const started = yield* Deferred.make<void>()
        const interrupted = yield* Deferred.make<void>()
        const scope = yield* Scope.make()
        yield* jobs
          .work(long, { ...slow, grace: 0 }, () =>
            Effect.andThen(Deferred.succeed(started, undefined), Effect.never).pipe(
              Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
            )
          )
          .pipe(Scope.provide(scope))
        yield* jobs.send(long, payload(3))
        yield* Deferred.await(started)
        yield* Scope.close(scope, Exit.void)
        yield* Deferred.await(interrupted)

        const again = yield* Deferred.make<number>()
        yield* jobs.work(long, slow, ({ n }, job) => Effect.asVoid(Deferred.succeed(again, job.lastAttempt ? n : -1)))
        assert.strictEqual(yield* Deferred.await(again), 3)
      })
    )

    it.effect("a key and an id keep a job from being stored twice", () =>
      Effect.gen(function* () {
        const jobs = yield* Jobs
        assert.isString(yield* jobs.send(once, payload(1), { key: "a" }))
        assert.isUndefined(yield* jobs.send(once, payload(1), { key: "a" }))
        assert.isString(yield* jobs.send(once, payload(1), { key: "b" }))
        const id = "6f0c8d5e-0000-4000-8000-000000000001"
        assert.strictEqual(yield* jobs.send(never, payload(1), { id }), id)
        assert.isUndefined(yield* jobs.send(never, payload(1), { id }))
        const counts = yield* jobs.counts
        assert.deepInclude(counts, { queue: "once", state: "created", count: 2 })
        assert.deepInclude(counts, { queue: "never", state: "created", count: 1 })
      })
    )
  })
}

describe("two processes on PostgreSQL", () => {
  it.live("wake each other's workers after a commit", () =>
    Effect.gen(function* () {
      const instance = () => Layer.build(Layer.fresh(Jobs.layer({ queues })))
      const [sender, receiver] = [yield* instance(), yield* instance()]
      const seen = yield* EffectQueue.unbounded<number>()
      const jobs = Context.get(receiver, Jobs)
      yield* jobs.work(plain, { pollSeconds: 60 }, ({ n }) => EffectQueue.offer(seen, n))
      // The first look for jobs happens without being woken.
      yield* jobs.send(plain, payload(0))
      assert.strictEqual(yield* EffectQueue.take(seen), 0)
      for (const n of [1, 2, 3]) {
        yield* Context.get(sender, Jobs).send(plain, payload(n))
        assert.strictEqual(yield* EffectQueue.take(seen), n)
      }
    }).pipe(Effect.scoped, Effect.provide(Databases.postgres()))
  )
})

describe("the next job of a key", () => {
  for (const [name, database] of Databases.both) {
    it.live(`waits for the one before and not for the engine's next look, on ${name}`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const jobs = yield* Jobs
        const started = yield* Deferred.make<void>()
        const seen = yield* EffectQueue.unbounded<number>()
        yield* jobs.work(single, { concurrency: 2, pollSeconds: 0.5 }, ({ n }) =>
          Effect.gen(function* () {
            if (n === 1) {
              // As the engine notes it when it looks while a job runs.
              yield* sql`update pgboss.queue set singletons_active = array['k'] where name = 'single'`
              yield* Deferred.succeed(started, undefined)
              // Longer than the engine keeps its note in memory, so that it has read it again.
              yield* Effect.sleep("3 seconds")
            }
            yield* EffectQueue.offer(seen, n)
          })
        )
        yield* jobs.send(single, payload(1), { key: "k" })
        // Of two jobs that wait, either may be fetched first when two workers look at once.
        yield* Deferred.await(started)
        yield* jobs.send(single, payload(2), { key: "k" })
        assert.strictEqual(yield* EffectQueue.take(seen), 1)
        const next = yield* EffectQueue.take(seen).pipe(Effect.timeout("8 seconds"))
        assert.strictEqual(next, 2)
      }).pipe(
        Effect.scoped,
        Effect.provide(Jobs.layer({ queues, superviseSeconds: 600 }).pipe(Layer.provideMerge(database())))
      )
    )
  }
  it.live("is fetched by a new process on the embedded database at once", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.prepared
      const database = () => Databases.embedded({ dataDir })
      const program = () => Jobs.layer({ queues, superviseSeconds: 600 }).pipe(Layer.provideMerge(database()))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* (yield* Jobs).send(single, payload(3), { key: "k" })
        yield* sql`update pgboss.queue set singletons_active = array['k'] where name = 'single'`
      }).pipe(Effect.provide(program()))
      yield* Effect.gen(function* () {
        const seen = yield* Deferred.make<number>()
        yield* (yield* Jobs).work(single, { pollSeconds: 0.5 }, ({ n }) => Deferred.succeed(seen, n))
        assert.strictEqual(yield* Deferred.await(seen).pipe(Effect.timeout("8 seconds")), 3)
      }).pipe(Effect.scoped, Effect.provide(program()))
    }).pipe(Effect.scoped)
  )
})

describe("after a crash", () => {
  it.live("the embedded database gives the jobs of the dead process to the next one", () =>
    Effect.gen(function* () {
      const dataDir = yield* Databases.prepared
      const database = () => Databases.embedded({ dataDir })
      const program = Jobs.layer({ queues })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const jobs = yield* Jobs
        yield* jobs.send(plain, payload(7))
        yield* sql`update pgboss.job set state = 'active', started_on = now() where name = 'plain'`
      }).pipe(Effect.provide(program.pipe(Layer.provideMerge(database()))))
      yield* Effect.gen(function* () {
        const jobs = yield* Jobs
        const seen = yield* Deferred.make<readonly [n: number, retry: number]>()
        yield* jobs.work(plain, { pollSeconds: 60 }, ({ n }, job) => Deferred.succeed(seen, [n, job.retryCount]))
        assert.deepStrictEqual(yield* Deferred.await(seen), [7, 1])
      }).pipe(Effect.scoped, Effect.provide(program.pipe(Layer.provideMerge(database()))))
    }).pipe(Effect.scoped)
  )
})
