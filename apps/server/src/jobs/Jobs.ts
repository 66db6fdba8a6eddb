/**
 * Durable jobs. A job is sent in the transaction of the change it belongs to, on the same connection, so it exists
 * exactly when the change does; workers are woken after the commit. The engine is pg-boss, in the same database.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { type SqlError, isSqlError } from "effect/sql/SqlError"
import { type Db, type JobResult, type JobWithMetadata, PgBoss, type SendOptions as BossSendOptions } from "pg-boss"
import { DatabaseInfo, type PoolConfig } from "../database/Database.ts"
import { texts } from "../database/Parameters.ts"
import type * as Queue from "./Queue.ts"
import * as Suspects from "./Suspects.ts"

/** The job engine could not be started. */
export class JobsFailure extends Data.TaggedError("JobsFailure")<{
  readonly message: string
  readonly cause: unknown
}> {}

/**
 * What a handler fails with when trying again is of no use: the job fails for good (and goes to the dead letter queue
 * of its queue, if there is one).
 */
export class JobRejected extends Data.TaggedError("JobRejected")<{ readonly message: string }> {}

export interface JobsConfig {
  /** All queues of the program; they are made, or brought up to date, at start. */
  readonly queues: ReadonlyArray<Queue.Any>
  /** Schema of the engine's tables. Default `pgboss`. */
  readonly schema?: string | undefined
  /** Connections of the engine's own pool. Default 4, embedded 2. */
  readonly maxConnections?: number | undefined
  /** How often lost and expired jobs are looked for, in seconds. Default 3, embedded 60. */
  readonly superviseSeconds?: number | undefined
}

export interface SendOptions {
  /** Id of the job, a UUID: sending again with the same id does nothing. */
  readonly id?: string | undefined
  /** What the policy of the queue counts by. */
  readonly key?: string | undefined
  /** Not before this moment, or not for this many seconds. */
  readonly startAfter?: Date | number | undefined
  /** Higher goes first. Default 0. */
  readonly priority?: number | undefined
  /** What `groupConcurrency` of a worker counts by, such as an endpoint or a connection. */
  readonly group?: string | undefined
}

export interface WorkOptions {
  /** How many batches run at the same time in this process. Default 1. */
  readonly concurrency?: number | undefined
  /** How many jobs are fetched in one go; they run at the same time. Default 1. */
  readonly batchSize?: number | undefined
  /** How many jobs of one group run at the same time, over all processes. */
  readonly groupConcurrency?: number | undefined
  /** How often jobs that became due are looked for, in seconds, at least 0.5. Default 1. */
  readonly pollSeconds?: number | undefined
  /** How long running jobs may go on when the worker stops, before they are interrupted. Default 10 seconds. */
  readonly grace?: Duration.Input | undefined
}

/** What a handler is told about its job. */
export interface Job {
  readonly id: string
  readonly key: string | null
  readonly group: string | null
  /** 0 for the first attempt. */
  readonly retryCount: number
  /** A failure of this attempt is final. */
  readonly lastAttempt: boolean
  readonly createdOn: Date
}

