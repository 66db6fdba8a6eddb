/**
 * Every setting of the service, in one table: from it come the reading of the environment, the sentences about wrong
 * values, the warnings about unknown names, and docs/configuration.md.
 */
import { Bounds, Nearest } from "@svc/core"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { resolve } from "node:path"
import { originOf } from "./connections/ReturnAddress.ts"
import { isOrigin } from "./http/Origins.ts"
import { isTarget } from "./outbound/Rules.ts"

/** One environment variable: what it may hold, what it is when it is absent or empty, and what it is for. */
export interface Setting<out A = unknown> {
  readonly name: string
  /** Completes the sentence "NAME must be …". */
  readonly expected: string
  /** As the operator would write it; null when there is none. */
  readonly default: string | null
  readonly description: string
  /** Its value is never shown. */
  readonly secret: boolean
  /** Undefined when the text is not what is expected. */
  readonly parse: (text: string) => A | undefined
  readonly whenAbsent: A
}

type Kind<A> = Pick<Setting<A>, "expected" | "parse">

const whole = (min: number, max: number): Kind<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  parse: (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
})
const yesNo: Kind<boolean> = {
  expected: "1 (yes) or 0 (no)",
  parse: (text) => ({ "1": true, true: true, "0": false, false: false })[text.toLowerCase()]
}
const oneOf = <const W extends ReadonlyArray<string>>(words: W): Kind<W[number]> => ({
  expected: `one of ${words.join(", ")}`,
  parse: (text) => words.find((word) => word === text)
})
const text = (expected: string): Kind<string> => ({ expected, parse: (value) => value })
const url = (protocols: ReadonlyArray<string>, expected: string): Kind<string> => ({
  expected,
  parse: (value) => {
    const parsed = URL.parse(value)
    return parsed !== null && protocols.includes(parsed.protocol) ? value.replace(/\/+$/, "") : undefined
  }
})
const webUrl = url(["http:", "https:"], "an http:// or https:// address")

const targets: Kind<ReadonlyArray<string>> = {
  expected: "addresses, networks (10.1.0.0/16) and host names (tally.lan, *.lan), separated by commas",
  parse: (value) => {
    const entries = value.split(",").map((entry) => entry.trim())
    return entries.every(isTarget) ? entries : undefined
  }
}

const origins: Kind<ReadonlyArray<string>> = {
  expected: "origins as browsers send them (https://app.example.com, http://localhost:3000), separated by commas",
  parse: (value) => {
    const entries = value.split(",").map((entry) => entry.trim())
    return entries.every(isOrigin) ? entries : undefined
  }
}
/** The same where people are sent: over https, but for the machine of whoever develops. */
const appOrigins: Kind<ReadonlyArray<string>> = {
  expected: "origins (https://app.example.com, or http:// on localhost), separated by commas",
  parse: (value) => {
    const entries = value.split(",").map((entry) => originOf(entry.trim()))
    return entries.every((entry) => entry !== null) ? entries : undefined
  }
}

const setting = <A>(name: string, kind: Kind<A>, whenAbsent: A, shown: string, description: string): Setting<A> => ({
  name,
  ...kind,
  default: shown,
  description,
  secret: false,
  whenAbsent
})
const optional = <A>(name: string, kind: Kind<A>, description: string): Setting<A | null> => ({
  name,
  ...kind,
  default: null,
  description,
  secret: false,
  whenAbsent: null
})
const limit = (name: string, min: number, max: number, most: number, description: string): Setting<Limit> => {
  const kind = whole(min, max)
  const of = (value: number): Limit => ({ setting: name, most: value })
  return setting(
    name,
    {
      expected: kind.expected,
      parse: (text) => {
        const value = kind.parse(text)
        return value === undefined ? undefined : of(value)
      }
    },
    of(most),
    String(most),
    description
  )
}
const secret = (name: string, kind: Kind<string>, description: string): Setting<Redacted.Redacted | null> => ({
  name,
  expected: kind.expected,
  parse: (value) => {
    const parsed = kind.parse(value)
    return parsed === undefined ? undefined : Redacted.make(parsed)
  },
  default: null,
  description,
  secret: true,
  whenAbsent: null
})

