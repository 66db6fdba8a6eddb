import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useMemo } from "react"
import { pulse, service } from "../app/Service.ts"
import { CompanyName, ConnectionName } from "../parts/Names.tsx"
import { Plot } from "../parts/Plot.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Status } from "../parts/Status.tsx"
import { Time } from "../parts/Time.tsx"
import { trouble } from "./Connection.tsx"

const day = 86_400_000
const steps = 24

type Sync = Awaited<ReturnType<typeof service.syncs.get>>

/** Syncs that ended in each part of the last day: all, and those that failed. */
const courseOf = (syncs: ReadonlyArray<Sync>, now: number) => {
  const size = day / steps
  const from = Math.floor(now / size) * size - day + size
  const times = Array.from({ length: steps }, (_, index) => from + index * size)
  const all = times.map(() => 0)
  const failed = times.map(() => 0)
  for (const { finished_at, status } of syncs) {
    const at = finished_at === null ? -1 : Math.floor((Date.parse(finished_at) - from) / size)
    if (at < 0 || at >= steps) continue
    all[at]! += 1
    if (status === "FAILED") failed[at]! += 1
  }
  return { times, all, failed }
}

export const View = () => {
  const connections = useQuery({
    queryKey: ["overview", "connections"],
    refetchInterval: pulse * 3,
    queryFn: ({ signal }) => service.connections.list({ limit: 1000 }, { signal }).page()
  })
  const syncs = useQuery({
    queryKey: ["overview", "syncs"],
    refetchInterval: pulse * 3,
    queryFn: ({ signal }) =>
      service.syncs
        .list({ limit: 1000, filter: { svc_created_at: { gte: "-1d" } }, sort: { svc_id: "DESC" } }, { signal })
        .page()
  })
  const webhooks = useQuery({
    queryKey: ["overview", "webhooks"],
    refetchInterval: pulse * 3,
    queryFn: ({ signal }) => service.webhooks.list({ limit: 1000 }, { signal }).page()
  })
  const count = (name: string, ask: (signal: AbortSignal) => Promise<{ readonly total_count: number | null }>) =>
    ({
      queryKey: ["overview", name],
      refetchInterval: pulse * 3,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(signal)
    }) as const
  const only = { limit: 1, return_count: true } as const
  const failedCalls = useQuery(
    count("failed calls", (signal) =>
      service.calls.list({ ...only, filter: { called_at: { gte: "-1d" }, status: { gte: 400 } } }, { signal }).page()
    )
  )
  const refused = useQuery(count("refusals", (signal) => service.refusals.list(only, { signal }).page()))
  const course = useMemo(() => courseOf(syncs.data?.data ?? [], Date.now()), [syncs.data])
  return (
    <>
      <h1>Overview</h1>
      <Shown of={connections}>
        {({ data }) => {
          const wrong = data.flatMap((connection) => {
            const sentence = trouble(connection)
            return sentence === null || connection.status === "DISCONNECTED" ? [] : [{ connection, sentence }]
          })
          const dead = webhooks.data?.data.filter(({ is_disabled }) => is_disabled) ?? []
          return (
            <>
              <section className="panel" aria-label="What needs a hand">
                <h2>What needs a hand</h2>
                {wrong.length + dead.length === 0 ? (
                  <p className="empty">
                    <strong>Nothing.</strong> Every connection works, and every webhook is received.
                  </p>
                ) : (
                  <ul className="attention">
                    {wrong.map(({ connection, sentence }) => (
                      <li key={connection.svc_id}>
                        <span>
                          <ConnectionName id={connection.svc_id} of={connection.integration_type} /> of{" "}
                          <CompanyName id={connection.svc_company_id} />: {sentence}
                        </span>
                        <Status of={connection.status === "HEALTHY" ? connection.sync_status : connection.status} />
                      </li>
                    ))}
                    {dead.map(({ disabled_reason, id, name }) => (
                      <li key={id}>
                        <span>
                          <Link to="/webhooks/$id" params={{ id }}>
                            {name}
                          </Link>{" "}
                          is not told of changes any more: {disabled_reason ?? "it was disabled."}
                        </span>
                        <Status of="DISABLED" />
                      </li>
                    ))}
                  </ul>
                )}
              </section>
              <div className="tiles">
                <Link to="/connections" className="panel tile">
                  <b>{data.length}</b>
                  <span>connections</span>
                </Link>
                <Link to="/connections" className="panel tile">
                  <b>{data.filter(({ status }) => status === "HEALTHY").length}</b>
                  <span>of them healthy</span>
                </Link>
                <Link to="/syncs" className="panel tile">
                  <b>{course.all.reduce((sum, n) => sum + n, 0)}</b>
                  <span>syncs in a day</span>
                </Link>
                <Link to="/syncs" className="panel tile">
                  <b>{course.failed.reduce((sum, n) => sum + n, 0)}</b>
                  <span>of them failed</span>
                </Link>
                <div className="panel tile">
                  <b>{failedCalls.data?.total_count ?? "…"}</b>
                  <span>calls that platforms refused in a day</span>
                </div>
                <div className="panel tile">
                  <b>{refused.data?.total_count ?? "…"}</b>
                  <span>items refused or warned of</span>
                </div>
              </div>
            </>
          )
        }}
      </Shown>
      <section className="panel">
        <h2>Syncs of the last day</h2>
        <Plot
          title="Syncs of the last day, by hour"
          times={course.times}
          series={useMemo(
            () => [
              { label: "ended", colour: "--accent", values: course.all },
              { label: "failed", colour: "--bad", values: course.failed }
            ],
            [course]
          )}
        />
      </section>
      <section className="panel">
        <h2>Latest syncs of the day</h2>
        <Shown of={syncs}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="empty">
                <strong>Nothing was synced in the last day.</strong>
                <Link to="/links">Make an invite link</Link>
              </p>
            ) : (
              <ul className="attention">
                {data
                  .slice(0, 8)
                  .map(
                    ({ connection_id, finished_at, integration_type, started_at, status, svc_created_at, svc_id }) => (
                      <li key={svc_id}>
                        <Link to="/syncs/$id" params={{ id: String(svc_id) }}>
                          Sync {svc_id}
                        </Link>
                        <ConnectionName id={connection_id} of={integration_type} />
                        <Time at={finished_at ?? started_at ?? svc_created_at} />
                        <Status of={status} />
                      </li>
                    )
                  )}
              </ul>
            )
          }
        </Shown>
      </section>
    </>
  )
}
