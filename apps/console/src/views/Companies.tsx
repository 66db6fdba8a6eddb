import { Link } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"
import { UnderWay } from "../parts/UnderWay.tsx"

type Company = Awaited<ReturnType<typeof service.companies.get>>

const columns: ReadonlyArray<Column<Company>> = [
  {
    name: "name",
    header: "Company",
    sorts: true,
    show: ({ name, svc_id }) => (
      <Link to="/companies/$id" params={{ id: String(svc_id) }}>
        {name ?? `Company ${svc_id}`}
      </Link>
    )
  },
  {
    name: "partner_id",
    header: "Partner id",
    sorts: true,
    show: ({ partner_id }) => <span className="mono">{partner_id}</span>
  },
  { name: "svc_id", header: "Id", sorts: true, show: ({ svc_id }) => svc_id, isNumber: true },
  { name: "svc_created_at", header: "Made", sorts: true, show: ({ svc_created_at }) => <Time at={svc_created_at} /> }
]

export const View = () => (
  <>
    <h1>Companies</h1>
    <UnderWay about={({ work }) => work === "ERASURE"} />
    <Table
      title="Companies"
      queryKey={["companies"]}
      list={(asked, signal) => service.companies.list(asked, { signal })}
      finds={[
        { name: "name", label: "Find by name", filter: (text) => ({ name: { icontains: text } }) },
        { name: "partner", label: "Find by partner id", filter: (text) => ({ partner_id: { icontains: text } }) }
      ]}
      columns={columns}
      idOf={({ svc_id }) => svc_id}
      empty={
        <>
          <strong>No company has connected anything yet.</strong>
          <p>
            Make an <Link to="/links">invite link</Link> and send it: whoever opens it connects a platform, and the
            company is here.
          </p>
        </>
      }
    />
  </>
)
