import { service } from "../app/Service.ts"
import { spoken } from "../parts/Status.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"
import { useMay } from "../app/Caller.tsx"

type Event = Awaited<ReturnType<ReturnType<typeof service.auditEvents.list>["page"]>>["data"][number]

const columns: ReadonlyArray<Column<Event>> = [
  { name: "svc_created_at", header: "When", sorts: true, show: ({ svc_created_at }) => <Time at={svc_created_at} /> },
  { name: "action", header: "What", sorts: true, show: ({ action }) => spoken(action) },
  { name: "target_id", header: "To what", show: ({ target_id }) => <span className="mono">{target_id}</span> },
  {
    name: "actor_type",
    header: "Who",
    show: ({ actor_id, actor_prefix, actor_type }) => (
      <>
        {spoken(actor_type)} <span className="soft">{actor_prefix ?? actor_id}</span>
      </>
    )
  },
  { name: "address", header: "From", show: ({ address }) => address },
  {
    name: "details",
    header: "Facts",
    show: ({ details }) => {
      const text = JSON.stringify(details)
      return text === "{}" ? null : <code title={text}>{text}</code>
    }
  },
  { name: "request_id", header: "Request", show: ({ request_id }) => <span className="mono">{request_id}</span> }
]

export const View = () => (
  <>
    <h1>Audit log</h1>
    {useMay("admin") ? (
      <Table
        title="Audit log"
        queryKey={["audit"]}
        list={(asked, signal) => service.auditEvents.list(asked, { signal })}
        order={{ name: "svc_created_at", direction: "DESC" }}
        columns={columns}
        idOf={({ svc_id }) => svc_id}
        empty={<strong>Nothing was done yet.</strong>}
      />
    ) : (
      <p className="notice">The audit log is shown to keys with the scope admin.</p>
    )}
  </>
)