/** The settings of the service itself. */
export const settings = {
  port: setting("PORT", whole(0, 65535), 8080, "8080", "Port to listen on; 0 takes any free one."),
  host: setting(
    "HOST",
    text("an address or host name"),
    "127.0.0.1",
    "127.0.0.1",
    "Address to listen on. `0.0.0.0` listens on all, as a container needs it."
  ),
  baseUrl: optional(
    "SVC_BASE_URL",
    webUrl,
    "Public address of the service: invite links and OAuth redirects start with it. Without it, `http://localhost:PORT`."
  ),
  name: optional(
    "SVC_NAME",
    text("a text"),
    "Name of the product or company that asks for access, as the connect page says it to end users. Without it, the host of `SVC_BASE_URL`."
  ),
  connectOrigins: optional(
    "SVC_CONNECT_ORIGINS",
    appOrigins,
    "Origins of applications whose users connect platforms, such as `https://app.example.com`: the connect page may be in a frame of theirs, tells their windows what happens, and sends people back to a `return_url` there. Without it, none."
  ),
  role: setting(
    "SVC_ROLE",
    oneOf(["all", "api", "worker"]),
    "all",
    "all",
    "What this process does: `api` answers requests, `worker` syncs, writes and delivers (and answers only `/healthz` and `/readyz`), `all` does both. The embedded database has one process: `all`."
  ),
  drainSeconds: setting(
    "SVC_DRAIN_SECONDS",
    whole(0, 600),
    0,
    "0",
    "How long requests are still taken after a signal to stop, with `/readyz` at 503: the time a load balancer needs to notice."
  ),
  stopSeconds: setting(
    "SVC_STOP_SECONDS",
    whole(2, 600),
    20,
    "20",
    "How long a stop may take, after SVC_DRAIN_SECONDS: requests under way have half of it, at most 10 seconds. Whatever hangs then, the process ends."
  ),
  databaseUrl: secret(
    "DATABASE_URL",
    url(["postgres:", "postgresql:"], "a postgres:// address"),
    "A PostgreSQL database. Without it, an embedded database in the data folder is used."
  ),
  databaseConnections: setting(
    "SVC_DATABASE_CONNECTIONS",
    whole(2, 1000),
    10,
    "10",
    "Connections of this process to PostgreSQL. Syncs, uploads and deliveries use at most three quarters of them, so that requests always find one. Its job engine takes 5 more, and readiness, the look-up of keys and single records 2, so that they wait for nobody."
  ),
  databaseReadUrl: secret(
    "SVC_DATABASE_READ_URL",
    url(["postgres:", "postgresql:"], "a postgres:// address"),
    "A standby of the database of DATABASE_URL (streaming replication), or several behind one address, that lists, exports, histories and events are read from. They show what the primary would show at that moment: where the standby is behind or away, the primary is read. Without it, all is read from the primary."
  ),
  databaseReadConnections: setting(
    "SVC_DATABASE_READ_CONNECTIONS",
    whole(1, 1000),
    10,
    "10",
    "Connections of this process to the standby, and one more that watches it."
  ),
  databaseNodeConnections: setting(
    "SVC_DATABASE_NODE_CONNECTIONS",
    whole(0, 1000),
    10,
    "10",
    "Connections of this process to each node of a Citus cluster beside the coordinator, by the name that the cluster knows it by: lists and exports of one company are read where it is, and, by as many again, lists of an organisation of all nodes at once. Where a node cannot be reached, or with 0, the coordinator is asked."
  ),
  stalledWriterMs: setting(
    "SVC_STALLED_WRITER_MS",
    whole(100, 15_000),
    900,
    "900",
    "How long a transaction that writes records may stand still, on PostgreSQL, while lists wait for it, in milliseconds: then its session is ended, and what it did is done again."
  ),
  dataDir: setting(
    "SVC_DATA_DIR",
    text("a folder"),
    "./.data",
    "./.data",
    "Folder of the embedded database, the generated secret key and the demo's platform. Made when it is missing."
  ),
  apiKey: secret(
    "SVC_API_KEY",
    {
      expected: "at least 20 printable characters without spaces",
      parse: (value) => (/^[!-~]{20,512}$/.test(value) ? value : undefined)
    },
    "An API key with all permissions that exists from the start. Also what `pnpm svc` uses to talk to a running server."
  ),
  secretKeys: secret(
    "SVC_SECRET_KEYS",
    text("name:base64 pairs, separated by commas"),
    "Keys that seal stored secrets: `name:base64,…`, 32 bytes each, the current one first. Without it, a key is made in the data folder."
  ),
  demo: setting<boolean | null>(
    "SVC_DEMO",
    yesNo,
    null,
    "1 with the embedded database, 0 with DATABASE_URL",
    "In an installation without companies, starts a sandbox platform and connects a demo company to it."
  ),
  trustedProxies: setting(
    "SVC_TRUSTED_PROXIES",
    whole(0, 10),
    0,
    "0",
    "How many proxies in front append to `X-Forwarded-For`: a client's address is taken from there. Too many let a client choose its address."
  ),
  corsOrigins: optional(
    "SVC_CORS_ORIGINS",
    origins,
    "Origins of web pages that may call the interface from a browser, such as `https://app.example.com`. They need an API key all the same, which whoever looks at the page can read: give it one company and the scope `read`. Without it, no page may."
  ),
  console: setting(
    "SVC_CONSOLE",
    yesNo,
    true,
    "1",
    "Serves the console, the page for operators, at `/console`. With 0 nobody can sign in to it either."
  ),
  consoleOrigins: optional(
    "SVC_CONSOLE_ORIGINS",
    appOrigins,
    "Origins that the console is served from beside the service itself, such as `https://console.example.com`, of the same site as `SVC_BASE_URL`. Their pages may use sessions. Without it, the service's own alone."
  ),
  sessionHours: setting(
    "SVC_SESSION_HOURS",
    whole(1, 720),
    12,
    "12",
    "How many hours after signing in to the console one has to sign in again."
  ),
  sessionMinutes: setting(
    "SVC_SESSION_MINUTES",
    whole(5, 43_200),
    60,
    "60",
    "How many minutes without a request end a session of the console."
  ),
  auditDays: setting("SVC_AUDIT_DAYS", whole(30, 36_500), 400, "400", "How many days the audit log is kept."),
  metricsPort: optional(
    "SVC_METRICS_PORT",
    whole(1, 65535),
    "Port on which Prometheus metrics are served at `/metrics`, on a listener of their own. Without it, they are not served."
  ),
  metricsHost: setting(
    "SVC_METRICS_HOST",
    text("an address or host name"),
    "127.0.0.1",
    "127.0.0.1",
    "Address on which the metrics are served."
  ),
  allowPrivateTargets: setting(
    "SVC_ALLOW_PRIVATE_TARGETS",
    yesNo,
    false,
    "0",
    "Webhooks may go to http addresses, and they and platforms may be anywhere in private networks. For tests and closed networks only."
  ),
  mcp: setting("SVC_MCP", yesNo, true, "1", "Offers the tools for agents (Model Context Protocol) at `/mcp`."),
  registersWebhooks: setting(
    "SVC_REGISTER_WEBHOOKS",
    yesNo,
    true,
    "1",
    "Platforms that take it by a call are told to send webhooks to the connections made here, where `SVC_BASE_URL` is set and is an https address, or the platform is on this machine."
  ),
  allowedTargets: optional(
    "SVC_ALLOWED_TARGETS",
    targets,
    "Addresses, networks and host names outside the public internet that webhooks and platforms may be on, such as `10.1.0.0/16,tally.lan`. Addresses in these settings are allowed anyway."
  ),
  callLogDays: setting(
    "SVC_CALL_LOG_DAYS",
    whole(0, 3650),
    7,
    "7",
    "How many days the log of calls to platforms is kept: when, what for, method, path, status, how long; no bodies, no secrets. 0 keeps none."
  ),
  keepUsageDays: setting(
    "SVC_KEEP_USAGE_DAYS",
    whole(1, 36_500),
    400,
    "400",
    "How many days it is kept what companies used on a day."
  ),
  keepEventsDays: setting(
    "SVC_KEEP_EVENTS_DAYS",
    whole(1, 36_500),
    30,
    "30",
    "How many days events and their deliveries are kept. One that is still to be delivered is kept until then."
  ),
  keepsAllEvents: setting(
    "SVC_KEEP_ALL_EVENTS",
    yesNo,
    false,
    "0",
    "Every change is kept as an event, for the list of events, whether a webhook wants it or not. Each takes the room of its record once more, and syncs take longer."
  ),
  keepHistoryDays: setting(
    "SVC_KEEP_HISTORY_DAYS",
    whole(2, 36_500),
    90,
    "90",
    "How many days ended syncs, upload jobs and invite links, and refused items, are kept."
  ),
  keepRefusals: setting(
    "SVC_KEEP_REFUSALS",
    whole(1, 1_000_000),
    1000,
    "1000",
    "Items of one data model of a connection that could not be read, or not in full, that are kept. Of more the number is kept."
  ),
  keepRawDays: optional(
    "SVC_KEEP_RAW_DAYS",
    whole(1, 36_500),
    "Clears the raw items behind records that did not change for so many days; such records cannot be mapped again without their platform. Without it, raw items are kept."
  ),
  keepDeletedDays: optional(
    "SVC_KEEP_DELETED_DAYS",
    whole(1, 36_500),
    "Removes deleted records after so many days. Without it, they stay in lists that ask for them."
  ),
  indexAfter: setting(
    "SVC_INDEX_AFTER",
    whole(0, 1_000_000_000),
    20,
    "20",
    "After so many lists of an organisation on one day (UTC) that were expensive or refused for what they filter or sort by, an index of that member is made for it. One that nobody used for 30 days is dropped. 0 makes none, and drops what there are."
  ),
  indexesEach: setting(
    "SVC_INDEXES_EACH",
    whole(0, 1000),
    8,
    "8",
    "Such indexes of one organisation; each makes its syncs a little slower."
  ),
  stallSeconds: setting(
    "SVC_STALL_SECONDS",
    whole(0, 3600),
    60,
    "60",
    "A process that does nothing but compute for so long (a connector that never ends, a statement of the embedded database that neither ends nor reads nor writes) ends itself, and others take up its work. `/healthz` answers 503 when the embedded database stands still for half as long, at most 30 s. 0 lets it stand: for a debugger."
  ),
  logFormat: setting(
    "SVC_LOG_FORMAT",
    oneOf(["auto", "json", "pretty"]),
    "auto",
    "auto",
    "`auto` is pretty on a terminal and one JSON object per line elsewhere."
  ),
  logLevel: setting(
    "SVC_LOG_LEVEL",
    oneOf(["trace", "debug", "info", "warn", "error", "none"]),
    "info",
    "info",
    "What is logged: this level and above."
  )
} as const

