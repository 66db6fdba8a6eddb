import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { useMemo } from "react"
import { service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Facts } from "../parts/Facts.tsx"
import { CompanyName, ConnectionName } from "../parts/Names.tsx"
import { Plot } from "../parts/Plot.tsx"
import { Rows } from "../parts/Rows.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Status } from "../parts/Status.tsx"
import type { Column } from "../parts/Table.tsx"
import { exact, lasted, Time } from "../parts/Time.tsx"
import { Calls } from "./Logs.tsx"

type Sync = Awaited<ReturnType<typeof service.syncs.get>>
type ItemOf<L extends (...asked: Array<any>) => { page(): Promise<{ readonly data: ReadonlyArray<unknown> }> }> =
  Awaited<ReturnType<ReturnType<L>["page"]>>["data"][number]
type Job = ItemOf<typeof service.syncs.jobs>
type Call = ItemOf<typeof service.calls.list>
/** A part with what the log of calls says of it, and the same part of the sync before. */
interface Part extends Job {
  readonly calls: ReadonlyArray<Call>
  readonly waited: number
  readonly before: Job | undefined
}

const isOver = (status: string): boolean => status !== "CREATED" && status !== "RUNNING"
/** Of a long sync the last of its calls are looked at: as many as one page has. */
const mostCalls = 1000
const colours = ["--accent", "--good", "--warn", "--bad", "--ink", "--ink-soft"]

const useParts = (id: number) => {
  const jobs = useQuery({
    queryKey: ["sync", id, "jobs"],
    queryFn: ({ signal }) => service.syncs.jobs({ svc_id: id, limit: 1000 }, { signal }).page()
  })
  const calls = useQuery({
    queryKey: ["calls", "of", id],
    queryFn: ({ signal }) =>
      service.calls
        .list({ limit: mostCalls, filter: { sync_id: { eq: id } }, sort: { called_at: "DESC" } }, { signal })
        .page()
  })
  return { jobs, calls: useMemo(() => calls.data?.data.toReversed() ?? [], [calls.data]) }
}

/** The sync of the connection before this one, with its parts. */
const useBefore = ({ connection_id, svc_id }: Pick<Sync, "connection_id" | "svc_id">) =>
  useQuery({
    queryKey: ["before", svc_id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { data } = await service.syncs
        .list(
          {
            limit: 1,
            filter: { connection_id: { eq: connection_id }, svc_id: { lt: svc_id } },
            sort: { svc_id: "DESC" }
          },
          { signal }
        )
        .page()
      if (data[0] === undefined) return null
      const jobs = await service.syncs.jobs({ svc_id: data[0].svc_id, limit: 1000 }, { signal }).page()
      return { sync: data[0], jobs: jobs.data }
    }
  })

/** Whether a call was made for a data model: its operation names it, such as `list CONTACTS`. */
const isFor = (model: string, { operation }: Call): boolean => operation.split(" ").includes(model)

/** A number, and by how much it is another than before. */
const compared = (name: "read" | "created" | "updated" | "deleted" | "refused", header: string): Column<Part> => ({
  name: `records_${name}`,
  header,
  isNumber: true,
  show: (part) => {
    const by = part.before === undefined ? 0 : part[`records_${name}`] - part.before[`records_${name}`]
    return (
      <>
        {part[`records_${name}`]} {by === 0 ? null : <span className="soft">{by > 0 ? `+${by}` : by}</span>}
      </>
    )
  }
})

const columns: ReadonlyArray<Column<Part>> = [
  {
    name: "data_model",
    header: "Data model",
    show: ({ data_model: model }) => (
      <Link to="/records/$model" params={{ model }}>
        {model}
      </Link>
    )
  },
  { name: "status", header: "State", show: ({ status }) => <Status of={status} /> },
  compared("read", "Read"),
  compared("created", "New"),
  compared("updated", "Changed"),
  compared("deleted", "Deleted"),
  compared("refused", "Refused"),
  { name: "records_warned", header: "Warned", isNumber: true, show: ({ records_warned: warned }) => warned },
  {
    name: "calls",
    header: "Calls",
    isNumber: true,
    show: ({ calls }) => calls.length,
    text: ({ calls }) => calls.length
  },
  { name: "waited", header: "Waited, ms", isNumber: true, show: ({ waited }) => waited },
  {
    name: "finished_at",
    header: "Took",
    show: ({ finished_at, started_at }) => lasted(started_at, finished_at)
  }
]

/** The call after which a data model failed, as far as calls are kept. */
const Blame = ({ part: { calls, data_model, error } }: { readonly part: Part }) => {
  const call = calls.findLast(({ failure, status }) => failure !== null || (status !== null && status >= 400))
  return (
    <div className="notice" data-tone="bad">
      <p>
        <strong>{data_model}</strong>: {error}
      </p>
      {call === undefined ? null : (
        <p className="soft">
          After{" "}
          <code>
            {call.method} {call.host}
            {call.path}
          </code>{" "}
          {call.status === null ? `had no answer (${call.failure})` : `was answered ${call.status}`}, attempt{" "}
          {call.attempt}, <Time at={call.called_at} />.
        </p>
      )}
    </div>
  )
}

