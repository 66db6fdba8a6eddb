import { Link } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { CompanyName } from "../parts/Names.tsx"
import { Status } from "../parts/Status.tsx"
import { type Column, type Find, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"

type Connection = Awaited<ReturnType<typeof service.connections.get>>

const columns: ReadonlyArray<Column<Connection>> = [
  {
    name: "integration_type",
    header: "Platform",
    sorts: true,
    show: ({ integration_type, svc_id }) => (
      <Link to="/connections/$id" params={{ id: String(svc_id) }}>
        {integration_type}
      </Link>
    )
  },
  {
    name: "company.name",
    header: "Company",
    sorts: true,
    show: ({ svc_company_id }) => <CompanyName id={svc_company_id} />,
    text: ({ svc_company_id }) => svc_company_id
  },
  { name: "status", header: "Health", sorts: true, show: ({ status }) => <Status of={status} /> },
  { name: "status_reason", header: "Why", isLong: true, show: ({ status_reason }) => status_reason },
  { name: "sync_status", header: "Sync", sorts: true, show: ({ sync_status }) => <Status of={sync_status} /> },
  { name: "svc_id", header: "Id", sorts: true, show: ({ svc_id }) => svc_id, isNumber: true },
  {
    name: "svc_created_at",
    header: "Connected",
    sorts: true,
    show: ({ svc_created_at }) => <Time at={svc_created_at} />
  }
]

const finds: ReadonlyArray<Find> = [
  { name: "platform", label: "Find by platform", filter: (text) => ({ integration_type: { icontains: text } }) },
  { name: "company", label: "Find by company's name", filter: (text) => ({ "company.name": { icontains: text } }) },
  { name: "partner", label: "Find by partner id", filter: (text) => ({ "company.partner_id": { icontains: text } }) },
  {
    name: "status",
    label: "Find by health",
    choices: ["PENDING", "HEALTHY", "EXPIRED", "DISCONNECTED", "ERROR"],
    filter: (text) => ({ status: { eq: text } })
  },
  {
    name: "sync",
    label: "Find by state of its syncs",
    choices: ["IDLE", "QUEUED", "SYNCING", "PAUSED", "FAILED"],
    filter: (text) => ({ sync_status: { eq: text } })
  }
]

export const View = () => (
  <>
    <h1>Connections</h1>
    <Table
      title="Connections"
      queryKey={["connections"]}
      list={(asked, signal) => service.connections.list(asked, { signal })}
      finds={finds}
      columns={columns}
      idOf={({ svc_id }) => svc_id}
      empty={
        <>
          <strong>Nothing is connected yet.</strong>
          <p>
            Make an <Link to="/links">invite link</Link>, open it and connect a platform. The sandbox needs no account
            anywhere.
          </p>
        </>
      }
    />
  </>
)