/**
 * How much is taken and held at most. A refusal names the limit and its setting, which is why the value carries both;
 * with each its smallest and largest value and its default.
 */
export const limits = {
  bodyBytes: limit(
    "SVC_MAX_BODY_BYTES",
    1024,
    1_073_741_824,
    10_485_760,
    "Bytes of the body of a write or a passthrough."
  ),
  managementBodyBytes: limit(
    "SVC_MAX_MANAGEMENT_BODY_BYTES",
    1024,
    104_857_600,
    1_048_576,
    "Bytes of the body of every other request with a key."
  ),
  inboundBodyBytes: limit(
    "SVC_MAX_INBOUND_BODY_BYTES",
    1024,
    104_857_600,
    1_048_576,
    "Bytes of the body of a platform's webhook."
  ),
  formBytes: limit("SVC_MAX_FORM_BYTES", 1024, 1_048_576, 65_536, "Bytes of a form of the connect page."),
  bodiesBytes: limit(
    "SVC_MAX_BODIES_BYTES",
    65_536,
    10_737_418_240,
    67_108_864,
    "Bytes of all bodies that a process receives or works on at once. One of up to 64 kB always finds room."
  ),
  openBodiesBytes: limit(
    "SVC_MAX_OPEN_BODIES_BYTES",
    65_536,
    1_073_741_824,
    16_777_216,
    "The same for bodies that come without a key: platforms' webhooks and forms."
  ),
  answersBytes: limit(
    "SVC_MAX_ANSWERS_BYTES",
    1_048_576,
    10_737_418_240,
    67_108_864,
    "Bytes of all answers of more than 64 kB that are ready and not yet taken by their callers."
  ),
  platformAnswerBytes: limit(
    "SVC_MAX_PLATFORM_ANSWER_BYTES",
    1_048_576,
    268_435_456,
    32_000_000,
    "Bytes of one answer of a platform; as a text it is there several times while it is read."
  ),
  platformBytes: limit(
    "SVC_MAX_PLATFORM_BYTES",
    33_554_432,
    10_737_418_240,
    134_217_728,
    "Bytes of all answers of platforms of more than 1 MB that are read at once; others wait. One that does not say how long it is counts as the largest there may be."
  ),
  keptAnswerBytes: limit(
    "SVC_MAX_KEPT_ANSWER_BYTES",
    4096,
    67_108_864,
    1_048_576,
    "Bytes of an answer that is kept for its `Idempotency-Key`. Of a larger one is kept that it was given: whoever repeats the request is told so (409), and nothing is done twice."
  ),
  fieldMappings: limit(
    "SVC_MAX_FIELD_MAPPINGS",
    1,
    100_000,
    1000,
    "Field mappings of an organisation and its companies: its custom fields."
  ),
  platformDepth: limit(
    "SVC_MAX_PLATFORM_DEPTH",
    20,
    Bounds.deepest,
    Bounds.depth,
    "Levels to which an item of a platform is nested, and an answer that is no list. A deeper item is refused, the others go on; a passthrough answers what is deeper as its text."
  ),
  platformItem: limit(
    "SVC_MAX_PLATFORM_ITEM_LENGTH",
    100_000,
    100_000_000,
    Bounds.item,
    "Characters of one item of a platform: of all its texts and names of members. A longer one is refused, the others go on."
  ),
  platformId: limit(
    "SVC_MAX_PLATFORM_ID_LENGTH",
    100,
    Bounds.longestId,
    Bounds.id,
    "Characters of an id of a platform. A record with a longer one is refused, the others go on."
  ),
  platformElements: limit(
    "SVC_MAX_PLATFORM_LIST_ITEMS",
    1000,
    1_000_000,
    Bounds.elements,
    "Lines of a platform's record, and elements of its other lists. A record with more is refused, the others go on."
  ),
  platformPages: limit(
    "SVC_MAX_PLATFORM_PAGES",
    10,
    1_000_000_000,
    Bounds.pages,
    "Pages of one list of a platform. With more, it is taken for one without end, and the sync of the data model fails."
  ),
  platformEmptyPages: limit(
    "SVC_MAX_PLATFORM_EMPTY_PAGES",
    10,
    1_000_000,
    Bounds.emptyPages,
    "Pages without a record that a platform may answer in a row. With more, its list is taken for one without end, and the sync of the data model fails."
  ),
  platformCursor: limit(
    "SVC_MAX_PLATFORM_CURSOR_LENGTH",
    1000,
    16_000_000,
    Bounds.state,
    "Characters of what a platform is asked for its next page with, such as a cursor; kept with each page. With a longer one the sync of the data model fails."
  ),
  platformWait: limit(
    "SVC_MAX_PLATFORM_WAIT_SECONDS",
    60,
    2_678_400,
    Bounds.wait,
    "Seconds that a platform may tell others to stay away (`Retry-After` and the like). A longer wait is cut: then it is asked again."
  ),
  requestsPerKey: limit(
    "SVC_MAX_REQUESTS_PER_KEY",
    10,
    1_000_000_000,
    10_000,
    "Requests that one key may make in ten seconds; a key may have a lower limit of its own (`request_limit`). Answers tell what is left in the fields `RateLimit` and `RateLimit-Policy`. Several processes tell each other what they count once it is a tenth of that."
  ),
  wrongKeys: limit(
    "SVC_MAX_WRONG_KEYS",
    1,
    1_000_000,
    20,
    "API keys that are none which one address may send in ten seconds; a key that is right is let in always."
  ),
  triesOnLink: limit(
    "SVC_MAX_TRIES_ON_LINK",
    1,
    10_000,
    10,
    "Keys typed on one invite link that its platform may refuse in ten minutes."
  ),
  triesOnLinks: limit("SVC_MAX_TRIES_ON_LINKS", 1, 100_000, 30, "The same from one address, on all links together."),
  replayEvents: limit(
    "SVC_MAX_REPLAY_EVENTS",
    1,
    1_000_000_000,
    100_000,
    "Events of the period of one replay of a webhook, and deliveries of it that may wait when one begins."
  ),
  bodyDepth: limit("SVC_MAX_BODY_DEPTH", 8, 1000, 64, "Levels to which a body is nested."),
  bodyValues: limit(
    "SVC_MAX_BODY_VALUES",
    1000,
    100_000_000,
    500_000,
    "Values in a body: members and elements at all depths."
  ),
  batchItems: limit("SVC_MAX_BATCH_ITEMS", 1, 100_000, 500, "Items of one write."),
  nameLength: limit(
    "SVC_MAX_NAME_LENGTH",
    64,
    4096,
    255,
    "Characters of the name of a member in a body. Those of what a passthrough carries are not counted."
  ),
  listItems: limit(
    "SVC_MAX_LIST_ITEMS",
    10,
    1_000_000,
    1000,
    "Elements of every other list in a body, such as the lines of an order, and members of one object. What a passthrough carries to a platform is not counted."
  ),
  textLength: limit(
    "SVC_MAX_TEXT_LENGTH",
    1000,
    10_000_000,
    65_536,
    "Characters of a text in a body, where the interface says nothing shorter. What a passthrough carries is not counted."
  ),
  faults: limit(
    "SVC_MAX_FAULTS",
    1,
    100,
    100,
    "Faults that a refusal names; where there are more, the last of them says so."
  ),
  filters: limit("SVC_MAX_FILTERS", 1, 1000, 100, "Filters of one list."),
  filterValues: limit("SVC_MAX_FILTER_VALUES", 1, 10_000, 1000, "Values of one filter: `in`, `nin`."),
  sorts: limit("SVC_MAX_SORTS", 1, 20, 6, "Fields that one list is sorted by; each takes room in its cursors."),
  webhooks: limit("SVC_MAX_WEBHOOKS", 1, 10_000, 100, "Webhooks of an organisation; each change is matched with all."),
  urlBytes: limit("SVC_MAX_URL_BYTES", 1024, 1_048_576, 16_384, "Bytes of a request's address, with its query."),
  pageBytes: limit(
    "SVC_MAX_PAGE_BYTES",
    65_536,
    268_435_456,
    16_777_216,
    "Bytes of a page of records, and four times those of a page of events, refusals or upload jobs: one that would be larger ends earlier, with a cursor for what follows."
  ),
  listValues: {
    ...limit(
      "SVC_MAX_LIST_VALUES",
      1000,
      1_000_000_000_000,
      1_000_000,
      "Values that one list may look at: its filters and sorts on members without an index, times the records that the rest of its filters leave over. The embedded database, which does one thing at a time, sorts and counts them some thousands at a time."
    ),
    default: "1000000, 100000000 with DATABASE_URL"
  },
  expensiveLists: {
    ...limit(
      "SVC_MAX_EXPENSIVE_LISTS",
      1,
      1000,
      1,
      "Lists that look at more than 100000 such values, at once in a process. Never more than half of its connections to PostgreSQL; in the embedded database they would only wait for each other, and others for all of them."
    ),
    default: "1, 4 with DATABASE_URL"
  },
  expensiveListsEach: limit("SVC_MAX_EXPENSIVE_LISTS_PER_KEY", 1, 1000, 2, "Those of them with one key."),
  listSeconds: limit(
    "SVC_LIST_SECONDS",
    1,
    3600,
    10,
    "Seconds that a statement of such a list may take on PostgreSQL."
  ),
  exports: limit(
    "SVC_MAX_EXPORTS",
    1,
    10_000,
    8,
    "Exports that a process sends at once; each holds some megabytes, and takes its turns among the large requests."
  ),
  changeStreams: limit(
    "SVC_MAX_CHANGE_STREAMS",
    1,
    100_000,
    200,
    "Streams of changes (`GET /v3/core/changes`) that a process keeps open at once."
  ),
  changeStreamsEach: limit("SVC_MAX_CHANGE_STREAMS_PER_KEY", 1, 100_000, 20, "Those of them with one key."),
  documentBytes: limit(
    "SVC_MAX_DOCUMENT_BYTES",
    65_536,
    268_435_456,
    26_214_400,
    "Bytes of a document that is fetched from a platform, which pass through, or of a file that is sent to one, which is held until the platform has taken it."
  ),
  documentSeconds: limit(
    "SVC_DOCUMENT_SECONDS",
    1,
    86_400,
    300,
    "Seconds that fetching a document from a platform may take, from the first of its bytes to the last."
  ),
  documents: limit(
    "SVC_MAX_DOCUMENTS",
    1,
    10_000,
    16,
    "Documents that a process fetches from platforms at once; each holds the bytes that are on their way."
  ),
  organisationPercent: limit(
    "SVC_MAX_ORGANISATION_PERCENT",
    10,
    100,
    75,
    "How much of what all share one organisation may have at once, in percent: of the bytes of bodies, of answers and of platforms' answers, of expensive lists, of exports, of documents, of streams of changes, and of requests, of which there are at most as many as connections."
  ),
  workingRequests: {
    ...limit(
      "SVC_MAX_WORKING_REQUESTS",
      1,
      100_000,
      16,
      "Requests with a key that a process works on at once; those that only wait for a platform or for their body are not counted. When there are more, callers with few under way, and who asked for little lately, go first."
    ),
    default: "16, with DATABASE_URL twice SVC_DATABASE_CONNECTIONS, and those to a standby, where that is more"
  },
  turnSeconds: limit(
    "SVC_TURN_SECONDS",
    1,
    600,
    20,
    "Seconds that a request waits for its turn, while others go first. Then it is refused."
  ),
  largeRequests: {
    ...limit(
      "SVC_MAX_LARGE_REQUESTS",
      1,
      100_000,
      2,
      "Those at once that are large: bodies of more than 64 kB, pages of more than 250 records, lists that look through many, and answers of platforms of more than 1 MB. While others have small requests under way it is one, and they have half of the time at least; as many as SVC_MAX_WORKING_REQUESTS stand back for nobody."
    ),
    default: "2, 4 with DATABASE_URL"
  },
  toolAnswerLength: limit(
    "SVC_MAX_TOOL_ANSWER_LENGTH",
    4000,
    1_000_000,
    24_000,
    "Characters of an answer of a tool for agents, so that it fits their context. What is longer ends with a cursor, or is cut with a mark."
  ),
  connections: limit("SVC_MAX_CONNECTIONS", 10, 1_000_000, 5000, "Connections that callers hold open to a process."),
  connectionsEach: limit(
    "SVC_MAX_CONNECTIONS_PER_ADDRESS",
    10,
    1_000_000,
    1000,
    "Those of them from one address. Not counted behind proxies (`SVC_TRUSTED_PROXIES`): theirs is the only address."
  ),
  receiveSeconds: limit(
    "SVC_RECEIVE_SECONDS",
    1,
    3600,
    60,
    "Seconds in which a request must have arrived, its body too; its headers within a third of that."
  ),
  sendSeconds: limit(
    "SVC_SEND_SECONDS",
    1,
    3600,
    30,
    "Seconds after which a connection is closed whose caller takes nothing of an answer that is ready."
  )
} as const

