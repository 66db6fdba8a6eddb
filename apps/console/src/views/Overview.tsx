import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import { type ReactNode, useMemo, useState } from "react"
import { useCaller } from "../app/Caller.tsx"
import { service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Code } from "../parts/Code.tsx"
import { CompanyName, ConnectionName } from "../parts/Names.tsx"
import { Plot } from "../parts/Plot.tsx"
import { Rows } from "../parts/Rows.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Status, spoken } from "../parts/Status.tsx"
import type { Column } from "../parts/Table.tsx"
import { Since, Time } from "../parts/Time.tsx"
import { UnderWay } from "../parts/UnderWay.tsx"

const spans = ["hour", "day", "week"] as const
type Span = (typeof spans)[number]
type Overview = Awaited<ReturnType<typeof service.overview.get>>
type Needs = Overview["needs_a_hand"][number]
type Step = Overview["steps"][number]

/** The span that the address names; a day where it names none. */
const useSpan = (): Span => {
  const { searchStr } = useLocation()
  const named = new URLSearchParams(searchStr).get("span")
  return spans.find((one) => one === named) ?? "day"
}

/** Such as "1.2 s"; nothing where it is not known. */
const long = (milliseconds: number | null): string =>
  milliseconds === null
    ? "–"
    : milliseconds < 1000
      ? `${milliseconds} ms`
      : milliseconds < 120_000
        ? `${(milliseconds / 1000).toFixed(1)} s`
        : `${Math.round(milliseconds / 60_000)} min`

const sum = (steps: ReadonlyArray<Step>, name: Exclude<keyof Step, "from">): number =>
  steps.reduce((total, step) => total + (step[name] ?? 0), 0)
/** The mean over all steps, each as much as it had. */
const mean = (steps: ReadonlyArray<Step>, name: "answer_milliseconds" | "arrival_milliseconds"): number | null => {
  const known = steps.filter((step) => step[name] !== null)
  const all = known.reduce((total, { deliveries, deliveries_failed }) => total + deliveries + deliveries_failed, 0)
  return all === 0
    ? null
    : Math.round(
        known.reduce((total, step) => total + step[name]! * (step.deliveries + step.deliveries_failed), 0) / all
      )
}

/** Where one looks into it. */
const Where = ({ of }: { readonly of: Needs }): ReactNode => {
  if (of.sync_id !== null) {
    return (
      <Link to="/syncs/$id" params={{ id: String(of.sync_id) }}>
        Look at the sync
      </Link>
    )
  }
  if (of.webhook_id !== null) {
    return (
      <Link to="/webhooks/$id" params={{ id: of.webhook_id }}>
        Look at the webhook
      </Link>
    )
  }
  if (of.trouble === "WRITES_FAILED") return <Link to="/writes">Look at the writes</Link>
  if (of.trouble === "JOBS_FAILED" || of.trouble === "REPLICA_UNUSED") {
    return <Link to="/service">{of.trouble === "JOBS_FAILED" ? "Look at the jobs" : "Look at the database"}</Link>
  }
  if (of.connection_id !== null) {
    return (
      <Link to="/connections/$id" params={{ id: String(of.connection_id) }}>
        Look at the connection
      </Link>
    )
  }
  return <Link to="/keys">Look at the keys</Link>
}

/** What mends it, where one press does. */
const Mend = ({ of }: { readonly of: Needs }) => {
  const [link, setLink] = useState<string | null>(null)
  const { connection_id: id, svc_company_id: company, trouble } = of
  if (id === null || company === null) return null
  if (trouble === "CONNECTION_PAUSED") {
    return <Act of="resume" on={{ svc_id: id }} scope="admin" act={() => service.connections.resume({ svc_id: id })} />
  }
  if (trouble === "SYNC_FAILED" || trouble === "ITEMS_REFUSED") {
    return (
      <Act
        of={trouble === "ITEMS_REFUSED" ? "fullSync" : "syncNow"}
        on={{ company, connection: id }}
        label="Sync again"
        scope="write"
        act={() =>
          service.syncs.start({ company_id: company, connection_id: id, full_sync: trouble === "ITEMS_REFUSED" })
        }
      />
    )
  }
  if (trouble !== "SIGN_IN_NEEDED" && trouble !== "CONNECTION_BROKEN") return null
  return link === null ? (
    <Act
      of="reconnect"
      on={{ svc_id: id }}
      scope="admin"
      act={() => service.connections.reconnect({ svc_id: id })}
      onDone={({ url }: { url: string | null }) => setLink(url)}
    />
  ) : (
    <Code label="Send this link to whoever can sign in at the platform" text={link} />
  )
}

