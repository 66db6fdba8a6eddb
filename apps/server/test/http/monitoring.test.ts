/**
 * The dashboard and the alert rules: every expression is parsed by the grammar of Prometheus, names only metrics and labels that
 * the service prints after a sync and a delivery, and every alert is explained.
 */
import { parser } from "@prometheus-io/lezer-promql"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, it } from "vitest"
import { parse } from "yaml"
import * as Receiver from "../support/Receiver.ts"
import * as ServerProcess from "../support/ServerProcess.ts"
import * as Synced from "../support/Synced.ts"

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), "utf8")
/** Of Prometheus itself. */
const own = new Set(["up"])
const always = new Set(["job", "instance", "le"])
/** Of what is silent here. */
const labelsOf = new Map([
  ["svc_reads_total", ["place", "why"]],
  ["svc_cluster_nodes", ["state"]]
])

interface Named {
  readonly metrics: ReadonlySet<string>
  readonly labels: ReadonlySet<string>
}
/** Whether a function is over a span of time: it is given a range, and no other function is. */
const isOverRange = (name: string): boolean =>
  /_over_time$|^(?:changes|delta|deriv|idelta|increase|irate|predict_linear|rate|resets)$/.test(name)
const isRange = (name: string): boolean => name === "MatrixSelector" || name === "SubqueryExpr"

interface Node {
  readonly name: string
  readonly firstChild: Node | null
  readonly nextSibling: Node | null
}
const childrenOf = (node: Node | null): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) names.push(child.name)
  return names
}

/** What an expression names; fails where it is none. */
const named = (expression: string): Named => {
  const [metrics, labels] = [new Set<string>(), new Set<string>()]
  parser.parse(expression).iterate({
    enter: ({ from, name, node, to, type }) => {
      const text = expression.slice(from, to)
      if (type.isError) throw new Error(`No PromQL at ${from}: ${expression}`)
      if (name === "FunctionCall") {
        const own = expression.slice(from, expression.indexOf("(", from)).trim()
        const given = childrenOf(node.getChild("FunctionCallBody"))
        if (given.some(isRange) !== isOverRange(own)) throw new Error(`No PromQL at ${from}: ${own} in ${expression}`)
      }
      if (isRange(name) && node.parent?.parent?.name !== "FunctionCall")
        throw new Error(`A range alone at ${from}: ${expression}`)
      if (name === "Identifier" && node.parent?.name === "VectorSelector") metrics.add(text)
      if (name === "LabelName") labels.add(text)
    }
  })
  return { metrics, labels }
}
/** What is printed, by metric: histograms by the names of their parts. */
const printed = (text: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const line of text.split("\n")) {
    const [, name, labels = ""] = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? /.exec(line) ?? []
    if (name === undefined) continue
    const known = found.get(name) ?? new Set<string>()
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!)
    found.set(name, known)
  }
  return found
}
const members = new Set(["alert", "expr", "for", "labels", "annotations"])
const filled = /\{\{ \$(?:value|labels\.(\w+)) \}\}/g
/** What Prometheus would not take of a rule, or would fill in with nothing. */
const wrongOf = (rule: any): ReadonlyArray<string> => {
  const { alert, annotations, expr, for: held } = rule
  const { labels } = named(expr)
  const texts: ReadonlyArray<string> = Object.values(annotations)
  return [
    ...Object.keys(rule).filter((name) => !members.has(name)),
    ...(held === undefined || /^(?:\d+(?:ms|[smhdwy]))+$/.test(held) ? [] : [held]),
    ...texts.filter((text) => /\{\{|\}\}/.test(text.replaceAll(filled, ""))),
    ...texts.flatMap((text) =>
      [...text.matchAll(filled)].flatMap(([, label]) =>
        label === undefined || labels.has(label) || always.has(label) ? [] : [label]
      )
    )
  ].map((wrong) => `${alert}: ${wrong}`)
}
const alerts: ReadonlyArray<any> = parse(read("monitoring/alerts.yaml")).groups.flatMap(({ rules }: any) => rules)
const panels: ReadonlyArray<any> = JSON.parse(read("monitoring/dashboard.json")).panels
const expressions: ReadonlyArray<string> = [
  ...alerts.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }: any) => expr))
]

const scope = Scope.makeUnsafe()
let world: Synced.Synced
let metricsUrl: string
let syncsBefore: number
/** How many syncs have ended well, as far as is printed. */
const syncedIn = (text: string): number =>
  Number(/^svc_syncs_total\{[^}]*outcome="ok"[^}]*\} (\d+)$/m.exec(text)?.[1] ?? 0)
