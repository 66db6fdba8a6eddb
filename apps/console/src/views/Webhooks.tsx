import { Link } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { spoken } from "../parts/Status.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"

type Webhook = Awaited<ReturnType<typeof service.webhooks.get>>

const columns: ReadonlyArray<Column<Webhook>> = [
  {
    name: "name",
    header: "Webhook",
    sorts: true,
    show: ({ id, name }) => (
      <Link to="/webhooks/$id" params={{ id }}>
        {name}
      </Link>
    )
  },
  { name: "url", header: "To", show: ({ url }) => <span className="mono">{url}</span> },
  { name: "type", header: "Of", show: ({ type }) => spoken(type) },
  {
    name: "is_disabled",
    header: "State",
    show: ({ disabled_reason, is_disabled }) => (
      <span className="badge" data-tone={is_disabled ? "bad" : "good"} title={disabled_reason ?? undefined}>
        {is_disabled ? "disabled" : "enabled"}
      </span>
    )
  },
  { name: "created_at", header: "Made", sorts: true, show: ({ created_at }) => <Time at={created_at} /> }
]

export const View = () => (
  <>
    <h1>Webhooks</h1>
    <Table
      title="Webhooks"
      queryKey={["webhooks"]}
      list={(asked, signal) => service.webhooks.list(asked, { signal })}
      columns={columns}
      idOf={({ id }) => id}
      empty={
        <>
          <strong>Nobody is told of changes yet.</strong>
          <p>
            Register an address with <code>POST /v3/core/webhooks</code>: it is told what changed, by signed requests,
            and again until it answers.
          </p>
        </>
      }
    />
  </>
)