/** How many calls there were by each moment, for each data model. */
const Course = ({ calls, models }: { readonly calls: ReadonlyArray<Call>; readonly models: ReadonlyArray<string> }) => {
  const { series, times } = useMemo(() => {
    const shown = models.filter((model) => calls.some((call) => isFor(model, call))).slice(0, colours.length)
    const counts = shown.map(() => 0)
    const values = shown.map((): Array<number> => [])
    for (const call of calls) {
      for (const [at, model] of shown.entries()) {
        if (isFor(model, call)) counts[at]! += 1
        values[at]!.push(counts[at]!)
      }
    }
    return {
      times: calls.map(({ called_at: at }) => Date.parse(at)),
      series: shown.map((label, at) => ({ label, colour: colours[at]!, values: values[at]! }))
    }
  }, [calls, models])
  if (times.length < 2 || series.length === 0) return null
  return (
    <section className="panel">
      <h2>Course</h2>
      <p className="soft">
        Calls to the platform so far, by data model{calls.length === mostCalls ? `: the last ${mostCalls}` : ""}.
      </p>
      <Plot title="Calls to the platform by data model" times={times} series={series} />
    </section>
  )
}

/** Why it stands still, while it waits for the platform's limit or a person. */
const Waits = ({ id }: { readonly id: number }) => {
  const { data } = useQuery({
    queryKey: ["connection", id],
    queryFn: () => service.connections.get({ svc_id: id })
  })
  if (data?.sync_status !== "PAUSED") return null
  return (
    <p className="notice" data-tone="warn">
      {data.sync_resume_at === null
        ? "It waits: the connection was paused, until somebody resumes it."
        : `It waits for the platform's limit until ${exact(Date.parse(data.sync_resume_at))}, and goes on by itself.`}
    </p>
  )
}

const Whole = ({ sync }: { readonly sync: Sync }) => {
  const { connection_id, error, finished_at, full_sync, integration_type, started_at, status, svc_id: id } = sync
  const { svc_company_id, svc_created_at, trigger } = sync
  const navigate = useNavigate()
  const { calls, jobs } = useParts(id)
  const before = useBefore(sync)
  const parts = useMemo(
    () =>
      (jobs.data?.data ?? []).map((job): Part => {
        const own = calls.filter((call) => isFor(job.data_model, call))
        return {
          ...job,
          calls: own,
          waited: own.reduce((sum, { waited_milliseconds: waited }) => sum + waited, 0),
          before: before.data?.jobs.find(({ data_model: model }) => model === job.data_model)
        }
      }),
    [jobs.data, calls, before.data]
  )
  const models = useMemo(() => parts.map(({ data_model: model }) => model), [parts])
  const failed = parts.filter((part) => part.status === "FAILED")
  const toAnother = ({ svc_id }: { svc_id: number }) =>
    void navigate({ to: "/syncs/$id", params: { id: String(svc_id) } })
  const again = (only?: ReadonlyArray<Job["data_model"]>) =>
    service.syncs.start({
      company_id: svc_company_id,
      connection_id,
      full_sync,
      ...(only === undefined ? {} : { data_models_to_sync: only })
    })
  return (
    <>
      <div className="row apart">
        <h1>
          {full_sync ? "Full sync" : "Sync"} {id}
        </h1>
        <span className="row">
          <Status of={status} />
          {!isOver(status) ? (
            <Act label="Cancel" scope="write" kind="danger" act={() => service.syncs.cancel({ svc_id: id })} />
          ) : (
            <>
              {failed.length === 0 || failed.length === parts.length ? null : (
                <Act
                  label="Try again what failed"
                  scope="write"
                  act={() => again(failed.map(({ data_model: model }) => model))}
                  onDone={toAnother}
                />
              )}
              <Act label="Sync again" scope="write" act={() => again()} onDone={toAnother} />
            </>
          )}
        </span>
      </div>
      {isOver(status) ? null : <Waits id={connection_id} />}
      {error === null || failed.length > 0 ? null : (
        <p className="notice" data-tone="bad">
          {error}
        </p>
      )}
      {failed.map((part) => (
        <Blame key={part.svc_id} part={part} />
      ))}
      <section className="panel">
        <Facts
          of={[
            ["Connection", <ConnectionName key="connection" id={connection_id} of={integration_type} />],
            ["Company", <CompanyName key="company" id={svc_company_id} />],
            ["Begun by", trigger.toLowerCase()],
            ["Asked for", <Time key="asked" at={svc_created_at} />],
            ["Began", <Time key="began" at={started_at} none="waits for its turn" />],
            ["Took", lasted(started_at, finished_at)],
            [
              "Compared with",
              before.data ? (
                <span key="before">
                  <Link to="/syncs/$id" params={{ id: String(before.data.sync.svc_id) }}>
                    {before.data.sync.full_sync ? "Full sync" : "Sync"} {before.data.sync.svc_id}
                  </Link>
                  , which took {lasted(before.data.sync.started_at, before.data.sync.finished_at)}
                </span>
              ) : null
            ]
          ]}
        />
      </section>
      <Shown of={jobs}>
        {() => (
          <Rows
            title="Data models of the sync"
            columns={columns}
            rows={parts}
            idOf={({ data_model: model }) => model}
          />
        )}
      </Shown>
      <Course calls={calls} models={models} />
      <h2>Calls to the platform</h2>
      <Calls filter={{ sync_id: { eq: id } }} />
    </>
  )
}

export const View = () => {
  const { id: text } = useParams({ strict: false })
  const id = Number(text)
  const sync = useQuery({ queryKey: ["sync", id], queryFn: () => service.syncs.get({ svc_id: id }) })
  return <Shown of={sync}>{(found) => <Whole key={id} sync={found} />}</Shown>
}
