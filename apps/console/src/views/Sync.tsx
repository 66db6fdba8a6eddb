import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Facts } from "../parts/Facts.tsx"
import { CompanyName, ConnectionName } from "../parts/Names.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Status } from "../parts/Status.tsx"
import { Calls } from "./Logs.tsx"
import { lasted, Time } from "../parts/Time.tsx"

const isOver = (status: string): boolean => status !== "CREATED" && status !== "RUNNING"

export const View = () => {
  const { id: text } = useParams({ strict: false })
  const id = Number(text)
  const navigate = useNavigate()
  const sync = useQuery({
    queryKey: ["sync", id],
    queryFn: () => service.syncs.get({ svc_id: id })
  })
  const jobs = useQuery({
    queryKey: ["sync", id, "jobs"],
    queryFn: ({ signal }) => service.syncs.jobs({ svc_id: id, limit: 1000 }, { signal }).page()
  })
  return (
    <Shown of={sync}>
      {({
        connection_id,
        error,
        finished_at,
        full_sync,
        integration_type,
        started_at,
        status,
        svc_company_id,
        svc_created_at,
        trigger
      }) => (
        <>
          <div className="row apart">
            <h1>
              {full_sync ? "Full sync" : "Sync"} {id}
            </h1>
            <span className="row">
              <Status of={status} />
              {isOver(status) ? (
                <Act
                  label="Sync again"
                  scope="write"
                  act={() => service.syncs.start({ company_id: svc_company_id, connection_id, full_sync })}
                  onDone={({ svc_id }: { svc_id: number }) =>
                    void navigate({ to: "/syncs/$id", params: { id: String(svc_id) } })
                  }
                />
              ) : (
                <Act label="Cancel" scope="write" kind="danger" act={() => service.syncs.cancel({ svc_id: id })} />
              )}
            </span>
          </div>
          {error === null ? null : (
            <p className="notice" data-tone="bad">
              {error}
            </p>
          )}
          <section className="panel">
            <Facts
              of={[
                ["Connection", <ConnectionName key="connection" id={connection_id} of={integration_type} />],
                ["Company", <CompanyName key="company" id={svc_company_id} />],
                ["Begun by", trigger.toLowerCase()],
                ["Asked for", <Time key="asked" at={svc_created_at} />],
                ["Began", <Time key="began" at={started_at} none="waits for its turn" />],
                ["Took", lasted(started_at, finished_at)]
              ]}
            />
          </section>
          <Shown of={jobs}>
            {({ data }) => (
              <div className="table" tabIndex={0} role="region" aria-label="Data models of the sync">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Data model</th>
                      <th scope="col">State</th>
                      {["Read", "New", "Changed", "Deleted", "Refused", "Warned"].map((name) => (
                        <th key={name} scope="col" className="number">
                          {name}
                        </th>
                      ))}
                      <th scope="col">Took</th>
                      <th scope="col">Why it failed</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.map((job) => (
                      <tr key={job.svc_id}>
                        <td>
                          <Link to="/records/$model" params={{ model: job.data_model }}>
                            {job.data_model}
                          </Link>
                        </td>
                        <td>
                          <Status of={job.status} />
                        </td>
                        <td className="number">{job.records_read}</td>
                        <td className="number">{job.records_created}</td>
                        <td className="number">{job.records_updated}</td>
                        <td className="number">{job.records_deleted}</td>
                        <td className="number">{job.records_refused}</td>
                        <td className="number">{job.records_warned}</td>
                        <td>{lasted(job.started_at, job.finished_at)}</td>
                        <td>{job.error}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </Shown>
          <h2>Calls to the platform</h2>
          <Calls filter={{ sync_id: { eq: id } }} />
        </>
      )}
    </Shown>
  )
}
