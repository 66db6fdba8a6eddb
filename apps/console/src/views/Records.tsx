import type { ModelId } from "@svc/client"
import { useQuery } from "@tanstack/react-query"
import { Link, useLocation, useNavigate, useParams } from "@tanstack/react-router"
import { type FormEvent, useMemo, useState } from "react"
import { root, service } from "../app/Service.ts"
import { Code } from "../parts/Code.tsx"
import { CompanyName } from "../parts/Names.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"
import {
  addressOf,
  type Filters,
  filtersOf,
  type Operator,
  operators,
  parametersOf,
  shownOf,
  valuesOf
} from "./RecordQuery.ts"

type Row = Readonly<Record<string, unknown>> & { readonly svc_id: number }

/** Members that say most of a record come first. */
const first = [
  "svc_id",
  "name",
  "full_name",
  "document_number",
  "number",
  "title",
  "status",
  "posted_date",
  "total_amount",
  "currency_id",
  "svc_company_id",
  "platform_id"
]

const show = (name: string, value: unknown) => {
  if (value === null || value === undefined) return ""
  if (name === "svc_company_id") return <CompanyName id={Number(value)} />
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) return <Time at={value} />
  return typeof value === "object" ? <code>{JSON.stringify(value)}</code> : String(value)
}

const columnsOf = (model: string, sample: Row | undefined): ReadonlyArray<Column<Row>> => {
  const scalars = Object.entries(sample ?? { svc_id: 1 }).flatMap(([name, value]) =>
    typeof value === "object" && value !== null ? [] : [name]
  )
  const order = [...first.filter((name) => scalars.includes(name)), ...scalars.filter((name) => !first.includes(name))]
  return order.map((name) => ({
    name,
    header: name,
    sorts: true,
    isNumber: typeof sample?.[name] === "number" && !name.endsWith("_id"),
    show: (row) =>
      name === "svc_id" ? (
        <Link to="/records/$model/$id" params={{ model, id: String(row.svc_id) }}>
          {row.svc_id}
        </Link>
      ) : (
        show(name, row[name])
      )
  }))
}

const Chooser = ({
  fields,
  filters,
  onChange
}: {
  readonly fields: ReadonlyArray<string>
  readonly filters: Filters
  readonly onChange: (filters: Filters) => void
}) => {
  const [operator, setOperator] = useState<Operator>("eq")
  const values = valuesOf[operator]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [field, value] = [String(form.get("field")).trim(), String(form.get("value")).trim()]
    if (field !== "") onChange([...filters, { field, operator, value }])
    event.currentTarget.reset()
    setOperator("eq")
  }
  return (
    <div className="panel stack">
      <form className="row fields" onSubmit={submit}>
        <label className="field">
          <span>Member</span>
          <input className="input" name="field" list="fields" required autoComplete="off" />
        </label>
        <datalist id="fields">
          {fields.map((field) => (
            <option key={field} value={field} />
          ))}
        </datalist>
        <label className="field">
          <span>What of it</span>
          <select className="input" value={operator} onChange={({ target }) => setOperator(target.value as Operator)}>
            {Object.entries(operators).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>Value</span>
          {values === undefined ? (
            <input className="input" name="value" required autoComplete="off" />
          ) : (
            <select className="input" name="value">
              {Object.entries(values).map(([name, text]) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </label>
        <button className="button">Add</button>
      </form>
      {filters.length === 0 ? null : (
        <ul className="row" aria-label="Filters and order">
          {filters.map((filter, index) => (
            <li key={shownOf(filter)}>
              <button className="button" onClick={() => onChange(filters.filter((_, at) => at !== index))}>
                <code>{shownOf(filter)}</code> <span aria-hidden="true">×</span>
                <span className="away">take away</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export const View = () => {
  const { model: text = "" } = useParams({ strict: false })
  const model = text as ModelId
  const location = useLocation()
  const navigate = useNavigate()
  const filters = useMemo(() => filtersOf(location.searchStr), [location.searchStr])
  const query = useMemo(() => parametersOf(filters), [filters])
  const sample = useQuery({
    queryKey: ["records", model, "sample"],
    queryFn: ({ signal }) => service.list(model, { limit: 1, include_deleted_records: true }, { signal }).page()
  })
  const columns = useMemo(() => columnsOf(model, sample.data?.data[0] as Row | undefined), [model, sample.data])
  const address = addressOf(root, model, filters)
  const change = (next: Filters) =>
    void navigate({
      to: "/records/$model",
      params: { model },
      search: Object.fromEntries(next.map((one) => [shownOf(one, false), one.value])) as never
    })
  const [sorted] = Object.entries(query.sort)
  return (
    <>
      <h1>{model}</h1>
      <Chooser fields={columns.map(({ name }) => name)} filters={filters} onChange={change} />
      <Table
        key={address}
        title={model}
        queryKey={["records", model, address]}
        list={(asked, signal) => service.list(model, { ...asked, ...query } as never, { signal }) as never}
        // An export is in the order of `svc_id`, which is that of a list without another.
        all={
          Object.keys(query.sort).length > 0
            ? undefined
            : (signal) => service.export(model, { filter: query.filter } as never, { signal }) as never
        }
        order={sorted === undefined ? undefined : { name: sorted[0], direction: sorted[1] === "DESC" ? "DESC" : "ASC" }}
        onOrder={({ direction, name }) =>
          change([
            ...filters.filter(({ operator }) => operator !== "sort"),
            { field: name, operator: "sort", value: direction }
          ])
        }
        columns={columns}
        idOf={({ svc_id }) => svc_id}
        empty={
          <>
            <strong>No record is like that.</strong>
            <p>{filters.length === 0 ? "No connection has one yet." : "Take a filter away to see more."}</p>
          </>
        }
      />
      <Code label="The same as a command" text={`curl -g -H "api_key: $SVC_API_KEY" '${address}'`} />
    </>
  )
}