/** The settings of each composed connector; the name follows `SVC_<INTEGRATION>_`. */
export const integrationSettings = {
  clientId: optional(
    "CLIENT_ID",
    text("a text"),
    "Client id of the service's own OAuth application, or the key of its app."
  ),
  clientSecret: secret(
    "CLIENT_SECRET",
    text("a text"),
    "Client secret of the service's own OAuth application, or the secret key of its app."
  ),
  baseUrl: optional(
    "BASE_URL",
    webUrl,
    "Replaces the platform's base address for all connections, also where users name a host: a proxy, a mock, an own installation."
  ),
  authorizeUrl: optional("AUTHORIZE_URL", webUrl, "Replaces the address users are sent to for authorisation."),
  tokenUrl: optional("TOKEN_URL", webUrl, "Replaces the address tokens are fetched from."),
  scopes: optional(
    "SCOPES",
    text("names separated by spaces"),
    "Scopes that users are asked to allow in place of those that the connector names, as the platform gave them to the application."
  ),
  webhookSecret: secret("WEBHOOK_SECRET", text("a text"), "Secret with which the platform signs its own webhooks.")
} as const

/** `SVC_XERO_` for XERO; an identifier that begins with the prefix already does not get it twice. */
export const integrationPrefix = (id: string): string => (id.startsWith("SVC_") ? `${id}_` : `SVC_${id}_`)

