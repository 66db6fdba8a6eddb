import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { Json } from "../parts/Code.tsx"
import { Facts } from "../parts/Facts.tsx"
import { CompanyName, ConnectionName } from "../parts/Names.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Status } from "../parts/Status.tsx"
import { lasted, Time } from "../parts/Time.tsx"

export const View = () => {
  const { id = "" } = useParams({ strict: false })
  const job = useQuery({
    queryKey: ["write", id],
    queryFn: () => service.uploadJobs.get({ upload_job_id: id })
  })
  return (
    <Shown of={job}>
      {({
        connection_id,
        created_at,
        data,
        data_model,
        finished_at,
        operation,
        request_id,
        status,
        svc_company_id
      }) => (
        <>
          <div className="row apart">
            <h1>
              {operation} {data_model}
            </h1>
            <Status of={status} />
          </div>
          <section className="panel">
            <Facts
              of={[
                ["Company", <CompanyName key="company" id={svc_company_id} />],
                ["Connection", <ConnectionName key="connection" id={connection_id} />],
                ["Asked for", <Time key="asked" at={created_at} />],
                ["Took", lasted(created_at, finished_at)],
                ["Request", <code key="request">{request_id}</code>]
              ]}
            />
          </section>
          <h2>Items</h2>
          {data.map(({ error, job_id, response, status: outcome }, index) => (
            <section key={job_id} className="panel stack">
              <div className="row apart">
                <h2>Item {index + 1}</h2>
                <span className="badge" data-tone={outcome === "success" ? "good" : "bad"}>
                  {outcome}
                </span>
              </div>
              {error === null ? null : (
                <>
                  <p className="notice" data-tone="bad">
                    {error.message}
                    {error.field === null ? null : (
                      <>
                        {" "}
                        It is about <code>{error.field}</code>.
                      </>
                    )}
                  </p>
                  <Json label="The platform's answer" value={error.platform_error} />
                </>
              )}
              {response === null ? null : <Json label="The record" value={response} />}
            </section>
          ))}
        </>
      )}
    </Shown>
  )
}
