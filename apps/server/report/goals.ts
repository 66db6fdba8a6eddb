/** Every line of the goals: what it asks for, and the tests that prove it where no figure does. */
export interface Goal {
  readonly id: string
  readonly asks: string
  /** Files under `apps/server/test`. */
  readonly tests?: ReadonlyArray<string>
  /** Why this machine cannot measure it. */
  readonly not?: string
}

export const goals: ReadonlyArray<Goal> = [
  { id: "P1", asks: "list pages of 100 beside a bare server: 0.7; 3 250 pages/s" },
  { id: "P2", asks: "ingest beside a bare upsert: 0.4; 25 000 records/s" },
  { id: "P3", asks: "the same records unchanged: 4 × P2, no row written" },
  { id: "P4", asks: "passthrough adds 1 ms at p50; 2 500 requests/s" },
  { id: "P5", asks: "change to webhook 100 ms at p50; 5 000 deliveries/s; a dead endpoint harms none" },
  { id: "P6", asks: "10 M records: latency 1.3 × of 100 k, page 100 000 as fast as page 1, unchanged sync linear" },
  { id: "P7", asks: "first answer 2 s after the start, 5 s on an empty folder" },
  { id: "P8", asks: "60 kB gzip for core and a connector, 1 kB for three models more, 3 × of a mapping by hand" },
  { id: "P9", asks: "400 MB while 1 M records are synced" },
  { id: "P10", asks: "export of a model: 10 × pages of 1 000, as fast as the database alone, memory 100 MB more" },
  { id: "L1", asks: "10 M records, 32 clients: p99 50 ms, 1 500 pages/s, page 100 000 within 2 ×" },
  { id: "L2", asks: "10 000 deliveries/s for 10 minutes: due to sent p99 1 s, backlog 0, 2 GB, 2 cores" },
  { id: "L3", asks: "1 M schedules: idle claim 5 ms, 5 000 due/s, delay p99 2 s" },
  { id: "L4", asks: "first sync of 1 M records: 5 000/s, 400 MB, none lost, none twice" },
  { id: "L5", asks: "50 jobs of 1 000 items: one result and one effect each, p99 1 s over the platform's" },
  { id: "L6", asks: "a dead endpoint with 1 M deliveries: the others' p99 within 2 ×" },
  { id: "L7", asks: "one of 10 000 companies with 100 × the traffic: the others' p99 within 2 ×" },
  { id: "L8", asks: "idle, three processes: 5 tx/s and 200 MB each, no growth" },
  { id: "L9", asks: "embedded: 1 000 commits/s, 2 000 jobs/s, loop delay p99 20 ms, boot 3 s and 1 s" },
  { id: "L10", asks: "vault: 2 000 opens/s" },
  { id: "F1", asks: "kill -9 of a process every 2 s" },
  { id: "F2", asks: "kill -9 of all processes" },
  { id: "F3", asks: "rolling restart of three under load", tests: ["durability/roles.test.ts"] },
  { id: "F4", asks: "SIGSTOP for longer than a lease", tests: ["sync/processes.test.ts"] },
  { id: "F5", asks: "PostgreSQL ended without a checkpoint" },
  { id: "F6", asks: "a network to the database that spoils" },
  { id: "F7", asks: "all backends ended every second" },
  { id: "F8", asks: "disk full, read-only database" },
  { id: "F9", asks: "clock ± 10 minutes, time zone, leap second" },
  {
    id: "F10",
    asks: "embedded: kill -9 × 50, a second process refused, one fsync a commit",
    tests: ["database/embedded.test.ts"]
  },
  { id: "F11", asks: "receivers that misbehave in ten ways", tests: ["webhooks/attempts.test.ts"] },
  { id: "F12", asks: "platforms that misbehave in eleven ways" },
  { id: "F13", asks: "upgrade under load, and back" },
  { id: "F14", asks: "secret keys rotated while syncs run", tests: ["secrets/rotation.test.ts"] },
  { id: "F15", asks: "restore on an empty host" },
  { id: "F16", asks: "jobs that throw, hang, end the process" },
  {
    id: "F17",
    asks: "embedded: a stopped process whose folder was taken over, damaged folders",
    tests: ["database/embedded.test.ts", "durability/folders.test.ts"]
  },
  {
    id: "F18",
    asks: "platforms that mean harm: depth, sizes, ids, circles, waits; others' p99 2 ×, memory + 300 MB",
    tests: ["sync/hostile.test.ts"]
  },
  {
    id: "F20",
    asks: "pollers by change, id, webhook beside 8 writers, one killed, one stopped: all seen, in order",
    tests: ["records/pollers.test.ts", "records/horizon.test.ts"]
  },
  {
    id: "F19",
    asks: "hostile callers of each scope and of none, at every door: others' p99 2 ×, memory + 300 MB, no process ends",
    tests: ["security/s12-hostile.test.ts", "security/s12-weight.test.ts", "records/list-weight.test.ts"]
  },
  { id: "B1", asks: "requests made and mutated from the document: no 5xx, all declared", tests: ["http/fuzz.test.ts"] },
  { id: "B2", asks: "sizes: refused in 100 ms, 50 MB", tests: ["http/bad-bodies.test.ts"] },
  {
    id: "B3",
    asks: "text: refused with its path, or replaced and flagged",
    tests: ["sync/values.test.ts", "database/clean-json.test.ts"]
  },
  { id: "B4", asks: "numbers: never rounded silently", tests: ["sync/values.test.ts"] },
  {
    id: "B5",
    asks: "filters: refused by name, rows equal to the model's",
    tests: ["records/list-filters.test.ts", "records/list-model.test.ts"]
  },
  { id: "B6", asks: "cursors: altered ones refused", tests: ["records/list-paging.test.ts"] },
  { id: "B7", asks: "idempotency keys: one effect, one answer", tests: ["uploads/idempotency.test.ts"] },
  { id: "B8", asks: "10 000 list commands: each record once", tests: ["records/list-commands.test.ts"] },
  { id: "S1", asks: "blocked targets: no connection", tests: ["security/s1-targets.test.ts"] },
  { id: "S2", asks: "two organisations, 20 000 calls: nothing crosses", tests: ["security/s2-organisations.test.ts"] },
  { id: "S3", asks: "canary secrets: none in clear", tests: ["security/s3-secrets.test.ts"] },
  { id: "S4", asks: "OAuth attacks: all refused", tests: ["security/s4-oauth.test.ts"] },
  { id: "S5", asks: "webhook signatures", tests: ["security/s5-signatures.test.ts"] },
  {
    id: "S6",
    asks: "API keys: constant time ± 5 %, revoked in 1 s, guesses limited",
    tests: ["security/s6-keys.test.ts"]
  },
  { id: "S7", asks: "passthrough: nothing smuggled", tests: ["security/s7-passthrough.test.ts"] },
  { id: "S8", asks: "stored markup: inert", tests: ["security/s8-inert.test.ts"] },
  { id: "S9", asks: "dependencies and image", not: "no container engine and no list of findings is reachable here" }
]