type Values<S extends Readonly<Record<string, Setting>>> = {
  readonly [K in keyof S]: S[K] extends Setting<infer A> ? A : never
}

/** One limit. */
export interface Limit {
  /** Name of the setting that moves it. */
  readonly setting: string
  readonly most: number
}
export type LimitName = keyof typeof limits
export type Limits = Readonly<Record<LimitName, Limit>>

/** An operator's settings for one integration; all optional. */
export interface IntegrationConfig {
  readonly clientId: string | null
  readonly clientSecret: Redacted.Redacted | null
  readonly baseUrl: string | null
  readonly authorizeUrl: string | null
  readonly tokenUrl: string | null
  /** Separated by spaces. */
  readonly scopes: string | null
  /** Secret the platform signs its own webhooks with. */
  readonly webhookSecret: Redacted.Redacted | null
}

/** A setting as operators may see it. */
export interface ShownSetting {
  readonly name: string
  /** Null where nothing is in force, and of every secret. */
  readonly value: string | null
  readonly is_set: boolean
  readonly is_secret: boolean
  readonly description: string
}
/** A value without what an address may hold of a secret. */
const shownOf = (value: string): string => {
  const parsed = URL.parse(value)
  return parsed !== null && (parsed.username !== "" || parsed.password !== "" || parsed.search !== "")
    ? `${parsed.protocol}//${parsed.host}/…`
    : value
}

