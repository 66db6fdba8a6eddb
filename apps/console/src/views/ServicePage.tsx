/** The service itself, for whoever runs it: processes, database, jobs, keys that seal, settings in force. */
import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { useCaller, useMay } from "../app/Caller.tsx"
import { pulse, service } from "../app/Service.ts"
import { Facts } from "../parts/Facts.tsx"
import { Plot } from "../parts/Plot.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Time } from "../parts/Time.tsx"

type State = Awaited<ReturnType<typeof service.service.get>>

/** Such as "12.3 MB". */
const size = (bytes: number): string => {
  const units = ["B", "kB", "MB", "GB", "TB"]
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

const Rows = ({
  heads,
  of,
  title
}: {
  readonly title: string
  readonly heads: ReadonlyArray<string>
  readonly of: ReadonlyArray<readonly [key: string, cells: ReadonlyArray<React.ReactNode>]>
}) => (
  <div className="table" role="region" aria-label={title} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {of.map(([key, cells]) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={heads[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const badge = (isGood: boolean, good: string, bad: string) => (
  <span className="badge" data-tone={isGood ? "good" : "bad"}>
    {isGood ? good : bad}
  </span>
)

const Keys = ({ of }: { readonly of: State["secret_keys"] }) => {
  const old = of.filter(({ is_current, secrets }) => !is_current && secrets > 0)
  return (
    <section className="panel stack">
      <h2>Keys that seal secrets</h2>
      {old.length === 0 ? (
        <p>Every secret is under the current key.</p>
      ) : (
        <p className="notice" data-tone="warn">
          {old.reduce((sum, { secrets }) => sum + secrets, 0)} secrets are under{" "}
          {old.map(({ name }) => name).join(", ")}. Run <code>svc rotate-secrets</code>; then the old key can go.
        </p>
      )}
      <Rows
        title="Keys that seal secrets"
        heads={["Key", "State", "Secrets"]}
        of={of.map(({ is_current, is_there, name, secrets }) => [
          name,
          [name, is_there ? (is_current ? "current" : "opens what it sealed") : badge(false, "", "missing"), secrets]
        ])}
      />
    </section>
  )
}

const Database = ({ of: { bytes, kind, migration, sizes, tables, version } }: { readonly of: State["database"] }) => {
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
          ["Size", size(bytes)]
        ]}
      />
      {sizes.length < 2 ? (
        <p className="soft">How it grows is shown when it was looked at on two days.</p>
      ) : (
        <Plot title="Size of the database by day, in MB" times={times} series={series} />
      )}
      <Rows
        title="Largest tables"
        heads={["Table", "Size", "Rows, about"]}
        of={tables.map((table) => [table.name, [table.name, size(table.bytes), table.rows]])}
      />
    </section>
  )
}

const Everything = ({ of }: { readonly of: State }) => (
  <>
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
        heads={["Where", "Does", "State", "Last heard of", "Since", "Memory", "Longest wait"]}
        of={of.processes.map((one) => [
          `${one.host} ${one.pid} ${one.started_at}`,
          [
            `${one.host} ${one.pid}`,
            one.role,
            badge(one.is_alive, "alive", "silent"),
            <Time key="seen" at={one.seen_at} />,
            <Time key="since" at={one.started_at} />,
            size(one.memory_bytes),
            `${one.behind_milliseconds} ms`
          ]
        ])}
      />
    </section>
    <section className="panel stack">
      <h2>Jobs</h2>
      {of.jobs.length === 0 ? (
        <p className="soft">There are none.</p>
      ) : (
        <Rows
          title="Jobs"
          heads={["Queue", "State", "Jobs"]}
          of={of.jobs.map(({ jobs, queue, state }) => [`${queue} ${state}`, [queue, state, jobs]])}
        />
      )}
    </section>
    <Keys of={of.secret_keys} />
    <Database of={of.database} />
    <section className="panel stack">
      <h2>Settings in force</h2>
      <p className="soft">The value of a secret is never shown, only whether there is one.</p>
      <Rows
        title="Settings in force"
        heads={["Setting", "Value", "From", "What for"]}
        of={of.settings.map(({ description, is_secret, is_set, name, value }) => [
          name,
          [
            <code key="name">{name}</code>,
            is_secret ? (
              <span key="value" className="soft">
                {is_set ? "set, not shown" : "not set"}
              </span>
            ) : (
              (value ?? (
                <span key="value" className="soft">
                  none
                </span>
              ))
            ),
            is_set ? "the environment" : "default",
            description
          ]
        ])}
      />
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
