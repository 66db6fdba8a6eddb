/** The service itself, for whoever runs it: processes, database, jobs, keys that seal, settings in force. */
import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { counted, sized } from "virtual:progress"
import { useCaller, useMay } from "../app/Caller.tsx"
import { pulse, service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Facts } from "../parts/Facts.tsx"
import { ConnectionName } from "../parts/Names.tsx"
import { Plot } from "../parts/Plot.tsx"
import { Rows } from "../parts/Rows.tsx"
import { Shown } from "../parts/Shown.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"
import { UnderWay } from "../parts/UnderWay.tsx"

type State = Awaited<ReturnType<typeof service.service.get>>

const badge = (isGood: boolean, good: string, bad: string) => (
  <span className="badge" data-tone={isGood ? "good" : "bad"}>
    {isGood ? good : bad}
  </span>
)

const keys: ReadonlyArray<Column<State["secret_keys"][number]>> = [
  { name: "name", header: "Key", show: ({ name }) => name },
  {
    name: "state",
    header: "State",
    show: ({ is_current, is_there }) =>
      is_there ? (is_current ? "current" : "opens what it sealed") : badge(false, "", "missing"),
    text: ({ is_current, is_there }) => (is_there ? (is_current ? "current" : "opens what it sealed") : "missing")
  },
  { name: "secrets", header: "Secrets", isNumber: true, show: ({ secrets }) => secrets }
]
const tables: ReadonlyArray<Column<State["database"]["tables"][number]>> = [
  { name: "name", header: "Table", show: ({ name }) => name },
  { name: "bytes", header: "Size", isNumber: true, show: ({ bytes }) => sized(bytes) },
  { name: "rows", header: "Rows, about", isNumber: true, show: ({ rows }) => rows }
]
const processes: ReadonlyArray<Column<State["processes"][number]>> = [
  { name: "host", header: "Where", show: ({ host, pid }) => `${host} ${pid}` },
  { name: "role", header: "Does", show: ({ role }) => role },
  { name: "version", header: "Release", show: ({ version }) => version },
  { name: "is_alive", header: "State", show: ({ is_alive }) => badge(is_alive, "alive", "silent") },
  { name: "seen_at", header: "Last heard of", show: ({ seen_at }) => <Time at={seen_at} /> },
  { name: "started_at", header: "Since", show: ({ started_at }) => <Time at={started_at} /> },
  { name: "memory_bytes", header: "Memory", isNumber: true, show: ({ memory_bytes: bytes }) => sized(bytes) },
  {
    name: "behind_milliseconds",
    header: "Longest wait",
    isNumber: true,
    show: ({ behind_milliseconds: behind }) => `${behind} ms`
  }
]
const jobs: ReadonlyArray<Column<State["jobs"][number]>> = [
  { name: "queue", header: "Queue", show: ({ queue }) => queue },
  { name: "state", header: "State", show: ({ state }) => state },
  { name: "jobs", header: "Jobs", isNumber: true, show: (one) => one.jobs }
]
type Failed = Awaited<ReturnType<ReturnType<typeof service.service.failedJobs>["page"]>>["data"][number]
const failed: ReadonlyArray<Column<Failed>> = [
  { name: "failed_at", header: "Given up", sorts: true, show: ({ failed_at }) => <Time at={failed_at} /> },
  { name: "about", header: "It was to", isLong: true, show: ({ about }) => about },
  { name: "error", header: "Why it failed", isLong: true, show: ({ error }) => error },
  { name: "attempts", header: "Attempts", sorts: true, isNumber: true, show: ({ attempts }) => attempts },
  {
    name: "connection_id",
    header: "Connection",
    show: ({ connection_id: id }) => (id === null ? null : <ConnectionName id={id} />)
  },
  {
    name: "id",
    header: "Act",
    show: ({ id }) => <Act of="retryJob" on={{ id }} scope="admin" act={() => service.service.retryJob({ id })} />
  }
]
const settings: ReadonlyArray<Column<State["settings"][number]>> = [
  { name: "name", header: "Setting", show: ({ name }) => <code>{name}</code> },
  {
    name: "value",
    header: "Value",
    show: ({ is_secret, is_set, value }) =>
      is_secret ? (
        <span className="soft">{is_set ? "set, not shown" : "not set"}</span>
      ) : (
        (value ?? <span className="soft">none</span>)
      )
  },
  { name: "is_set", header: "From", show: ({ is_set }) => (is_set ? "the environment" : "default") },
  { name: "description", header: "What for", isLong: true, show: ({ description }) => description }
]