const Attention = ({ isNew, of }: { readonly of: ReadonlyArray<Needs>; readonly isNew: boolean }) => (
  <section className="panel" aria-label="What needs a hand">
    <h2>What needs a hand</h2>
    {of.length === 0 && isNew ? (
      <div className="empty">
        <strong>Nothing is connected yet.</strong>
        <p>
          Make an <Link to="/links">invite link</Link>, open it and connect a platform: the sandbox needs no account
          anywhere. What each platform wants to be registered is told by its <Link to="/integrations">integration</Link>
          .
        </p>
      </div>
    ) : of.length === 0 ? (
      <p className="empty">
        <strong>Nothing.</strong> Every connection works, and every webhook is received.
      </p>
    ) : (
      <ul className="attention">
        {of.map((one) => (
          <li key={`${one.trouble} ${one.connection_id ?? one.webhook_id ?? one.api_key_id}`}>
            <span>
              <strong>{one.sentence}</strong> {one.remedy}{" "}
              {one.since === null ? null : (
                <span className="soft">
                  {one.trouble === "KEY_ENDS" ? "Ends " : "Since "}
                  {one.trouble === "KEY_ENDS" ? <Time at={one.since} /> : <Since at={one.since} />}.
                </span>
              )}
            </span>
            <span className="row">
              <Where of={one} />
              <Mend of={one} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Tile = ({
  label,
  to,
  value
}: {
  readonly value: ReactNode
  readonly label: string
  readonly to?: "/connections" | "/syncs" | "/webhooks" | "/writes"
}) => {
  const shown = (
    <>
      <b>{value}</b>
      <span>{label}</span>
    </>
  )
  return to === undefined ? (
    <div className="panel tile">{shown}</div>
  ) : (
    <Link to={to} className="panel tile">
      {shown}
    </Link>
  )
}

const waits = { syncs: "/syncs", writes: "/writes", deliveries: "/webhooks" } as const

type Line = readonly [label: string, colour: string, name: Exclude<keyof Step, "from">]
const courses: ReadonlyArray<{ readonly heading: string; readonly lines: ReadonlyArray<Line> }> = [
  {
    heading: "Syncs",
    lines: [
      ["ended", "--accent", "syncs"],
      ["failed", "--bad", "syncs_failed"]
    ]
  },
  {
    heading: "Records that changed",
    lines: [
      ["created", "--beside", "records_created"],
      ["updated", "--accent", "records_updated"],
      ["deleted", "--bad", "records_deleted"]
    ]
  },
  {
    heading: "Deliveries",
    lines: [
      ["taken", "--accent", "deliveries"],
      ["failed", "--bad", "deliveries_failed"]
    ]
  },
  {
    heading: "Latency of deliveries",
    lines: [
      ["ms until it arrives", "--accent", "arrival_milliseconds"],
      ["ms until it is answered", "--beside", "answer_milliseconds"]
    ]
  },
  {
    heading: "Calls to platforms",
    lines: [
      ["sent", "--accent", "calls"],
      ["refused", "--bad", "calls_failed"],
      ["over the limit", "--warn", "calls_limited"]
    ]
  }
]

const Course = ({
  of: { heading, lines },
  span,
  steps
}: {
  readonly of: (typeof courses)[number]
  readonly steps: ReadonlyArray<Step>
  readonly span: Span
}) => {
  const times = useMemo(() => steps.map(({ from }) => Date.parse(from)), [steps])
  const series = useMemo(
    () => lines.map(([label, colour, name]) => ({ label, colour, values: steps.map((step) => step[name]) })),
    [lines, steps]
  )
  return (
    <section className="panel">
      <h2>{heading}</h2>
      <Plot title={`${heading} in the last ${span}`} times={times} series={series} />
    </section>
  )
}

const limits: ReadonlyArray<Column<Overview["integrations"][number]>> = [
  {
    name: "integration_type",
    header: "Platform",
    show: ({ integration_type: type, limits }) => (
      <>
        {type}
        <div className="soft">{limits.join(", ") || "as its plan says"}</div>
      </>
    )
  },
  { name: "calls", header: "Calls", isNumber: true, show: ({ calls }) => calls },
  { name: "calls_failed", header: "Refused", isNumber: true, show: ({ calls_failed: failed }) => failed },
  { name: "calls_limited", header: "Over the limit", isNumber: true, show: ({ calls_limited: limited }) => limited },
  {
    name: "waited_milliseconds",
    header: "Waited",
    isNumber: true,
    show: ({ waited_milliseconds: waited }) => long(waited)
  }
]

const Figures = ({ of: { connections, integrations, queues, span, steps } }: { readonly of: Overview }) => {
  return (
    <>
      <div className="tiles">
        {connections.map(({ connections: number, status, sync_status }) => (
          <Link
            key={`${status} ${sync_status}`}
            to="/connections"
            search={{ find: status === "HEALTHY" ? `sync:${sync_status}` : `status:${status}` } as never}
            className="panel tile"
          >
            <b>{number}</b>
            <span className="row">
              <Status of={status} /> {spoken(sync_status)}
            </span>
          </Link>
        ))}
        <Tile to="/syncs" value={sum(steps, "syncs")} label={`syncs in the ${span}`} />
        <Tile to="/syncs" value={sum(steps, "syncs_failed")} label="of them failed, or in part" />
        <Tile value={sum(steps, "items_refused")} label="items that could not be read" />
        <Tile to="/webhooks" value={sum(steps, "deliveries")} label="deliveries" />
        <Tile to="/webhooks" value={sum(steps, "deliveries_failed")} label="attempts that failed" />
        <Tile value={long(mean(steps, "arrival_milliseconds"))} label="from a change to its arrival" />
        <Tile value={long(mean(steps, "answer_milliseconds"))} label="until an endpoint answers" />
        {queues.map(({ oldest_at, queue, waiting }) => (
          <Link key={queue} to={waits[queue]} className="panel tile">
            <b>{waiting >= 10_000 ? "10 000 or more" : waiting}</b>
            <span>
              {queue} wait{oldest_at === null ? "" : ", the oldest since "}
              {oldest_at === null ? null : <Since at={oldest_at} />}
            </span>
          </Link>
        ))}
      </div>
      <div className="plots">
        {courses.map((course) => (
          <Course key={course.heading} of={course} steps={steps} span={span} />
        ))}
        <section className="panel">
          <h2>Beside their limits</h2>
          <p className="soft">Below each platform stands what it allows a connection.</p>
          {integrations.length === 0 ? (
            <p className="empty">
              <strong>No platform was called.</strong>
            </p>
          ) : (
            <Rows
              title="Calls beside limits"
              columns={limits}
              rows={integrations}
              idOf={({ integration_type: type }) => type}
            />
          )}
        </section>
      </div>
    </>
  )
}

const Latest = () => {
  const syncs = useQuery({
    queryKey: ["overview", "syncs"],
    queryFn: ({ signal }) => service.syncs.list({ limit: 8, sort: { svc_id: "DESC" } }, { signal }).page()
  })
  return (
    <section className="panel">
      <h2>Latest syncs</h2>
      <Shown of={syncs}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="empty">
              <strong>Nothing was synced yet.</strong>
              <Link to="/links">Make an invite link</Link>
            </p>
          ) : (
            <ul className="attention">
              {data.map(
                ({
                  connection_id,
                  finished_at,
                  integration_type,
                  started_at,
                  status,
                  svc_company_id,
                  svc_created_at,
                  svc_id
                }) => (
                  <li key={svc_id}>
                    <span>
                      <Link to="/syncs/$id" params={{ id: String(svc_id) }}>
                        Sync {svc_id}
                      </Link>{" "}
                      of <ConnectionName id={connection_id} of={integration_type} /> of{" "}
                      <CompanyName id={svc_company_id} />
                    </span>
                    <span className="row">
                      <Time at={finished_at ?? started_at ?? svc_created_at} />
                      <Status of={status} />
                    </span>
                  </li>
                )
              )}
            </ul>
          )
        }
      </Shown>
    </section>
  )
}

export const View = () => {
  const span = useSpan()
  const { company_id } = useCaller()
  const found = useQuery({
    queryKey: ["overview", span],
    enabled: company_id === null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => service.overview.get({ span }, { signal })
  })
  return (
    <>
      <div className="row apart">
        <h1>Overview</h1>
        <nav className="row" aria-label="How far back">
          {spans.map((one) => (
            <Link
              key={one}
              to="/"
              search={{ span: one } as never}
              className="button"
              aria-current={one === span ? "true" : undefined}
            >
              {one}
            </Link>
          ))}
        </nav>
      </div>
      {company_id === null ? (
        <Shown of={found}>
          {(overview) => (
            <>
              <Attention of={overview.needs_a_hand} isNew={overview.connections.length === 0} />
              <UnderWay />
              <Figures of={overview} />
            </>
          )}
        </Shown>
      ) : (
        <p className="notice">Your API key is for one company: figures over all are not shown to it.</p>
      )}
      <Latest />
    </>
  )
}
