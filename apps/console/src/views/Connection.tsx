import { Tabs } from "@base-ui/react/tabs"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Code, Json } from "../parts/Code.tsx"
import { Facts } from "../parts/Facts.tsx"
import { CompanyName, useCompany } from "../parts/Names.tsx"
import { Rows } from "../parts/Rows.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Calls, Events, Refusals } from "./Logs.tsx"
import { Status } from "../parts/Status.tsx"
import type { Column } from "../parts/Table.tsx"
import { exact, Time } from "../parts/Time.tsx"

type Connection = Awaited<ReturnType<typeof service.connections.get>>
type ModelConfig = Connection["sync_config"][number]

/** What is wrong with it and what mends that, in a sentence; null when nothing is. */
export const trouble = ({ status, status_reason, sync_resume_at, sync_status }: Connection): string | null => {
  if (status === "EXPIRED")
    return `It has to be authorised again${status_reason === null ? "" : `: ${status_reason}`} Send its user a link.`
  if (status === "ERROR") return status_reason ?? "It does not work."
  if (status === "DISCONNECTED") return "It was disconnected. Its user can connect again by a new link."
  if (sync_status === "PAUSED") {
    return sync_resume_at === null
      ? "It was paused here: nothing is read until it is resumed."
      : `The platform asked to wait until ${exact(Date.parse(sync_resume_at))}. It goes on by itself.`
  }
  return sync_status === "FAILED" ? "Its last sync failed: see its syncs for the platform's answer." : null
}