const Keys = ({ of }: { readonly of: State["secret_keys"] }) => {
  const old = of.filter(({ is_current, secrets }) => !is_current && secrets > 0)
  const number = old.reduce((sum, { secrets }) => sum + secrets, 0)
  return (
    <section className="panel stack">
      <h2>Keys that seal secrets</h2>
      {old.length === 0 ? (
        <p>Every secret is under the current key.</p>
      ) : (
        <p className="notice" data-tone="warn">
          {counted(number, "secret")} {number === 1 ? "is" : "are"} not under the current key but under{" "}
          {old.map(({ name }) => name).join(", ")}. Run <code>svc rotate-secrets</code>; then the old key can go.
        </p>
      )}
      <Rows title="Keys that seal secrets" columns={keys} rows={of} idOf={({ name }) => name} />
    </section>
  )
}

const Replica = ({ of }: { readonly of: NonNullable<State["database"]["replica"]> }) => (
  <>
    {badge(of.condition === "in use", "in use", of.condition)}{" "}
    {of.condition === "in use" && of.behind_bytes === 0
      ? "not behind"
      : `${sized(of.behind_bytes)} behind, ${of.behind_seconds.toFixed(1)} s`}
  </>
)

const Database = ({
  of: { bytes, kind, migration, replica, sizes, tables: largest, version }
}: {
  readonly of: State["database"]
}) => {
  const times = useMemo(() => sizes.map(({ at }) => Date.parse(at)), [sizes])
  const series = useMemo(
    () => [{ label: "MB", colour: "--accent", values: sizes.map((one) => Math.round(one.bytes / 1e5) / 10) }],
    [sizes]
  )
  return (
    <section className="panel stack">
      <h2>Database</h2>
      <Facts
        of={[
          ["Kind", kind === "embedded" ? "embedded, in the data folder" : `PostgreSQL ${version}`],
          ["Schema", migration],
          ["Size", sized(bytes)],
          ["Read replica", replica === null ? null : <Replica key="replica" of={replica} />]
        ]}
      />
      {sizes.length < 2 ? (
        <p className="soft">How it grows is shown when it was looked at on two days.</p>
      ) : (
        <Plot title="Size of the database by day, in MB" times={times} series={series} />
      )}
      <Rows title="Largest tables" columns={tables} rows={largest} idOf={({ name }) => name} />
    </section>
  )
}

const Everything = ({ of }: { readonly of: State }) => (
  <>
    <UnderWay />
    <section className="panel stack">
      <h2>Processes</h2>
      <Facts
        of={[
          ["Release", of.version],
          ["Node", of.node]
        ]}
      />
      <Rows
        title="Processes"
        columns={processes}
        rows={of.processes}
        idOf={({ host, pid, started_at: at }) => `${host} ${pid} ${at}`}
      />
    </section>
    <section className="panel stack">
      <h2>Jobs</h2>
      <Rows
        title="Jobs"
        columns={jobs}
        rows={of.jobs}
        idOf={({ queue, state }) => `${queue} ${state}`}
        empty={<strong>There is none: nothing waits, and what was done is forgotten.</strong>}
      />
      <h3>Given up</h3>
      <Table
        title="Jobs that were given up"
        queryKey={["failed_jobs"]}
        list={(asked, signal) => service.service.failedJobs(asked, { signal })}
        order={{ name: "failed_at", direction: "DESC" }}
        columns={failed}
        idOf={({ id }) => id}
        empty={
          <>
            <strong>No job was given up.</strong>
            <p>Work that fails as often as it is tried is listed here for seven days, to be tried again.</p>
          </>
        }
      />
    </section>
    <Keys of={of.secret_keys} />
    <Database of={of.database} />
    <section className="panel stack">
      <h2>Settings in force</h2>
      <p className="soft">The value of a secret is never shown, only whether there is one.</p>
      <Rows title="Settings in force" columns={settings} rows={of.settings} idOf={({ name }) => name} />
    </section>
  </>
)

export const View = () => {
  const may = useMay("admin")
  const { company_id } = useCaller()
  const isAllowed = may && company_id === null
  const state = useQuery({
    queryKey: ["service"],
    enabled: isAllowed,
    refetchInterval: pulse * 3,
    queryFn: () => service.service.get()
  })
  return (
    <>
      <h1>Service</h1>
      {isAllowed ? (
        <Shown of={state}>{(of) => <Everything of={of} />}</Shown>
      ) : (
        <p className="notice">The service itself is shown to keys with the scope admin over all companies.</p>
      )}
    </>
  )
}
