import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { useMemo } from "react"
import { ofSync } from "virtual:progress"
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
import { begunBy } from "./Syncs.tsx"

type Sync = Awaited<ReturnType<typeof service.syncs.get>>
type ItemOf<L extends (...asked: Array<any>) => { page(): Promise<{ readonly data: ReadonlyArray<unknown> }> }> =
  Awaited<ReturnType<ReturnType<L>["page"]>>["data"][number]
type Job = ItemOf<typeof service.syncs.jobs>
type Call = ItemOf<typeof service.calls.list>
/** A part, and the same part of the sync before. */
interface Part extends Job {
  readonly before: Job | undefined
}

const isOver = (status: string): boolean => status !== "CREATED" && status !== "RUNNING"
const colours = ["--accent", "--beside", "--warn", "--bad", "--ink", "--ink-soft"]

const useParts = (id: number) =>
  useQuery({
    queryKey: ["sync", id, "jobs"],
    queryFn: ({ signal }) => service.syncs.jobs({ svc_id: id, limit: 1000 }, { signal }).page()
  })

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

/** A number, and by how much it is another than before. */
const compared = (
  name:
    | "records_read"
    | "records_created"
    | "records_updated"
    | "records_deleted"
    | "records_refused"
    | "pages"
    | "calls",
  header: string
): Column<Part> => ({
  name,
  header,
  isNumber: true,
  show: (part) => {
    const by = part.before === undefined ? 0 : part[name] - part.before[name]
    return (
      <>
        {part[name]} {by === 0 ? null : <span className="soft">{by > 0 ? `+${by}` : by}</span>}
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
  compared("records_read", "Read"),
  compared("records_created", "New"),
  compared("records_updated", "Changed"),
  compared("records_deleted", "Deleted"),
  compared("records_refused", "Refused"),
  { name: "records_warned", header: "Warned", isNumber: true, show: ({ records_warned: warned }) => warned },
  compared("pages", "Pages"),
  compared("calls", "Calls"),
  {
    name: "waited_milliseconds",
    header: "Waited for the limit",
    isNumber: true,
    show: ({ waited_milliseconds: waited }) => (waited < 1000 ? `${waited} ms` : `${(waited / 1000).toFixed(1)} s`)
  },
  {
    name: "finished_at",
    header: "Took",
    isNumber: true,
    show: ({ finished_at, started_at }) => lasted(started_at, finished_at)
  }
]

/** The call after which a data model failed, as far as calls are kept. */
const useBlamed = ({ data_model: model, sync_id }: Part) =>
  useQuery({
    queryKey: ["calls", "of", sync_id, model],
    queryFn: async ({ signal }): Promise<Call | null> => {
      const filter = { sync_id: { eq: sync_id }, operation: { contains: model } }
      const { data } = await service.calls.list({ limit: 100, filter, sort: { called_at: "DESC" } }, { signal }).page()
      return (
        data.find(
          ({ failure, operation, status }) =>
            operation.split(" ").includes(model) && (failure !== null || (status !== null && status >= 400))
        ) ?? null
      )
    }
  })

const Blame = ({ part }: { readonly part: Part }) => {
  const { data: call } = useBlamed(part)
  return (
    <div className="notice" data-tone="bad">
      <p>
        <strong>{part.data_model}</strong>: {part.error}
      </p>
      {call == null ? null : (
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

/** How many records of each data model there were by each moment. */
const Course = ({ jobs }: { readonly jobs: ReadonlyArray<Job> }) => {
  const { series, times } = useMemo(() => {
    const shown = jobs
      .filter(({ course, records_read: read }) => course.length > 1 && read > 0)
      .toSorted((a, b) => b.records_read - a.records_read)
      .slice(0, colours.length)
    const moments = [...new Set(shown.flatMap(({ course }) => course.map(({ at }) => Date.parse(at))))].toSorted(
      (a, b) => a - b
    )
    return {
      times: moments,
      series: shown.map(({ course, data_model: label }, index) => ({
        label,
        colour: colours[index]!,
        values: moments.map((moment) => course.findLast(({ at }) => Date.parse(at) <= moment)?.records_read ?? null)
      }))
    }
  }, [jobs])
  if (times.length < 2) return null
  return (
    <section className="panel">
      <h2>Course</h2>
      <p className="soft">
        Records read so far, by data model{jobs.length > colours.length ? ": the largest of them" : ""}.
      </p>
      <Plot title="Records read so far, by data model" times={times} series={series} />
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
  const jobs = useParts(id)
  const before = useBefore(sync)
  const parts = useMemo(
    () =>
      (jobs.data?.data ?? []).map((job): Part => ({
        ...job,
        before: before.data?.jobs.find(({ data_model: model }) => model === job.data_model)
      })),
    [jobs.data, before.data]
  )
  const failed = parts.filter((part) => part.status === "FAILED")
  const toAnother = ({ svc_id }: { svc_id: number }) =>
    void navigate({ to: "/syncs/$id", params: { id: String(svc_id) } })
  const on = { company: svc_company_id, connection: connection_id }
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
            <Act
              of="cancelSync"
              on={{ svc_id: id }}
              scope="write"
              kind="danger"
              act={() => service.syncs.cancel({ svc_id: id })}
            />
          ) : (
            <>
              {failed.length === 0 || failed.length === parts.length ? null : (
                <Act
                  of="syncNow"
                  on={on}
                  label="Try again what failed"
                  scope="write"
                  act={() => again(failed.map(({ data_model: model }) => model))}
                  onDone={toAnother}
                />
              )}
              <Act
                of={full_sync ? "fullSync" : "syncNow"}
                on={on}
                label="Sync again"
                scope="write"
                act={() => again()}
                onDone={toAnother}
              />
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
            ["Begun by", begunBy[trigger]],
            ["Asked for", <Time key="asked" at={svc_created_at} />],
            ["Began", <Time key="began" at={started_at} none="waits for its turn" />],
            ["Took", lasted(started_at, finished_at)],
            [isOver(status) ? "In all" : "So far", ofSync(parts)],
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
      <Course jobs={parts} />
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