/** Durable jobs: see {@link Jobs.layer}. */
export class Jobs extends Context.Service<
  Jobs,
  {
    /**
     * Stores a job, in the transaction this runs in, if any; workers of this process are woken after its commit. Gives
     * the id, or undefined when the queue's policy or a known `id` says that the job is there already.
     */
    readonly send: <A, I extends object>(
      queue: Queue.Queue<A, I>,
      data: A,
      options?: SendOptions
    ) => Effect.Effect<string | undefined, SqlError>
    /** The same for many jobs, in one statement. Gives how many were stored. */
    readonly sendAll: <A, I extends object>(
      queue: Queue.Queue<A, I>,
      jobs: ReadonlyArray<{ readonly data: A; readonly options?: SendOptions }>
    ) => Effect.Effect<number, SqlError>
    /**
     * Runs a handler for the jobs of a queue until the scope closes. A failure is stored and retried as the queue says.
     * When the scope closes, running jobs get the grace time, are then interrupted and given back uncounted.
     */
    readonly work: <A, I extends object, E, R>(
      queue: Queue.Queue<A, I>,
      options: WorkOptions,
      handler: (data: A, job: Job) => Effect.Effect<unknown, E, R>
    ) => Effect.Effect<void, never, R | Scope.Scope>
    /** A turn for work whose process died while it was done. */
    readonly suspectTurn: Suspects.Turn
    /** Lets the workers of this process look for jobs of a queue now. */
    readonly wake: (queue: Queue.Any) => Effect.Effect<void>
    /** Makes the waiting jobs of these groups due now, however long they were put off, and marks those that run. */
    readonly hasten: (queues: ReadonlyArray<Queue.Any>, groups: ReadonlyArray<string>) => Effect.Effect<void, SqlError>
    /** Whether a job that runs, by the value of a member, was to be hastened since it began: it is not to put itself off. */
    readonly isHastened: (queue: Queue.Any, member: string, value: string) => Effect.Effect<boolean, SqlError>
    /** Those of some values of a member of a queue's jobs that no job has which waits or runs. */
    readonly missing: (
      queue: Queue.Any,
      member: string,
      values: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<string>, SqlError>
    /** Deletes every job of these groups, with what it carries and what became of it; one that runs ends unnoticed. */
    readonly forget: (groups: ReadonlyArray<string>) => Effect.Effect<void, SqlError>
    /**
     * Has a job that was given up tried again, in the caller's transaction. `there` where the same work waits or runs
     * already; null where there is no such job.
     */
    readonly retry: (id: string) => Effect.Effect<{ readonly queue: string } | "there" | null, SqlError>
    /** How many jobs there are, by queue and state (`created`, `retry`, `active`, `completed`, `cancelled`, `failed`). */
    readonly counts: Effect.Effect<
      ReadonlyArray<{ readonly queue: string; readonly state: string; readonly count: number }>,
      SqlError
    >
  }
>()("@svc/server/jobs/Jobs") {
  static readonly layer = (config: JobsConfig): Layer.Layer<Jobs, JobsFailure, SqlClient.SqlClient | DatabaseInfo> =>
    Layer.effect(Jobs, make(config))
}

const make = Effect.fnUntraced(function* (config: JobsConfig) {
  const sql = yield* SqlClient.SqlClient
  const info = yield* DatabaseInfo
  const embedded = info.kind === "embedded"
  const schema = config.schema ?? "pgboss"
  const log = Effect.runForkWith(yield* Effect.context())

  const boss = yield* Effect.acquireRelease(
    Effect.tryPromise({
      try: () => {
        // On the embedded database there is no other process whose death is to be noticed.
        const supervise = config.superviseSeconds ?? (embedded ? 60 : 3)
        const engine = new PgBoss({
          ...poolConfig(info.poolConfig),
          application_name: "svc-jobs",
          max: config.maxConnections ?? (embedded ? 2 : 4),
          schema,
          backend: embedded ? "pglite" : "postgres",
          // On the one session of the embedded database workers are woken in the process instead.
          useListenNotify: !embedded,
          schedule: false,
          superviseIntervalSeconds: supervise,
          monitorIntervalSeconds: supervise,
          // Holds which keys are busy (see forgetBusy); by default it would be a minute old.
          queueCacheIntervalSeconds: 2,
          reindex: !embedded,
          monitorVacuum: !embedded
        })
        engine.on("error", (error) => log(Effect.logError("The job engine reported an error.", error)))
        engine.on("warning", (warning) => log(Effect.logWarning(warning.message)))
        return start(engine, schema, config.queues, embedded)
      },
      catch: (cause) =>
        new JobsFailure({
          message: `The job engine could not start: ${cause instanceof Error ? cause.message : String(cause)}`,
          cause
        })
    }),
    // Workers have their own scopes, inside this one, and have given back their jobs by now.
    (engine) => Effect.promise(() => engine.stop({ graceful: false }))
  )

  const crews = new Map<string, Crew>()
  /** One that finds a job wakes the next (see `work`), so that as many look as there are jobs, and one more. */
  const wakeOne = (name: string): void => {
    const idle = crews.get(name)?.idle.values().next().value
    if (idle !== undefined) boss.notifyWorker(idle)
  }
  const wake = (name: string) => Effect.sync(() => wakeOne(name))
  /** Nobody is notified when a delayed job or a retry becomes due: one question for all queues finds them. */
  const look = Effect.gen(function* () {
    const now = performance.now()
    const names = [...crews].filter(([, { idle, lookAt }]) => idle.size > 0 && lookAt <= now).map(([name]) => name)
    if (names.length === 0) return
    for (const name of names) crews.get(name)!.lookAt = now + crews.get(name)!.every
    const due = yield* sql<{ name: string }>`
      select name from unnest(${texts(names)}::text[]) as q (name) where exists (select 1 from ${sql(schema)}.job j
        where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`
    for (const { name } of due) wakeOne(name)
  })
  yield* look.pipe(
    Effect.catchCause((cause) => Effect.logWarning("Due jobs could not be looked for.", cause)),
    Effect.schedule(Schedule.spaced(tick)),
    Effect.forkScoped
  )

  /** A call of the engine that runs its one statement on the connection, and in the transaction, of the caller. */
  const onOurConnection = <A>(call: (db: Db) => Promise<A>): Effect.Effect<A, SqlError> =>
    Effect.flatMap(Effect.context<never>(), (context) => {
      const run = Effect.runPromiseWith(context)
      const db: Db = {
        executeSql: (text, values) =>
          run(sql.unsafe(text, values).raw as Effect.Effect<{ readonly rows: Array<unknown> }, SqlError>)
      }
      return Effect.tryPromise({ try: () => call(db), catch: (cause) => cause }).pipe(
        // The statement is on its way; leaving it behind would let the transaction end under it.
        Effect.uninterruptible,
        Effect.catch((cause) => (isSqlError(cause) ? Effect.fail(cause) : Effect.die(cause)))
      )
    })

  const send = Effect.fn("Jobs.send")(function* <A, I extends object>(
    queue: Queue.Queue<A, I>,
    data: A,
    options: SendOptions = {}
  ) {
    const payload = Schema.encodeSync(queue.schema)(data)
    const id = yield* onOurConnection((db) => boss.send(queue.name, payload, { ...bossOptions(options), db }))
    if (id !== null && options.startAfter === undefined) yield* sql.afterCommit(wake(queue.name))
    return id ?? undefined
  })

  const sendAll = Effect.fn("Jobs.sendAll")(function* <A, I extends object>(
    queue: Queue.Queue<A, I>,
    jobs: ReadonlyArray<{ readonly data: A; readonly options?: SendOptions }>
  ) {
    if (jobs.length === 0) return 0
    const encode = Schema.encodeSync(queue.schema)
    const rows = jobs.map(({ data, options = {} }) => ({ ...bossOptions(options), data: encode(data) }))
    const ids = yield* onOurConnection((db) => boss.insert(queue.name, rows, { db, returnId: true }))
    yield* sql.afterCommit(wake(queue.name))
    return ids?.length ?? 0
  })

  const work = Effect.fnUntraced(function* <A, I extends object, E, R>(
    queue: Queue.Queue<A, I>,
    options: WorkOptions,
    handler: (data: A, job: Job) => Effect.Effect<unknown, E, R>
  ): Effect.fn.Return<void, never, R | Scope.Scope> {
    const fork = Effect.runForkWith(yield* Effect.context<R>())
    const decode = Schema.decodeUnknownEffect(queue.schema)
    const running = new Set<Fiber.Fiber<unknown, unknown>>()
    let isOpen = true
    let stopping = false

    const attempt = (job: JobWithMetadata) =>
      decode(job.data).pipe(
        Effect.mapError((error) => new JobRejected({ message: `The job cannot be read: ${error.message}` })),
        Effect.flatMap((data): Effect.Effect<unknown, E | JobRejected, R> => handler(data, describe(job))),
        Effect.withSpan(`job ${queue.name}`, { attributes: { job: job.id, retry: job.retryCount } })
      )

    const settle = async (job: JobWithMetadata): Promise<JobResult> => {
      const fiber = fork(attempt(job))
      running.add(fiber)
      const interrupt = () => fiber.interruptUnsafe()
      job.signal.addEventListener("abort", interrupt, { once: true })
      const exit = await Effect.runPromise(Fiber.await(fiber))
      job.signal.removeEventListener("abort", interrupt)
      running.delete(fiber)
      if (job.singletonKey !== null && isSingular(queue)) await forgetBusy(boss, schema, embedded, job)
      if (Exit.isSuccess(exit)) return { id: job.id, status: "completed" }
      if (stopping && Cause.hasInterruptsOnly(exit.cause)) {
        await giveBack(boss, schema, job)
        // The job is not active any more, so this settles nothing.
        return { id: job.id, status: "failed" }
      }
      const error = Cause.squash(exit.cause)
      const message = Predicate.hasProperty(error, "message") ? String(error.message) : String(error)
      const rejected = error instanceof JobRejected
      const isOver = rejected || job.retryCount >= job.retryLimit
      if (isOver) await keep(boss, schema, job)
      log(
        Effect.logWarning(`A job of ${queue.name} failed${isOver ? " for good" : ""}.`, exit.cause).pipe(
          Effect.annotateLogs({ job: job.id, retry: job.retryCount })
        )
      )
      return { id: job.id, status: rejected ? "deadletter" : "failed", output: { message } }
    }

    const batchSize = options.batchSize ?? 1
    const crew: Crew = crews.get(queue.name) ?? { idle: new Set(), every: 0, lookAt: 0 }
    crew.every = (options.pollSeconds ?? 1) * 1000 - tick / 2
    crews.set(queue.name, crew)
    const startWorker = async (): Promise<string> => {
      const own: string = await boss.work(
        queue.name,
        {
          batchSize,
          ...(options.groupConcurrency === undefined ? {} : { groupConcurrency: options.groupConcurrency }),
          // They are woken when there is something; what else they look for is what all of that has missed.
          pollingIntervalSeconds: backstop,
          notifyPollingIntervalSeconds: backstop,
          includeMetadata: true,
          perJobResults: true
        },
        async (jobs: Array<JobWithMetadata>) => {
          crew.idle.delete(own)
          // Where there was a job there may be more.
          wakeOne(queue.name)
          const results = await Promise.all(jobs.map(settle))
          if (isOpen) crew.idle.add(own)
          boss.notifyWorker(own)
          return results
        }
      )
      crew.idle.add(own)
      return own
    }
    yield* Effect.acquireRelease(
      Effect.promise(() => Promise.all(Array.from({ length: options.concurrency ?? 1 }, startWorker))),
      (ids) =>
        Effect.gen(function* () {
          isOpen = false
          for (const id of ids) crew.idle.delete(id)
          const stopped = yield* Effect.forkChild(
            Effect.promise(() => Promise.all(ids.map((id) => boss.offWork(queue.name, { id, wait: true })))),
            { startImmediately: true }
          )
          const inTime = yield* Fiber.join(stopped).pipe(Effect.timeoutOption(options.grace ?? "10 seconds"))
          if (Option.isSome(inTime)) return
          stopping = true
          yield* Fiber.interruptAll(running)
          yield* Fiber.join(stopped)
        })
    )
  })

  return Jobs.of({
    send,
    sendAll,
    work,
    suspectTurn: yield* Suspects.make,
    wake: (queue) => wake(queue.name),
    hasten: Effect.fnUntraced(function* (queues, groups) {
      if (groups.length === 0) return
      // Of a job that runs this moment means nothing to the engine any more.
      yield* sql`update ${sql(schema)}.job set start_after = clock_timestamp()
        where name = any(${texts(queues.map(({ name }) => name))}::text[])
          and (state < 'active' and start_after > now() or state = 'active')
          and group_id = any(${texts(groups)}::text[])`
      for (const { name } of queues) yield* sql.afterCommit(wake(name))
    }),
    isHastened: (queue, member, value) =>
      Effect.map(
        sql`select 1 from ${sql(schema)}.job where name = ${queue.name} and state = 'active'
          and data ->> ${member} = ${value} and start_after > started_on`,
        (rows) => rows.length > 0
      ),
    missing: Effect.fnUntraced(function* (queue, member, values) {
      if (values.length === 0) return []
      const rows = yield* sql<{ value: string }>`
        select value from unnest(${texts(values)}::text[]) as v (value)
        where not exists (select 1 from ${sql(schema)}.job j
          where j.name = ${queue.name} and j.state <= 'active' and j.data ->> ${member} = v.value)`
      return rows.map(({ value }) => value)
    }),
    forget: (groups) =>
      Effect.asVoid(sql`delete from ${sql(schema)}.job where group_id = any(${texts(groups)}::text[])`),
    retry: Effect.fnUntraced(function* (id) {
      if (!isUuid(id)) return null
      const [job] = yield* sql<{ queue: string; is_there: boolean }>`
        select j.name as queue, exists (select 1 from ${sql(schema)}.job o where o.name = j.name and o.state <= 'active'
          and o.policy <> 'standard' and o.singleton_key = j.singleton_key) as is_there
        from ${sql(schema)}.job j where j.id = ${id}::uuid and j.state = 'failed' for update`
      if (job === undefined) return null
      if (job.is_there) return "there"
      yield* sql`update ${sql(schema)}.job set state = 'retry', retry_limit = retry_count + 1, completed_on = null,
          start_after = clock_timestamp() where name = ${job.queue} and id = ${id}::uuid`
      yield* sql.afterCommit(wake(job.queue))
      return { queue: job.queue }
    }),
    counts: sql<{ queue: string; state: string; count: number }>`
      select name as queue, state::text as state, count(*) as count from ${sql(schema)}.job group by name, state`
  })
})

/** The workers of a queue in this process. */
interface Crew {
  /** Those that have no job. */
  readonly idle: Set<string>
  /** How often due jobs are looked for, and when next, in milliseconds. */
  every: number
  lookAt: number
}
/** How often it is looked whose turn it is, in milliseconds; a queue's own interval is a multiple. */
const tick = 500
/** How often a worker looks that nobody woke, in seconds. */
const backstop = 300

/** Starts the engine and brings the queues up to date, the dead letter queues first because others name them. */
const start = async (
  boss: PgBoss,
  schema: string,
  queues: ReadonlyArray<Queue.Any>,
  embedded: boolean
): Promise<PgBoss> => {
  await boss.start()
  try {
    const all = new Map<string, Queue.Any>()
    const add = (queue: Queue.Any): void => {
      if (queue.options.deadLetter !== undefined) add(queue.options.deadLetter)
      all.set(queue.name, queue)
    }
    queues.forEach(add)
    for (const { name, options } of all.values()) {
      const { policy, deadLetter, ...rest } = options
      const given = {
        heartbeatSeconds: 10,
        ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
        ...(deadLetter === undefined ? {} : { deadLetter: deadLetter.name }),
        notify: !embedded
      }
      const known = await boss.getQueue(name)
      if (known === null) await boss.createQueue(name, { ...given, ...(policy === undefined ? {} : { policy }) })
      else await boss.updateQueue(name, given)
      // Looked up once, so that the engine knows the queue: a look-up while we hold a transaction would be made on
      // another connection, which on the embedded database waits for that very transaction.
      await boss.findJobs(name, { id: NO_JOB })
      if (embedded) await recover(boss, schema, name)
    }
    // What was busy when the last process on the embedded database looked is not any more.
    if (embedded) await boss.getDb().executeSql(`update "${schema}".queue set singletons_active = null`, [])
    return boss
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
}

const isSingular = ({ options: { policy } }: Queue.Any): boolean => policy === "singleton" || policy === "stately"

/**
 * The engine notes now and then which keys have an active job, and fetches no others of them until it looks again: without
 * this, the next job of a key waits for that look, long after the last one ended. What holds a key to one job is an index.
 */
const forgetBusy = async (boss: PgBoss, schema: string, embedded: boolean, job: JobWithMetadata): Promise<void> => {
  const { rows } = await boss.getDb().executeSql(
    `update "${schema}".queue set singletons_active = array_remove(singletons_active, $2)
       where name = $1 and $2 = any(singletons_active) returning heartbeat_seconds as "heartbeatSeconds"`,
    [job.name, job.singletonKey]
  )
  // This process may hold the note in memory for two seconds more: an update, of nothing, makes it read the queue again. Not
  // on the embedded database, where that would wait for whoever sends a job in a transaction, and he for it (see start).
  if (rows.length > 0 && !embedded) await boss.updateQueue(job.name, rows[0])
}

const NO_JOB = "00000000-0000-0000-0000-000000000000"

/** No other process can have opened the embedded database, so a job that is active at start was left by a dead one. */
const recover = async (boss: PgBoss, schema: string, name: string): Promise<void> => {
  const { rows } = await boss
    .getDb()
    .executeSql(`select id from "${schema}".job where name = $1 and state = 'active'`, [name])
  const ids = rows.map((row: { readonly id: string }) => row.id)
  if (ids.length > 0) await boss.fail(name, ids, { message: "The process ended while the job ran." })
}

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** How long a job that was given up is kept, in seconds, however short those are that did their work. */
const patience = 7 * 24 * 3600
const keep = async (boss: PgBoss, schema: string, job: JobWithMetadata): Promise<void> => {
  await boss
    .getDb()
    .executeSql(
      `update "${schema}".job set deletion_seconds = greatest(deletion_seconds, $3) where name = $1 and id = $2`,
      [job.name, job.id, patience]
    )
}

/** Puts a job back that a shutdown cut short, without counting the attempt. */
const giveBack = async (boss: PgBoss, schema: string, job: JobWithMetadata): Promise<void> => {
  await boss.getDb().executeSql(
    `update "${schema}".job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), heartbeat_on = null
     where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    [job.name, job.id, job.retryCount]
  )
}

const poolConfig = (config: PoolConfig) =>
  "connectionString" in config ? { ...config, connectionString: Redacted.value(config.connectionString) } : config

const bossOptions = (options: SendOptions): Omit<BossSendOptions, "db"> => ({
  ...(options.id === undefined ? {} : { id: options.id }),
  ...(options.key === undefined ? {} : { singletonKey: options.key }),
  ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
  ...(options.priority === undefined ? {} : { priority: options.priority }),
  ...(options.group === undefined ? {} : { group: { id: options.group } })
})

const describe = (job: JobWithMetadata): Job => ({
  id: job.id,
  key: job.singletonKey,
  group: job.groupId ?? null,
  retryCount: job.retryCount,
  lastAttempt: job.retryCount >= job.retryLimit,
  createdOn: job.createdOn
})