beforeAll(async () => {
  const port = await ServerProcess.freePort()
  metricsUrl = `http://127.0.0.1:${port}/metrics`
  world = await Synced.start("embedded", undefined, { SVC_METRICS_PORT: String(port) })
  // Counters are of the process, which other tests have used before.
  syncsBefore = syncedIn(await (await fetch(metricsUrl)).text())
  const receiver = await Effect.runPromise(Scope.provide(Receiver.start, scope))
  await world.ok("POST", "/v3/core/webhooks", { name: "w", type: "SYNC_COMPLETED", url: receiver.url("/w") })
  await world.connected("watched", { CONTACTS: {} })
  await Effect.runPromise(receiver.waitFor("/w", 1))
})
afterAll(async () => {
  await world.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

it("names what the service prints, and nothing else", async () => {
  assert.isAbove(expressions.length, 20)
  const wanted = new Set(expressions.flatMap((expression) => [...named(expression).metrics]))
  // Printed when it first happens: here no call is missing in the log, and there is neither a replica nor a cluster.
  const silent = new Map([
    ["platform_calls_unlogged_total", "outbound/CallLog.ts"],
    ["svc_replica_in_use", "database/Replica.ts"],
    ["svc_replica_behind_seconds", "database/Replica.ts"],
    ["svc_reads_total", "records/Reads.ts"],
    ["svc_cluster_nodes", "overview/Gauges.ts"],
    ["svc_cluster_prepared_seconds", "overview/Gauges.ts"]
  ])
  const found = await Synced.until(
    async () => printed(await (await fetch(metricsUrl)).text()),
    (all) => all.has("svc_database_bytes") && all.has("svc_syncs_total") && all.has("webhook_delivery_attempts_total")
  )
  assert.deepStrictEqual(
    [...wanted].filter((name) => !own.has(name) && !silent.has(name) && !found.has(name)),
    []
  )
  for (const [name, file] of silent) assert.include(read(`apps/server/src/${file}`), name)
  for (const expression of expressions) {
    const { labels, metrics } = named(expression)
    const known = new Set([...metrics].flatMap((name) => [...(found.get(name) ?? []), ...(labelsOf.get(name) ?? [])]))
    for (const label of labels) assert.isTrue(known.has(label) || always.has(label), `${label} in ${expression}`)
  }
  const { data } = await world.ok("GET", "/v3/core/connections")
  // Gauges are read now and then: the last time may be before the connection was.
  const healthy = new RegExp(`svc_connections\\{[^}]*status="HEALTHY"[^}]*\\} ${data.length}\\b`)
  const text = await Synced.until(
    async () => (await fetch(metricsUrl)).text(),
    (text) => healthy.test(text)
  )
  assert.strictEqual(syncedIn(text), syncsBefore + 1)
})

it("is refused where it is no PromQL, so that the test would see it", () => {
  for (const wrong of [
    "sum by (le (rate(up[5m]))",
    "rate(up) > 0",
    "abs(up[5m])",
    "up[5m]",
    "sum(up[5m])",
    "rat(up[5m])"
  ]) {
    assert.throws(() => named(wrong), /No PromQL|A range alone/, wrong)
  }
  const right =
    "max_over_time(rate(up[5m])[1h:1m]) > 0 and on (job) histogram_quantile(0.9, sum by (le) (rate(up[5m])))"
  assert.deepStrictEqual([...named(right).metrics], ["up"])
})

it("is made of rules as Prometheus takes them", () => {
  assert.deepStrictEqual(
    alerts.flatMap((rule) => wrongOf(rule)),
    []
  )
  const [right] = alerts
  for (const wrong of [
    { ...right, for: "2 minutes" },
    { ...right, of: "2m" },
    { ...right, annotations: { summary: "{{ $labels.instance } answers nobody" } },
    { ...right, annotations: { summary: "{{ $labels.queue }} answers nobody" } },
    { ...right, annotations: { summary: "{{ $lables.instance }} answers nobody" } }
  ]) {
    assert.lengthOf(wrongOf(wrong), 1, JSON.stringify(wrong))
  }
})

it("explains every alert, and none that there is not", () => {
  const page = read("docs/monitoring.md")
  const explained = [...page.matchAll(/^\| `(Svc\w+)` \|/gm)].map(([, name]) => name)
  assert.deepStrictEqual(
    explained,
    alerts.map(({ alert }) => alert)
  )
  for (const { alert, annotations, labels } of alerts) {
    assert.isNotEmpty(annotations.summary, alert)
    assert.include(["page", "warn"], labels.severity, alert)
  }
})
