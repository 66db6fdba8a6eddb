import { Tabs } from "@base-ui/react/tabs"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { acts } from "virtual:acts"
import { useMay } from "../app/Caller.tsx"
import { service } from "../app/Service.ts"
import { useParameter } from "../parts/Address.ts"
import { Act } from "../parts/Act.tsx"
import { Code, Json } from "../parts/Code.tsx"
import { Facts } from "../parts/Facts.tsx"
import { CompanyName, useCompany } from "../parts/Names.tsx"
import { Rows } from "../parts/Rows.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Calls, Events, Refusals } from "./Logs.tsx"
import { spoken, Status } from "../parts/Status.tsx"
import type { Column } from "../parts/Table.tsx"
import { exact, Time } from "../parts/Time.tsx"
import { UnderWay } from "../parts/UnderWay.tsx"
import { begunBy } from "./Syncs.tsx"

type Connection = Awaited<ReturnType<typeof service.connections.get>>
type State = Awaited<ReturnType<typeof service.connections.state>>

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
      <div className="row">
        <Act
          of="reconnect"
          on={{ svc_id: connection.svc_id }}
          scope="admin"
          act={() => service.connections.reconnect({ svc_id: connection.svc_id })}
          onDone={({ url }: { url: string | null }) => setLink(url)}
        />
        <span className="soft">{acts.reconnect.says}</span>
      </div>
      <div className="row">
        <Act
          of="inboundAddress"
          on={{ svc_id: connection.svc_id }}
          scope="admin"
          asked
          act={() => service.connections.inboundAddress({ svc_id: connection.svc_id })}
          onDone={setAddress}
        />
        <span className="soft">{acts.inboundAddress.says}</span>
      </div>
      {link === null ? null : <Code label="Send this link to whoever can sign in at the platform" text={link} />}
      {address === null ? null : <Json label="Enter this at the platform; it is not shown again" value={address} />}
    </>
  )
}