export interface Config extends Values<typeof settings> {
  /** Every setting of the service itself, and those of integrations that are set. */
  readonly shown: ReadonlyArray<ShownSetting>
  readonly limits: Limits
  readonly integrations: ReadonlyMap<string, IntegrationConfig>
}
export interface Reading {
  readonly config: Config
  /** Sentences about values that cannot be used; the service must not start with any. */
  readonly faults: ReadonlyArray<string>
  /** Sentences about names that mean nothing. */
  readonly warnings: ReadonlyArray<string>
}

/** What lists may cost depends on the database: PostgreSQL serves others meanwhile, and ends what takes too long. */
const withDatabase = (
  held: Limits,
  {
    databaseConnections,
    databaseReadConnections,
    databaseReadUrl,
    databaseUrl
  }: Pick<
    Values<typeof settings>,
    "databaseConnections" | "databaseReadConnections" | "databaseReadUrl" | "databaseUrl"
  >,
  environment: Readonly<Record<string, string | undefined>>
): Limits => {
  if (databaseUrl === null) return held
  const or = (limit: Limit, most: number): Limit =>
    (environment[limit.setting]?.trim() ?? "") !== "" ? limit : { ...limit, most }
  const expensiveLists = or(held.expensiveLists, 4)
  const connections = databaseConnections + (databaseReadUrl === null ? 0 : databaseReadConnections)
  return {
    ...held,
    workingRequests: or(held.workingRequests, Math.max(held.workingRequests.most, 2 * connections)),
    largeRequests: or(held.largeRequests, 4),
    listValues: or(held.listValues, 100_000_000),
    expensiveLists: {
      ...expensiveLists,
      most: Math.max(1, Math.min(expensiveLists.most, Math.floor(databaseConnections / 2)))
    }
  }
}

