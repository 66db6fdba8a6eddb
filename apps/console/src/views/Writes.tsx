import { Link } from "@tanstack/react-router"
import { useMay } from "../app/Caller.tsx"
import { service } from "../app/Service.ts"
import { CompanyName, ConnectionName } from "../parts/Names.tsx"
import { Status } from "../parts/Status.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { lasted, Time } from "../parts/Time.tsx"

type Job = Awaited<ReturnType<typeof service.uploadJobs.get>>

const columns: ReadonlyArray<Column<Job>> = [
  {
    name: "upload_job_id",
    header: "Write",
    show: ({ data_model, operation, upload_job_id }) => (
      <Link to="/writes/$id" params={{ id: upload_job_id }}>
        {operation} {data_model}
      </Link>
    )
  },
  { name: "status", header: "State", sorts: true, show: ({ status }) => <Status of={status} /> },
  { name: "data", header: "Items", show: ({ data }) => data.length, text: ({ data }) => data.length, isNumber: true },
  {
    name: "failed",
    header: "Failed",
    show: ({ data }) => data.filter(({ status }) => status === "failed").length,
    text: ({ data }) => data.filter(({ status }) => status === "failed").length,
    isNumber: true
  },
  { name: "svc_company_id", header: "Company", show: ({ svc_company_id }) => <CompanyName id={svc_company_id} /> },
  { name: "connection_id", header: "Connection", show: ({ connection_id }) => <ConnectionName id={connection_id} /> },
  { name: "created_at", header: "Asked for", sorts: true, show: ({ created_at }) => <Time at={created_at} /> },
  {
    name: "finished_at",
    header: "Took",
    show: ({ created_at, finished_at }) => lasted(created_at, finished_at),
    isNumber: true
  }
]

export const View = () => (
  <>
    <div className="row apart">
      <h1>Writes</h1>
      {useMay("write") ? (
        <Link to="/writes/new" className="button" data-kind="main">
          Write to a platform
        </Link>
      ) : null}
    </div>
    <Table
      title="Writes"
      queryKey={["writes"]}
      list={(asked, signal) => service.uploadJobs.list(asked, { signal })}
      order={{ name: "created_at", direction: "DESC" }}
      finds={[
        {
          name: "status",
          label: "Find by state",
          choices: ["CREATED", "RUNNING", "SUCCESS", "PARTIAL_SUCCESS", "FAILED"],
          filter: (text) => ({ status: { eq: text } })
        }
      ]}
      columns={columns}
      idOf={({ upload_job_id }) => upload_job_id}
      empty={
        <>
          <strong>Nothing was written to a platform yet.</strong>
          <p>
            <code>POST /v3/accounting/contacts</code> and the like write; what became of each item is here.
          </p>
        </>
      }
    />
  </>
)
