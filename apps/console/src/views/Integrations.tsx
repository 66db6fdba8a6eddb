import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { Shown } from "../parts/Shown.tsx"
import { type Column, Table } from "../parts/Table.tsx"

type Integration = Awaited<ReturnType<typeof service.integrations.get>>

const columns: ReadonlyArray<Column<Integration>> = [
  { name: "integration_type", header: "Platform", sorts: true, show: ({ integration_type }) => integration_type },
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

const Capabilities = () => {
  const found = useQuery({ queryKey: ["capabilities"], queryFn: () => service.capabilities.list(), staleTime: 600_000 })
  return (
    <Shown of={found}>
      {(all) => (
        <div className="columns">
          {all.map(({ category, data_models, integration_type, name }) => (
            <section key={`${integration_type} ${category}`} className="panel stack">
              <h2>{name}</h2>
              <p className="soft">
                {category.toLowerCase()}, <span className="mono">{integration_type}</span>
              </p>
              <p>
                {data_models.filter(({ read }) => read).length} models read,{" "}
                {
                  data_models.flatMap(({ create, delete: remove, update, void: end }) =>
                    [create, update, remove, end].filter(Boolean)
                  ).length
                }{" "}
                writes
              </p>
              <details>
                <summary>What it can</summary>
                <ul>
                  {data_models.map((model) => (
                    <li key={model.data_model}>
                      <Link to="/records/$model" params={{ model: model.data_model }}>
                        {model.data_model}
                      </Link>{" "}
                      <span className="soft">
                        {(["read", "create", "update", "delete", "void"] as const)
                          .filter((name) => model[name])
                          .join(", ")}
                      </span>
                    </li>
                  ))}
                </ul>
              </details>
            </section>
          ))}
        </div>
      )}
    </Shown>
  )
}

export const View = () => (
  <>
    <h1>Integrations</h1>
    <Table
      title="Integrations"
      queryKey={["integrations"]}
      list={(asked, signal) => service.integrations.list(asked, { signal })}
      columns={columns}
      idOf={({ svc_id }) => svc_id}
      empty={<strong>No connector is composed.</strong>}
    />
    <h2>What each can</h2>
    <Capabilities />
  </>
)
