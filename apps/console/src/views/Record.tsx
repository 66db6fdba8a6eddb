import type { ModelId } from "@svc/client"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useParams } from "@tanstack/react-router"
import { relations } from "virtual:relations"
import { root, service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Code, Json } from "../parts/Code.tsx"
import { CompanyName } from "../parts/Names.tsx"
import { Rows } from "../parts/Rows.tsx"
import { Shown } from "../parts/Shown.tsx"
import { spoken } from "../parts/Status.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"
import { addressOf } from "./RecordQuery.ts"

interface Member {
  readonly member: string
  readonly value: unknown
  /** What of the platform's item the mapping makes it of. */
  readonly places: ReadonlyArray<string>
  /** The model of the record that it names by its id at the platform, and the company they are of. */
  readonly names: string | undefined
  /** The model of the parts that it holds, each of which is a record of its own. */
  readonly parts: string | undefined
  readonly company: number
}
type Change = Awaited<ReturnType<ReturnType<typeof service.history>["page"]>>["data"][number]

/** Records of a company that have a value in a member, which is how one is found by what another says of it. */
const having = (member: string, value: unknown, company: number) =>
  ({ [`${member}[eq]`]: String(value), "svc_company_id[eq]": String(company) }) as never

/** The record that a member names. */
const Other = ({ company, id, model }: { readonly model: string; readonly id: unknown; readonly company: number }) => (
  <Link to="/records/$model" params={{ model }} search={having("platform_id", id, company)}>
    {model} {String(id)}
  </Link>
)

/** A part of a record, which is a record too, and what it names. */
const Part = ({
  company,
  model,
  of
}: {
  readonly model: string
  readonly of: Readonly<Record<string, unknown>>
  readonly company: number
}) => {
  const named = Object.entries(relations[model]?.one ?? {}).filter(([name]) => of[name] != null)
  return (
    <div className="row">
      <Link to="/records/$model/$id" params={{ model, id: String(of["svc_id"]) }}>
        {model} {String(of["svc_id"])}
      </Link>
      {named.map(([name, other]) => (
        <Other key={name} model={other} id={of[name]} company={company} />
      ))}
      <code>{JSON.stringify(of)}</code>
    </div>
  )
}

const shown = ({ company, member, names, parts, value }: Member) => {
  if (value === null || value === undefined) return <span className="soft">none</span>
  if (parts !== undefined && Array.isArray(value)) {
    return value.map((part) => <Part key={part.svc_id} model={parts} of={part} company={company} />)
  }
  if (names !== undefined) {
    return (Array.isArray(value) ? value : [value]).map((id) => (
      <span key={String(id)}>
        <Other model={names} id={id} company={company} />{" "}
      </span>
    ))
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
    header: "Made of, in the platform's item",
    show: ({ places }) =>
      places.map((place) => (
        <span key={place}>
          <code>{place}</code>{" "}
        </span>
      )),
    text: ({ places }) => places.join(" ")
  }
]

/** Whether records of a model are parts of others, made of their items. */
const isPart = (model: string): boolean =>
  Object.values(relations).some(({ parts }) => Object.values(parts).includes(model))

/** Where each member came from, as the connector's mapping tells; of those inside of lists, by the member that holds them. */
const useOrigins = (model: ModelId, id: number) =>
  useQuery({
    queryKey: ["origins", model, id],
    enabled: !isPart(model),
    queryFn: async ({ signal }) => {
      const found = await service.mapping.origins({ data_model: model, svc_id: id }, { signal })
      const places = new Map<string, Set<string>>()
      for (const { from, member } of found.members) {
        const [name = ""] = member.split(/[.[]/)
        places.set(name, new Set([...(places.get(name) ?? []), ...from]))
      }
      return { ...found, places }
    }
  })

const partColumns: ReadonlyArray<Column<{ readonly member: string; readonly from: ReadonlyArray<string> }>> = [
  { name: "member", header: "Member", show: ({ member }) => <code>{member}</code> },
  {
    name: "from",
    header: "Made of, in the platform's item",
    show: ({ from }) => from.map((place) => <code key={place}>{place} </code>),
    text: ({ from }) => from.join(" ")
  }
]

const Origins = ({ of }: { readonly of: ReturnType<typeof useOrigins> }) => {
  if (of.data === undefined) {
    return of.isError ? (
      <p className="soft">Where its members came from is not known: {String(of.error.message)}</p>
    ) : null
  }
  const inside = of.data.members.filter(({ member }) => /[.[]/.test(member))
  return (
    <>
      {of.data.is_complete ? null : (
        <p className="soft">
          Not every place of the item was tried: it is large, or has long lists, whose first entries the others are
          mapped as.
        </p>
      )}
      {inside.length === 0 ? null : (
        <>
          <h2>Where the members of its parts came from</h2>
          <Rows title="Members of parts" columns={partColumns} rows={inside} idOf={({ member }) => member} />
        </>
      )}
    </>
  )
}

type Mapped = Awaited<ReturnType<typeof service.mapping.again>>
const outcomes = {
  UNCHANGED: "It is as it was: the mapping of today makes the same of its item.",
  CHANGED: "It has changed, and its event was told.",
  DELETED: "Its item does not become it any more: it is deleted.",
  REFUSED: "Its item cannot be read, and the record stays as it was."
} as const

const MapAgain = ({ id, model }: { readonly id: number; readonly model: ModelId }) => {
  const [mapped, setMapped] = useState<Mapped | null>(null)
  return (
    <>
      <Act
        of="mapAgain"
        on={{ data_model: model, svc_id: id }}
        scope="write"
        act={() => service.mapping.again({ data_model: model, svc_id: id })}
        onDone={setMapped}
      />
      {mapped === null ? null : (
        <div className="notice" role="status" data-tone={mapped.outcome === "REFUSED" ? "bad" : undefined}>
          <p>{outcomes[mapped.outcome]}</p>
          {mapped.changed.map(({ from, member, to }) => (
            <div key={member}>
              <code>{member}</code> {JSON.stringify(from)} → {JSON.stringify(to)}
            </div>
          ))}
          {mapped.issues.map((issue) => (
            <p key={issue}>{issue}</p>
          ))}
        </div>
      )}
    </>
  )
}

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
  const origins = useOrigins(model, Number(id))
  return (
    <Shown of={record}>
      {({ raw_data: raw, ...unified }) => {
        const { one = {}, parts = {} } = relations[model] ?? {}
        return (
          <>
            <div className="row apart">
              <h1>
                <Link to="/records/$model" params={{ model }}>
                  {model}
                </Link>{" "}
                {id}
              </h1>
              {isPart(model) ? null : <MapAgain id={Number(id)} model={model} />}
            </div>
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
                places: [...(origins.data?.places.get(member) ?? [])],
                names: one[member],
                parts: parts[member],
                company: unified.svc_company_id
              }))}
            />
            <Origins of={origins} />
            <div className="columns">
              <section className="panel">
                <Json label="As the interface answers it" value={unified} />
              </section>
              <section className="panel">
                {raw == null ? (
                  <p className="empty">
                    {isPart(model)
                      ? "It is a part of another record, and made of the platform's item of that."
                      : "The platform's own item is not kept any more."}
                  </p>
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
