import type { ModelId } from "@svc/client"
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { relations } from "virtual:relations"
import { root, service } from "../app/Service.ts"
import { Code, Json } from "../parts/Code.tsx"
import { CompanyName } from "../parts/Names.tsx"
import { Rows } from "../parts/Rows.tsx"
import { Shown } from "../parts/Shown.tsx"
import { spoken } from "../parts/Status.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"
import { provenanceOf } from "./Provenance.ts"
import { addressOf } from "./RecordQuery.ts"

interface Member {
  readonly member: string
  readonly value: unknown
  /** Where the same stands in the platform's item. */
  readonly places: ReadonlyArray<string>
  /** The model of the record that it names by its id at the platform, and the company they are of. */
  readonly names: string | undefined
  readonly company: number
}
type Change = Awaited<ReturnType<ReturnType<typeof service.history>["page"]>>["data"][number]

/** Records of a company that have a value in a member, which is how one is found by what another says of it. */
const having = (member: string, value: unknown, company: number) =>
  ({ [`${member}[eq]`]: String(value), "svc_company_id[eq]": String(company) }) as never

const shown = ({ company, member, names, value }: Member) => {
  if (value === null || value === undefined) return <span className="soft">none</span>
  if (names !== undefined) {
    return (
      <Link to="/records/$model" params={{ model: names }} search={having("platform_id", value, company)}>
        {names} {String(value)}
      </Link>
    )
  }
  if (member === "svc_company_id") return <CompanyName id={Number(value)} />
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) return <Time at={value} />
  return typeof value === "object" ? <code>{JSON.stringify(value)}</code> : String(value)
}

const members: ReadonlyArray<Column<Member>> = [
  { name: "member", header: "Member", show: ({ member }) => <code>{member}</code> },
  { name: "value", header: "Value", show: shown },
  {
    name: "places",
    header: "The same in the platform's item",
    show: ({ places }) =>
      places.map((place) => (
        <span key={place}>
          <code>{place}</code>{" "}
        </span>
      )),
    text: ({ places }) => places.join(" ")
  }
]

const changes: ReadonlyArray<Column<Change>> = [
  { name: "created_at", header: "When", sorts: true, show: ({ created_at }) => <Time at={created_at} /> },
  { name: "operation", header: "What", show: ({ operation }) => spoken(operation) },
  {
    name: "changed",
    header: "Members that changed",
    show: ({ changed }) =>
      changed === null
        ? "nothing is known of before"
        : changed.map(({ from, member, to }) => (
            <div key={member}>
              <code>{member}</code> {JSON.stringify(from)} → {JSON.stringify(to)}
            </div>
          ))
  }
]

const History = ({ id, model }: { readonly id: number; readonly model: ModelId }) => (
  <Table
    title={`History of ${model} ${id}`}
    queryKey={["history", model, id]}
    list={(asked, signal) => service.history(model, id, asked, { signal })}
    order={{ name: "created_at", direction: "DESC" }}
    columns={changes}
    idOf={(change) => change.id}
    empty={
      <>
        <strong>No change of it is kept.</strong>
        <p>
          Changes are kept where a webhook wants them, or all of them with <code>SVC_KEEP_ALL_EVENTS</code>.
        </p>
      </>
    }
  />
)

/** The lists of records that name this one. */
const Named = ({
  company,
  id,
  model
}: {
  readonly model: string
  /** At the platform. */
  readonly id: string
  readonly company: number
}) => {
  const many = relations[model]?.many ?? []
  return many.length === 0 ? null : (
    <p className="row">
      <span className="soft">Records that name it:</span>
      {many.map(([other, member]) => (
        <Link
          key={`${other} ${member}`}
          to="/records/$model"
          params={{ model: other }}
          search={having(member, id, company)}
        >
          {other}
        </Link>
      ))}
    </p>
  )
}

export const View = () => {
  const { id = "", model: text = "" } = useParams({ strict: false })
  const model = text as ModelId
  const record = useQuery({
    queryKey: ["record", model, id],
    queryFn: () =>
      service.get(model, Number(id), { select: ["raw_data"], include_deleted_records: true }) as Promise<any>
  })
  return (
    <Shown of={record}>
      {({ raw_data: raw, ...unified }) => {
        const places = provenanceOf(unified, raw)
        const one = relations[model]?.one ?? {}
        return (
          <>
            <h1>
              <Link to="/records/$model" params={{ model }}>
                {model}
              </Link>{" "}
              {id}
            </h1>
            {unified.svc_deleted_at === null ? null : (
              <p className="notice" data-tone="warn">
                It was deleted at the platform.
              </p>
            )}
            <Named id={unified.platform_id} model={model} company={unified.svc_company_id} />
            <Rows
              title={`${model} ${id}`}
              columns={members}
              idOf={({ member }) => member}
              rows={Object.entries(unified).map(([member, value]): Member => ({
                member,
                value,
                places: places.get(member) ?? [],
                names: one[member],
                company: unified.svc_company_id
              }))}
            />
            <div className="columns">
              <section className="panel">
                <Json label="As the interface answers it" value={unified} />
              </section>
              <section className="panel">
                {raw == null ? (
                  <p className="empty">The platform's own item is not kept any more.</p>
                ) : (
                  <Json label="As the platform answered it" value={raw} />
                )}
              </section>
            </div>
            <h2>History</h2>
            <History id={Number(id)} model={model} />
            <Code
              label="The same as a command"
              text={`curl -g -H "api_key: $SVC_API_KEY" '${addressOf(root, model, [])}/${id}?select=raw_data'`}
            />
          </>
        )
      }}
    </Shown>
  )
}
