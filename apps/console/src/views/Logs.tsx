/** What a connection or a sync did, line by line: what it could not read, what it asked of the platform, and what it told. */
import { Dialog } from "@base-ui/react/dialog"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { Json } from "../parts/Code.tsx"
import { Shown } from "../parts/Shown.tsx"
import { spoken } from "../parts/Status.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"

type ItemOf<L extends (...asked: Array<any>) => { page(): Promise<{ readonly data: ReadonlyArray<unknown> }> }> =
  Awaited<ReturnType<ReturnType<L>["page"]>>["data"][number]
type Refusal = ItemOf<typeof service.refusals.list>
type Call = ItemOf<typeof service.calls.list>
type Event = ItemOf<typeof service.events.list>

/** The record of an item, as far as there is one. */
const OfItem = ({ refusal: { data_model, platform_id, svc_company_id: company } }: { readonly refusal: Refusal }) => {
  const found = useQuery({
    queryKey: ["records", data_model, "of", company, platform_id],
    queryFn: ({ signal }) =>
      service
        .list(
          data_model,
          { limit: 1, filter: { svc_company_id: { eq: company }, platform_id: { eq: platform_id } } } as never,
          { signal }
        )
        .page()
  })
  return (
    <Shown of={found}>
      {({ data: [record] }) =>
        record === undefined ? (
          <p className="empty">There is no record of it.</p>
        ) : (
          <>
            <Json label="The record of it" value={record} />
            <Link to="/records/$model/$id" params={{ model: data_model, id: String((record as any).svc_id) }}>
              Look at the record
            </Link>
          </>
        )
      }
    </Shown>
  )
}

/** A refused item as the platform answered it, beside the record where there is one. */
const Item = ({ refusal }: { readonly refusal: Refusal }) => {
  const { issues, platform_id, svc_id } = refusal
  const detail = useQuery({ queryKey: ["refusal", svc_id], queryFn: () => service.refusals.get({ svc_id }) })
  return (
    <>
      <ul className="stack">
        {issues.map(({ field, message }) => (
          <li key={`${field} ${message}`} className="notice" data-tone="warn">
            {field === null ? null : <code>{field}</code>} {message}
          </li>
        ))}
      </ul>
      <div className="columns">
        <section className="panel">
          <Shown of={detail}>
            {({ raw_data: raw }) =>
              raw == null ? (
                <p className="empty">The platform's item is not kept.</p>
              ) : (
                <Json label="As the platform answered it" value={raw} />
              )
            }
          </Shown>
        </section>
        <section className="panel">
          {platform_id === null ? (
            <p className="empty">It has no id to find a record by.</p>
          ) : (
            <OfItem refusal={refusal} />
          )}
        </section>
      </div>
    </>
  )
}

const refusals: ReadonlyArray<Column<Refusal>> = [
  { name: "data_model", header: "Data model", sorts: true, show: ({ data_model }) => data_model },
  { name: "platform_id", header: "Item", show: ({ platform_id }) => <span className="mono">{platform_id}</span> },
  {
    name: "kind",
    header: "What",
    sorts: true,
    show: ({ kind }) => (
      <span className="badge" data-tone={kind === "refused" ? "bad" : "warn"}>
        {kind}
      </span>
    )
  },
  { name: "field", header: "Member", show: ({ field }) => <code>{field}</code> },
  { name: "message", header: "Why", isLong: true, show: ({ message }) => message },
  { name: "last_seen_at", header: "Last seen", sorts: true, show: ({ last_seen_at }) => <Time at={last_seen_at} /> },
  {
    name: "issues",
    header: "Act",
    show: (refusal) => (
      <Dialog.Root>
        <Dialog.Trigger className="button">Look at it</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="dialog wide">
            <Dialog.Title>
              {refusal.data_model} {refusal.platform_id}
            </Dialog.Title>
            <Item refusal={refusal} />
            <Dialog.Close className="button">Close</Dialog.Close>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    ),
    text: ({ issues }) => issues
  }
]