/** Reads the environment for a server with these connectors. */
export const read = (
  environment: Readonly<Record<string, string | undefined>>,
  integrations: ReadonlyArray<string>
): Reading => {
  const faults: Array<string> = []
  const known = new Set<string>()
  const readAll = <S extends Readonly<Record<string, Setting>>>(table: S, prefix: string): Values<S> =>
    Object.fromEntries(
      Object.entries(table).map(([key, entry]) => {
        const name = prefix + entry.name
        known.add(name)
        const value = environment[name]?.trim() ?? ""
        if (value === "") return [key, entry.whenAbsent]
        const parsed = entry.parse(value)
        if (parsed !== undefined) return [key, parsed]
        faults.push(`${name} must be ${entry.expected}${entry.secret ? "" : `, got ${JSON.stringify(value)}`}.`)
        return [key, entry.whenAbsent]
      })
    ) as Values<S>

  const own = readAll(settings, "")
  const held = withDatabase(readAll(limits, ""), own, environment)
  if (own.databaseUrl === null && own.role !== "all") {
    faults.push(
      `SVC_ROLE=${own.role} needs DATABASE_URL: the embedded database has one process, which does everything.`
    )
  }
  if (own.databaseUrl === null && own.databaseReadUrl !== null) {
    faults.push("SVC_DATABASE_READ_URL needs DATABASE_URL: the embedded database has no standby.")
  }
  const perIntegration = new Map(
    integrations.map((id) => [id, readAll(integrationSettings, integrationPrefix(id))] as const)
  )
  const shown = (table: Readonly<Record<string, Setting>>, prefix: string): ReadonlyArray<ShownSetting> =>
    Object.entries(table).map(([key, entry]) => {
      const name = prefix + entry.name
      const value = environment[name]?.trim() ?? ""
      // Of a limit what the database makes of it.
      const limit: Limit | undefined = Object.hasOwn(held, key) ? held[key as LimitName] : undefined
      const inForce = limit?.setting === name ? String(limit.most) : value === "" ? entry.default : shownOf(value)
      return {
        name,
        value: entry.secret ? null : inForce,
        is_set: value !== "",
        is_secret: entry.secret,
        description: entry.description
      }
    })
  const warnings = Object.keys(environment)
    .filter((name) => name.startsWith("SVC_") && !known.has(name))
    .toSorted()
    .map((name) => `${name} is no setting of this service${Nearest.hint(name, known) || "."}`)
  return {
    config: {
      ...own,
      limits: held,
      dataDir: resolve(own.dataDir),
      integrations: perIntegration,
      shown: [
        ...shown(settings, ""),
        ...shown(limits, ""),
        ...integrations.flatMap((id) =>
          shown(integrationSettings, integrationPrefix(id)).filter(({ is_set }) => is_set)
        )
      ]
    },
    faults,
    warnings
  }
}

/** Public address without trailing slash. */
export const publicUrl = (config: Config, port: number = config.port): string =>
  config.baseUrl ?? `http://localhost:${port}`

/** The limits that are kept; their defaults where nobody read any settings. */
export const Kept = Context.Reference<Limits>("@svc/server/Limits", {
  defaultValue: () => read({}, []).config.limits
})

/** How long requests under way may go on after a signal, in milliseconds. */
export const grace = (config: Config): number => Math.min(10_000, config.stopSeconds * 500)

/** The settings as the database layer wants them. */
export const databaseOf = (config: Config) => ({
  dataDir: config.dataDir,
  databaseUrl: Option.fromNullishOr(config.databaseUrl),
  maxConnections: config.databaseConnections,
  // Workers answer no lists.
  readUrl: config.role === "worker" ? null : config.databaseReadUrl,
  readConnections: config.databaseReadConnections,
  nodeConnections: config.role === "worker" ? 0 : config.databaseNodeConnections,
  stallSeconds: config.stallSeconds,
  isKeyFileUsed: config.secretKeys === null
})
