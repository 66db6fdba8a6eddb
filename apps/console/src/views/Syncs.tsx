import { Link } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { CompanyName, ConnectionName } from "../parts/Names.tsx"
import { Status } from "../parts/Status.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { lasted, Time } from "../parts/Time.tsx"

type Sync = Awaited<ReturnType<typeof service.syncs.get>>

/** What started a sync, as one says it. */
export const begunBy: Readonly<Record<Sync["trigger"], string>> = {
  API: "a request",
  CONNECTED: "the first connecting",
  SCHEDULE: "its schedule"
}

const columns: ReadonlyArray<Column<Sync>> = [
  {
    name: "svc_id",
    header: "Sync",
    sorts: true,
    show: ({ full_sync, svc_id }) => (
      <Link to="/syncs/$id" params={{ id: String(svc_id) }}>
        {full_sync ? "Full sync" : "Sync"} {svc_id}
      </Link>
    )
  },
  { name: "status", header: "State", sorts: true, show: ({ status }) => <Status of={status} /> },
  {
    name: "connection_id",
    header: "Connection",
    show: ({ connection_id, integration_type }) => <ConnectionName id={connection_id} of={integration_type} />
  },
  { name: "svc_company_id", header: "Company", show: ({ svc_company_id }) => <CompanyName id={svc_company_id} /> },
  { name: "trigger", header: "Begun by", sorts: true, show: ({ trigger }) => begunBy[trigger] },
  { name: "started_at", header: "Began", sorts: true, show: ({ started_at }) => <Time at={started_at} none="waits" /> },
  {
    name: "finished_at",
    header: "Took",
    show: ({ finished_at, started_at }) => lasted(started_at, finished_at),
    text: ({ finished_at }) => finished_at,
    isNumber: true
  },
  { name: "error", header: "Why it failed", isLong: true, show: ({ error }) => error }
]

export const View = () => (
  <>
    <h1>Syncs</h1>
    <Table
      title="Syncs"
      queryKey={["syncs"]}
      list={(asked, signal) => service.syncs.list(asked, { signal })}
      order={{ name: "svc_id", direction: "DESC" }}
      finds={[
        {
          name: "status",
          label: "Find by state",
          choices: ["CREATED", "RUNNING", "SUCCESS", "PARTIAL_SUCCESS", "FAILED", "CANCELLED"],
          filter: (text) => ({ status: { eq: text } })
        },
        { name: "platform", label: "Find by platform", filter: (text) => ({ integration_type: { icontains: text } }) }
      ]}
      columns={columns}
      idOf={({ svc_id }) => svc_id}
      empty={
        <>
          <strong>Nothing was synced yet.</strong>
          <p>A sync begins when something is connected, and again by the schedule of each data model.</p>
        </>
      }
    />
  </>
)
