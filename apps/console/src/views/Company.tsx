import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Facts } from "../parts/Facts.tsx"
import { useCompany } from "../parts/Names.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Status } from "../parts/Status.tsx"
import { Time } from "../parts/Time.tsx"
import { UnderWay } from "../parts/UnderWay.tsx"

export const View = () => {
  const { id: text } = useParams({ strict: false })
  const id = Number(text)
  const navigate = useNavigate()
  const company = useCompany(id)
  const connections = useQuery({
    queryKey: ["connections", "of", id],
    queryFn: ({ signal }) =>
      service.connections.list({ limit: 1000, filter: { svc_company_id: { eq: id } } }, { signal }).page()
  })
  return (
    <Shown of={company}>
      {({ name, partner_id, svc_created_at, svc_id }) => (
        <>
          <div className="row apart">
            <h1>{name ?? `Company ${svc_id}`}</h1>
            <Act
              of="erase"
              on={{ svc_id }}
              scope="admin"
              kind="danger"
              typed={name ?? String(svc_id)}
              asked
              act={() => service.companies.erase({ svc_id })}
              gone={[["company", svc_id]]}
              meanwhile={
                <UnderWay
                  isAwaited
                  about={({ svc_company_id, work }) => work === "ERASURE" && svc_company_id === svc_id}
                />
              }
              onDone={() => void navigate({ to: "/companies" })}
            />
          </div>
          <section className="panel">
            <Facts
              of={[
                ["Id", svc_id],
                ["Partner id", partner_id],
                ["Made", <Time key="made" at={svc_created_at} />]
              ]}
            />
          </section>
          <section className="panel stack">
            <h2>Connections</h2>
            <Shown of={connections}>
              {({ data: found }) =>
                found.length === 0 ? (
                  <div className="empty">
                    <strong>It has no connection.</strong>
                    <Link to="/links">Make an invite link for it</Link>
                  </div>
                ) : (
                  <ul className="attention">
                    {found.map(({ integration_type, status, status_reason, svc_id: connection, sync_status }) => (
                      <li key={connection}>
                        <Link to="/connections/$id" params={{ id: String(connection) }}>
                          {integration_type}
                        </Link>
                        <span className="soft">{status_reason}</span>
                        <span className="row">
                          <Status of={status} />
                          <Status of={sync_status} />
                        </span>
                      </li>
                    ))}
                  </ul>
                )
              }
            </Shown>
          </section>
        </>
      )}
    </Shown>
  )
}
