import { Link } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { type Column, Table } from "../parts/Table.tsx"

type Integration = Awaited<ReturnType<typeof service.integrations.get>>

const columns: ReadonlyArray<Column<Integration>> = [
  {
    name: "integration_type",
    header: "Platform",
    sorts: true,
    show: ({ integration_type, svc_id }) => (
      <Link to="/integrations/$id" params={{ id: String(svc_id) }}>
        {integration_type}
      </Link>
    )
  },
  {
    name: "is_disabled",
    header: "State",
    show: ({ is_disabled }) => (
      <span className="badge" data-tone={is_disabled ? "warn" : "good"}>
        {is_disabled ? "disabled" : "offered"}
      </span>
    )
  },
  { name: "client_id", header: "Client id", show: ({ client_id }) => <span className="mono">{client_id}</span> },
  {
    name: "is_svc_identity",
    header: "Signs in as",
    show: ({ is_svc_identity }) => (is_svc_identity ? "the service's own application" : "your application")
  }
]

export const View = () => (
  <>
    <h1>Integrations</h1>
    <p className="soft">Open one to see what has to be registered, what it can, and its limits.</p>
    <Table
      title="Integrations"
      queryKey={["integrations"]}
      list={(asked, signal) => service.integrations.list(asked, { signal })}
      finds={[{ name: "name", label: "Find by name", filter: (text) => ({ integration_type: { icontains: text } }) }]}
      order={{ name: "integration_type", direction: "ASC" }}
      columns={columns}
      idOf={({ svc_id }) => svc_id}
      empty={
        <>
          <strong>No connector is composed.</strong>
          <p>
            What the service can connect is said in <code>connectors.ts</code> of the program that starts it.
          </p>
        </>
      }
    />
  </>
)