const Links = ({ connection }: { readonly connection: Connection }) => {
  const [link, setLink] = useState<string | null>(null)
  const [address, setAddress] = useState<{ readonly url: string | null; readonly token: string | null } | null>(null)
  return (
    <>
      <Act
        label="Make a link to reconnect"
        scope="admin"
        act={() => service.connections.reconnect({ svc_id: connection.svc_id })}
        onDone={({ url }: { url: string | null }) => setLink(url)}
      />
      <Act
        label="New inbound address"
        scope="admin"
        asked={<p>The address for the platform's webhooks is made anew and shown once. The one before ends at once.</p>}
        act={() => service.connections.inboundAddress({ svc_id: connection.svc_id })}
        onDone={setAddress}
      />
      {link === null ? null : <Code label="Send this link to whoever can sign in at the platform" text={link} />}
      {address === null ? null : <Json label="Enter this at the platform; it is not shown again" value={address} />}
    </>
  )
}

const Work = ({
  connection: { svc_company_id: company_id, svc_id, sync_status }
}: {
  readonly connection: Connection
}) => (
  <div className="row">
    <Act
      label="Sync now"
      scope="write"
      kind="main"
      act={() => service.syncs.start({ company_id, connection_id: svc_id })}
    />
    <Act
      label="Full sync"
      scope="write"
      asked={
        <p>
          Everything is read again instead of what changed. It may take long, and uses the platform's budget of calls.
        </p>
      }
      act={() => service.syncs.start({ company_id, connection_id: svc_id, full_sync: true })}
    />
    {sync_status === "PAUSED" ? (
      <Act label="Resume" scope="admin" act={() => service.connections.resume({ svc_id })} />
    ) : (
      <Act label="Pause" scope="admin" act={() => service.connections.pause({ svc_id })} />
    )}
  </div>
)

const Syncs = ({ id }: { readonly id: number }) => {
  const syncs = useQuery({
    queryKey: ["syncs", "of", id],
    queryFn: ({ signal }) =>
      service.syncs
        .list({ limit: 20, filter: { connection_id: { eq: id } }, sort: { svc_id: "DESC" } }, { signal })
        .page()
  })
  return (
    <Shown of={syncs}>
      {({ data: found }) =>
        found.length === 0 ? (
          <p className="empty">It was not synced yet.</p>
        ) : (
          <ul className="attention">
            {found.map(({ error, full_sync, started_at, status, svc_created_at, svc_id, trigger }) => (
              <li key={svc_id}>
                <Link to="/syncs/$id" params={{ id: String(svc_id) }}>
                  {full_sync ? "Full sync" : "Sync"} {svc_id}
                </Link>
                <span className="soft">
                  {trigger.toLowerCase()}, <Time at={started_at ?? svc_created_at} />
                </span>
                <span>{error}</span>
                <Status of={status} />
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  )
}

/** How a data model is read, and how much of it could not be. */
interface Model extends ModelConfig {
  readonly refused: number
  readonly warnings: number
}
const models: ReadonlyArray<Column<Model>> = [
  {
    name: "data_model",
    header: "Data model",
    show: ({ data_model: model }) => (
      <Link to="/records/$model" params={{ model }}>
        {model}
      </Link>
    )
  },
  { name: "enabled", header: "Read", show: ({ enabled }) => (enabled ? "yes" : "no") },
  {
    name: "frequency",
    header: "Every",
    show: ({ frequency, interval }) => `${interval} ${frequency.toLowerCase()}`,
    text: ({ frequency, interval }) => `${interval} ${frequency}`
  },
  { name: "sync_from", header: "From", show: ({ sync_from: from }) => from ?? "the beginning" },
  {
    name: "scope_access",
    header: "May",
    show: ({ scope_access: may }) =>
      Object.entries(may ?? {})
        .flatMap(([name, isAllowed]) => (isAllowed ? [name.toLowerCase()] : []))
        .join(", ")
  },
  { name: "refused", header: "Refused", isNumber: true, show: ({ refused }) => refused },
  { name: "warnings", header: "Warned", isNumber: true, show: ({ warnings }) => warnings }
]

const Models = ({ connection: { svc_id: id, sync_config: config } }: { readonly connection: Connection }) => {
  const totals = useQuery({
    queryKey: ["refusals", "totals", id],
    queryFn: ({ signal }) =>
      service.refusals.totals({ limit: 1000, filter: { connection_id: { eq: id } } }, { signal }).page()
  })
  return (
    <Shown of={totals}>
      {({ data }) => (
        <Rows
          title="Data models"
          columns={models}
          idOf={({ data_model: model }) => model}
          rows={config.map((one): Model => {
            const total = data.find(({ data_model: model }) => model === one.data_model)
            return { ...one, refused: total?.refused ?? 0, warnings: total?.warnings ?? 0 }
          })}
        />
      )}
    </Shown>
  )
}

/** What of the platform's limits is used now, such as "3 of 60"; of what has no limit, how much there is. */
const budgetOf = ({ counters, maxLimits }: Connection["rate_limits"]) =>
  Object.entries(maxLimits).map(
    ([span, most]) =>
      [`Calls now, by ${span}`, `${String(counters[span] ?? 0)}${most === null ? "" : ` of ${String(most)}`}`] as const
  )

const End = ({ connection: { integration_type, svc_company_id, svc_id } }: { readonly connection: Connection }) => {
  const company = useCompany(svc_company_id)
  return (
    <Act
      label="Disconnect"
      scope="admin"
      kind="danger"
      typed={integration_type}
      asked={
        <p>
          The authorisation of {company.data?.name ?? `company ${svc_company_id}`} is revoked at the platform, and the
          credentials are erased here. The records stay.
        </p>
      }
      act={() => service.connections.disconnect({ svc_id })}
    />
  )
}

export const View = () => {
  const { id: text } = useParams({ strict: false })
  const id = Number(text)
  const connection = useQuery({
    queryKey: ["connection", id],
    queryFn: () => service.connections.get({ svc_id: id })
  })
  return (
    <Shown of={connection}>
      {(found) => {
        const wrong = trouble(found)
        return (
          <>
            <div className="row apart">
              <h1>
                {found.integration_type} <span className="soft">of</span> <CompanyName id={found.svc_company_id} />
              </h1>
              <span className="row">
                <Status of={found.status} />
                <Status of={found.sync_status} />
              </span>
            </div>
            {wrong === null ? null : (
              <p className="notice" data-tone={found.status === "HEALTHY" ? "warn" : "bad"}>
                {wrong}
              </p>
            )}
            <Work connection={found} />
            <Tabs.Root defaultValue="syncs" className="stack">
              <Tabs.List className="tabs" aria-label="Parts of the connection">
                <Tabs.Tab value="syncs">Syncs</Tabs.Tab>
                <Tabs.Tab value="models">Data models</Tabs.Tab>
                <Tabs.Tab value="refusals">Refused and warned</Tabs.Tab>
                <Tabs.Tab value="calls">Calls to the platform</Tabs.Tab>
                <Tabs.Tab value="events">Events</Tabs.Tab>
                <Tabs.Tab value="facts">Settings and limits</Tabs.Tab>
                <Tabs.Tab value="end">Reconnect and end</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="syncs">
                <Syncs id={id} />
              </Tabs.Panel>
              <Tabs.Panel value="models">
                <Models connection={found} />
              </Tabs.Panel>
              <Tabs.Panel value="refusals">
                <Refusals id={id} />
              </Tabs.Panel>
              <Tabs.Panel value="calls">
                <Calls filter={{ connection_id: { eq: id } }} />
              </Tabs.Panel>
              <Tabs.Panel value="events">
                <Events id={id} />
              </Tabs.Panel>
              <Tabs.Panel value="facts" className="panel">
                <Facts
                  of={[
                    ["Id", found.svc_id],
                    ["Category", found.category],
                    ["Authorised by", found.auth_method],
                    ["Connected", <Time key="made" at={found.svc_created_at} />],
                    ...Object.entries(found.settings).map(([name, value]) => [name, value] as const),
                    ...budgetOf(found.rate_limits)
                  ]}
                />
              </Tabs.Panel>
              <Tabs.Panel value="end" className="stack">
                <Links connection={found} />
                <div>
                  <End connection={found} />
                </div>
              </Tabs.Panel>
            </Tabs.Root>
          </>
        )
      }}
    </Shown>
  )
}
