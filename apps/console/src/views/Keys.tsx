import { useCaller, useMay } from "../app/Caller.tsx"
import { service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Facts } from "../parts/Facts.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"

type Key = Awaited<ReturnType<typeof service.apiKeys.revoke>>
type Session = Awaited<ReturnType<typeof service.sessions.end>>

const keys: ReadonlyArray<Column<Key>> = [
  { name: "name", header: "API key", sorts: true, show: ({ name }) => name },
  { name: "prefix", header: "Begins with", show: ({ prefix }) => <code>{prefix}…</code> },
  { name: "scopes", header: "May", show: ({ scopes }) => scopes.join(", ") },
  { name: "company_id", header: "Company", show: ({ company_id }) => company_id ?? <span className="soft">all</span> },
  { name: "last_used_at", header: "Last used", sorts: true, show: ({ last_used_at }) => <Time at={last_used_at} /> },
  { name: "expires_at", header: "Ends", sorts: true, show: ({ expires_at }) => <Time at={expires_at} /> },
  {
    name: "revoked_at",
    header: "Act",
    show: ({ name, revoked_at, svc_id }) =>
      revoked_at === null ? (
        <Act
          label="Revoke"
          scope="admin"
          kind="danger"
          asked={<p>{name} lets nobody in any more, from now on, and its sessions end. It cannot be taken back.</p>}
          act={() => service.apiKeys.revoke({ svc_id })}
        />
      ) : (
        <span className="soft">
          revoked <Time at={revoked_at} />
        </span>
      )
  }
]

const sessions: ReadonlyArray<Column<Session>> = [
  { name: "api_key_name", header: "Signed in with", show: ({ api_key_name }) => api_key_name },
  { name: "address", header: "From", show: ({ address }) => address },
  { name: "user_agent", header: "Browser", show: ({ user_agent }) => user_agent },
  { name: "svc_created_at", header: "Since", sorts: true, show: ({ svc_created_at }) => <Time at={svc_created_at} /> },
  { name: "last_used_at", header: "Last used", sorts: true, show: ({ last_used_at }) => <Time at={last_used_at} /> },
  {
    name: "ended_at",
    header: "Act",
    show: ({ ended_at, expires_at, svc_id }) =>
      ended_at === null && Date.parse(expires_at) > Date.now() ? (
        <Act label="End" scope="admin" kind="danger" act={() => service.sessions.end({ svc_id })} />
      ) : (
        <span className="soft">
          ended <Time at={ended_at ?? expires_at} />
        </span>
      )
  }
]

export const View = () => {
  const caller = useCaller()
  const isAdmin = useMay("admin")
  return (
    <>
      <h1>Keys and sessions</h1>
      <section className="panel">
        <Facts
          of={[
            ["Signed in with", caller.api_key_name],
            ["May", caller.scopes.join(", ")],
            ["Sees", caller.company_id === null ? "all companies" : `company ${caller.company_id}`],
            ["Session ends", <Time key="ends" at={caller.session_expires_at} none="with the API key" />]
          ]}
        />
      </section>
      {isAdmin ? (
        <>
          <h2>API keys</h2>
          <Table
            title="API keys"
            queryKey={["keys"]}
            list={(asked, signal) => service.apiKeys.list(asked, { signal })}
            columns={keys}
            idOf={({ svc_id }) => svc_id}
            empty={<strong>There is no key.</strong>}
          />
          <h2>Sessions of the console</h2>
          <Table
            title="Sessions"
            queryKey={["sessions"]}
            list={(asked, signal) => service.sessions.list(asked, { signal })}
            columns={sessions}
            idOf={({ svc_id }) => svc_id}
            empty={<strong>Nobody has signed in yet.</strong>}
          />
        </>
      ) : (
        <p className="notice">Keys and sessions are shown to keys with the scope admin.</p>
      )}
    </>
  )
}