const Work = ({
  connection: { svc_company_id: company, svc_id, sync_status }
}: {
  readonly connection: Connection
}) => {
  const navigate = useNavigate()
  const begun = ({ svc_id: sync }: { svc_id: number }) =>
    void navigate({ to: "/syncs/$id", params: { id: String(sync) } })
  const on = { company, connection: svc_id, svc_id }
  const start = (full_sync: boolean) => service.syncs.start({ company_id: company, connection_id: svc_id, full_sync })
  return (
    <div className="row">
      <Act of="syncNow" on={on} scope="write" kind="main" act={() => start(false)} onDone={begun} />
      <Act of="fullSync" on={on} scope="write" asked act={() => start(true)} onDone={begun} />
      {sync_status === "PAUSED" ? (
        <Act of="resume" on={on} scope="admin" act={() => service.connections.resume({ svc_id })} />
      ) : (
        <Act of="pause" on={on} scope="admin" act={() => service.connections.pause({ svc_id })} />
      )}
      {useMay("write") ? (
        <Link to="/writes/new" search={{ connection: svc_id } as never} className="button">
          Write to it
        </Link>
      ) : null}
    </div>
  )
}

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
          <p className="empty">
            <strong>It was not synced yet.</strong> A sync begins when it is connected, and again by the schedule of
            each data model.
          </p>
        ) : (
          <ul className="attention">
            {found.map(({ error, full_sync, started_at, status, svc_created_at, svc_id, trigger }) => (
              <li key={svc_id}>
                <Link to="/syncs/$id" params={{ id: String(svc_id) }}>
                  {full_sync ? "Full sync" : "Sync"} {svc_id}
                </Link>
                <span className="soft">
                  begun by {begunBy[trigger]}, <Time at={started_at ?? svc_created_at} />
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

const units: Readonly<Record<string, string>> = {
  HOURLY: "hour",
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year"
}
/** How a data model is to be read, and how far it is. */
type Model = Connection["sync_config"][number] & State["data_models"][number] & { readonly most: number }
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
  {
    name: "records",
    header: "Records",
    isNumber: true,
    show: ({ most, records }) => (records >= most ? `${most} or more` : records)
  },
  {
    name: "last_status",
    header: "Last sync",
    show: ({ last_error, last_status, last_sync_id }) =>
      last_sync_id === null ? (
        <span className="soft">never</span>
      ) : (
        <span className="row" title={last_error ?? undefined}>
          <Link to="/syncs/$id" params={{ id: String(last_sync_id) }}>
            {last_sync_id}
          </Link>
          <Status of={last_status} />
        </span>
      )
  },
  {
    name: "last_finished_at",
    header: "It ended",
    show: ({ last_finished_at }) => <Time at={last_finished_at} none="" />
  },
  {
    name: "next_sync_at",
    header: "Next sync",
    show: ({ next_sync_at }) => <Time at={next_sync_at} none="when asked for" />
  },
  {
    name: "checkpoints",
    header: "Read until",
    show: ({ checkpoints }) =>
      checkpoints.map(({ is_full, is_under_way, pages, read_until, source }) => (
        <div key={source}>
          {checkpoints.length > 1 ? `${source}: ` : ""}
          <Time at={read_until} none="not to its end yet" />
          {is_under_way ? (
            <span className="soft">
              {" "}
              {is_full ? "all" : "changes"} under way, {pages} {pages === 1 ? "page" : "pages"}
            </span>
          ) : null}
        </div>
      ))
  },
  { name: "refused", header: "Refused", isNumber: true, show: ({ refused }) => refused },
  { name: "warnings", header: "Warned", isNumber: true, show: ({ warnings }) => warnings },
  { name: "enabled", header: "Read", show: ({ enabled }) => (enabled ? "yes" : "no") },
  {
    name: "frequency",
    header: "How often",
    show: ({ frequency, interval }) => {
      const unit = units[frequency]
      return unit === undefined ? spoken(frequency) : interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`
    },
    text: ({ frequency, interval }) => `${interval} ${frequency}`
  },
  { name: "sync_from", header: "From", show: ({ sync_from: from }) => <Time at={from} none="the beginning" /> },
  {
    name: "scope_access",
    header: "May",
    show: ({ scope_access: may }) =>
      Object.entries(may ?? {})
        .flatMap(([name, isAllowed]) => (isAllowed ? [name.toLowerCase()] : []))
        .join(", ")
  }
]

const useStanding = (id: number) =>
  useQuery({
    queryKey: ["connection", id, "state"],
    queryFn: ({ signal }) => service.connections.state({ svc_id: id }, { signal })
  })

const Models = ({ connection: { svc_id: id, sync_config: config } }: { readonly connection: Connection }) => (
  <Shown of={useStanding(id)}>
    {({ data_models: states, most }) => (
      <Rows
        title="Data models"
        columns={models}
        idOf={({ data_model: model }) => model}
        rows={states.flatMap((state): ReadonlyArray<Model> => {
          const own = config.find(({ data_model: model }) => model === state.data_model)
          return own === undefined ? [] : [{ ...own, ...state, most }]
        })}
        empty={
          <>
            <strong>It reads no data model.</strong>
            <p>
              <code>PUT /v3/core/connections/{id}/sync_config</code> says which are read, and how often.
            </p>
          </>
        }
      />
    )}
  </Shown>
)

/** What of the platform's limits is used now, such as "3 of 60"; what has no limit is left out. */
const budgetOf = ({ counters, maxLimits }: Connection["rate_limits"]) =>
  Object.entries(maxLimits).flatMap(([span, most]) =>
    most === null
      ? []
      : [
          [
            span === "concurrent" ? "Calls at once, now" : `Calls in this ${span}`,
            `${String(counters[span] ?? 0)} of ${String(most)}`
          ] as const
        ]
  )

const Standing = ({ connection }: { readonly connection: Connection }) => (
  <Shown of={useStanding(connection.svc_id)}>
    {({ account, scopes, token_ends_at }) => (
      <Facts
        of={[
          ["Id", connection.svc_id],
          ["Account", account],
          ["Category", connection.category],
          ["Authorised by", connection.auth_method ?? "the one way there is"],
          ["Granted", scopes === null ? "the platform does not say" : scopes.join(" ")],
          ["Access token ends", <Time key="token" at={token_ends_at} none="never" />],
          ["Connected", <Time key="made" at={connection.svc_created_at} />],
          ["Changed", <Time key="changed" at={connection.svc_updated_at} />],
          ...Object.entries(connection.settings).map(([name, value]) => [name, value] as const),
          ...budgetOf(connection.rate_limits)
        ]}
      />
    )}
  </Shown>
)

const End = ({ connection: { integration_type, svc_company_id, svc_id } }: { readonly connection: Connection }) => {
  const company = useCompany(svc_company_id)
  return (
    <Act
      of="disconnect"
      on={{ svc_id }}
      scope="admin"
      kind="danger"
      typed={integration_type}
      asked={<p>{company.data?.name ?? `Company ${svc_company_id}`}:</p>}
      act={() => service.connections.disconnect({ svc_id })}
    />
  )
}

export const View = () => {
  const { id: text } = useParams({ strict: false })
  const id = Number(text)
  const [part, setPart] = useParameter("part")
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
            <UnderWay about={({ connection_id }) => connection_id === id} />
            <Work connection={found} />
            <Tabs.Root
              value={part ?? "syncs"}
              onValueChange={(value) => setPart(value === "syncs" ? null : String(value))}
              className="stack"
            >
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
                <Standing connection={found} />
              </Tabs.Panel>
              <Tabs.Panel value="end" className="panel stack">
                <Links connection={found} />
                <div className="row">
                  <End connection={found} />
                  <span className="soft">{acts.disconnect.says}</span>
                </div>
                <p className="soft">
                  To erase everything that came through it, erase{" "}
                  <Link to="/companies/$id" params={{ id: String(found.svc_company_id) }}>
                    its company
                  </Link>
                  .
                </p>
              </Tabs.Panel>
            </Tabs.Root>
          </>
        )
      }}
    </Shown>
  )
}