export const Refusals = ({ id }: { readonly id: number }) => (
  <Table
    title="Refused and warned"
    queryKey={["refusals"]}
    list={(asked, signal) => service.refusals.list(asked, { signal })}
    filter={{ connection_id: { eq: id } }}
    columns={refusals}
    idOf={({ svc_id }) => svc_id}
    empty={
      <>
        <strong>Everything could be read.</strong>
        <p>An item that cannot be read, or not in all of its members, is listed here until it can.</p>
      </>
    }
  />
)

const calls: ReadonlyArray<Column<Call>> = [
  { name: "called_at", header: "When", sorts: true, show: ({ called_at }) => <Time at={called_at} /> },
  {
    name: "path",
    header: "Call",
    show: ({ method, path, query_names: names }) => (
      <span className="mono">
        {method} {path}
        {names.length === 0 ? "" : `?${names.join("&")}`}
      </span>
    )
  },
  {
    name: "status",
    header: "Answer",
    sorts: true,
    show: ({ failure, status }) => (
      <span className="badge" data-tone={status === null || status >= 500 ? "bad" : status >= 400 ? "warn" : "good"}>
        {status ?? failure}
      </span>
    )
  },
  { name: "milliseconds", header: "Took, ms", sorts: true, isNumber: true, show: ({ milliseconds }) => milliseconds },
  {
    name: "waited_milliseconds",
    header: "Waited, ms",
    sorts: true,
    isNumber: true,
    show: ({ waited_milliseconds: waited }) => waited
  },
  { name: "attempt", header: "Attempt", isNumber: true, show: ({ attempt }) => attempt },
  { name: "purpose", header: "For", sorts: true, show: ({ purpose }) => purpose },
  {
    name: "sync_id",
    header: "Of",
    show: ({ sync_id: sync, upload_job_id: job }) =>
      sync !== null ? (
        <Link to="/syncs/$id" params={{ id: String(sync) }}>
          Sync {sync}
        </Link>
      ) : job !== null ? (
        <Link to="/writes/$id" params={{ id: job }}>
          Write
        </Link>
      ) : null
  }
]

/** Where all are of one sync, none says so. */
const callsOfSync = calls.filter(({ name }) => name !== "sync_id")

export const Calls = ({ filter }: { readonly filter: object }) => (
  <Table
    title="Calls to the platform"
    queryKey={["calls"]}
    list={(asked, signal) => service.calls.list(asked, { signal })}
    filter={filter}
    order={{ name: "called_at", direction: "DESC" }}
    columns={"sync_id" in filter ? callsOfSync : calls}
    idOf={({ svc_id }) => svc_id}
    empty={
      <>
        <strong>No call is kept.</strong>
        <p>
          Calls are kept for as many days as <code>SVC_CALL_LOG_DAYS</code> says; bodies never are.
        </p>
      </>
    }
  />
)

const events: ReadonlyArray<Column<Event>> = [
  { name: "created_at", header: "When", sorts: true, show: ({ created_at }) => <Time at={created_at} /> },
  { name: "type", header: "Event", sorts: true, show: ({ type }) => spoken(type) },
  { name: "operation", header: "What", show: ({ operation }) => operation?.toLowerCase() },
  {
    name: "subject_id",
    header: "Of",
    show: ({ data_model, subject_id }) =>
      data_model === null || subject_id === null ? (
        subject_id
      ) : (
        <Link to="/records/$model/$id" params={{ model: data_model, id: String(subject_id) }}>
          {data_model} {subject_id}
        </Link>
      )
  }
]

export const Events = ({ id }: { readonly id: number }) => (
  <Table
    title="Events"
    queryKey={["events"]}
    list={(asked, signal) => service.events.list(asked, { signal })}
    filter={{ connection_id: { eq: id } }}
    order={{ name: "created_at", direction: "DESC" }}
    columns={events}
    idOf={(event) => event.id}
    empty={
      <>
        <strong>No event is kept.</strong>
        <p>
          Events are kept where a webhook wants them, or all of them with <code>SVC_KEEP_ALL_EVENTS</code>.
        </p>
      </>
    }
  />
)
