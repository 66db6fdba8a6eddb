/**
 * The members of a JSON Schema as fields of a form: what it demands first, the rest behind a fold. What refers to a record
 * offers those that there are, asked of the service while somebody types.
 */
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useDeferredValue, useId, useState } from "react"
import { service } from "../app/Service.ts"

/** As far as schemas of writes go. */
export interface Schema {
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly enum?: ReadonlyArray<string | null>
  readonly format?: string
  readonly anyOf?: ReadonlyArray<Schema>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
}
export type Item = Readonly<Record<string, unknown>>

/** Of which write the choices of references are asked for. */
export interface Written {
  readonly svc_id: number
  readonly data_model: string
  readonly operation: "create" | "update"
}

const typesOf = ({ anyOf = [], type }: Schema): ReadonlyArray<string> => [
  ...(type === undefined ? [] : typeof type === "string" ? [type] : type),
  ...anyOf.flatMap(typesOf)
]
const isDay = ({ anyOf = [] }: Schema): boolean => anyOf.some(({ format }) => format === "date")
/** A reference may be named by its number here, or by the platform's id. */
const isReference = ({ anyOf = [] }: Schema): boolean =>
  anyOf.some(({ properties }) => properties?.["svc_id"] !== undefined)

const without = (item: Item, name: string): Item => {
  const { [name]: _, ...rest } = item
  return rest
}

interface FieldProps {
  readonly label: string
  /** Where in the item, without places in lists: `line_items.account_id`. */
  readonly path: string
  readonly schema: Schema
  readonly isRequired: boolean
  readonly value: unknown
  readonly of: Written
  /** Undefined takes the member out. */
  readonly onChange: (value: unknown) => void
}

const Reference = ({ isRequired, label, of, onChange, path, value }: FieldProps) => {
  const id = useId()
  const [isAsked, setAsked] = useState(false)
  const search = useDeferredValue(String(value ?? ""))
  const found = useQuery({
    queryKey: ["choices", of, path, search],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      service.connections.choices({ ...of, field: path, limit: 20, ...(search === "" ? {} : { search }) } as never, {
        signal
      })
  })
  const choices = found.data?.flatMap(({ choices }) => choices) ?? []
  return (
    <label className="field">
      <span>{label}</span>
      <input
        className="input"
        list={id}
        required={isRequired}
        value={String(value ?? "")}
        autoComplete="off"
        onFocus={() => setAsked(true)}
        onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
      />
      <datalist id={id}>
        {choices.map(({ name, platform_id, svc_id }) => (
          <option key={svc_id} value={platform_id}>
            {name}
          </option>
        ))}
      </datalist>
    </label>
  )
}

const Rows = ({ label, of, onChange, path, schema, value }: FieldProps) => {
  const rows = Array.isArray(value) ? (value as ReadonlyArray<unknown>) : []
  const inner = schema.items ?? {}
  const isPlain = inner.properties === undefined
  const change = (index: number, next: unknown) => onChange(rows.map((row, at) => (at === index ? next : row)))
  return (
    <fieldset className="panel stack">
      <legend>{label}</legend>
      {rows.map((row, index) => (
        <div key={index} className="stack" role="group" aria-label={`${label} ${index + 1}`}>
          {isPlain ? (
            <Field
              label={`${label} ${index + 1}`}
              path={path}
              schema={inner}
              isRequired
              value={row}
              of={of}
              onChange={(next) => change(index, next ?? "")}
            />
          ) : (
            <Members path={path} schema={inner} item={row as Item} of={of} onChange={(next) => change(index, next)} />
          )}
          <div className="row">
            <button
              type="button"
              className="button"
              onClick={() => {
                const left = rows.filter((_, at) => at !== index)
                onChange(left.length === 0 ? undefined : left)
              }}
            >
              Take away {label} {index + 1}
            </button>
          </div>
        </div>
      ))}
      <div className="row">
        <button type="button" className="button" onClick={() => onChange([...rows, isPlain ? "" : {}])}>
          Add to {label}
        </button>
      </div>
    </fieldset>
  )
}

const Field = (props: FieldProps) => {
  const { isRequired, label, of, onChange, path, schema, value } = props
  const types = typesOf(schema)
  if (types.includes("array")) return <Rows {...props} />
  if (schema.properties !== undefined) {
    return (
      <fieldset className="panel stack">
        <legend>{label}</legend>
        <Members
          path={path}
          schema={schema}
          item={(value ?? {}) as Item}
          of={of}
          onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
        />
      </fieldset>
    )
  }
  if (isReference(schema)) return <Reference {...props} />
  const choices = types.includes("boolean") ? ["true", "false"] : schema.enum?.filter((one) => one !== null)
  const isNumber = types.includes("number") || types.includes("integer")
  const read = (text: string): unknown => {
    if (text === "") return undefined
    if (types.includes("boolean")) return text === "true"
    return isNumber ? Number(text) : text
  }
  return (
    <label className="field">
      <span>{label}</span>
      {choices === undefined ? (
        <input
          className="input"
          type={isNumber ? "number" : isDay(schema) ? "date" : "text"}
          step="any"
          required={isRequired}
          value={String(value ?? "")}
          autoComplete="off"
          onChange={({ target }) => onChange(read(target.value))}
        />
      ) : (
        <select
          className="input"
          required={isRequired}
          value={String(value ?? "")}
          onChange={({ target }) => onChange(read(target.value))}
        >
          <option value="" />
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )}
    </label>
  )
}

/** All members of an object; `path` is where it stands in the item. */
export const Members = ({
  item,
  of,
  onChange,
  path,
  schema
}: {
  readonly path: string
  readonly schema: Schema
  readonly item: Item
  readonly of: Written
  readonly onChange: (item: Item) => void
}): ReactNode => {
  const members = Object.entries(schema.properties ?? {})
  const fieldOf = ([name, own]: (typeof members)[number], isRequired: boolean) => (
    <Field
      key={name}
      label={name}
      path={path === "" ? name : `${path}.${name}`}
      schema={own}
      isRequired={isRequired}
      value={item[name]}
      of={of}
      onChange={(value) => onChange(value === undefined ? without(item, name) : { ...item, [name]: value })}
    />
  )
  const isDemanded = ([name]: (typeof members)[number]) => schema.required?.includes(name) === true
  const others = members.filter((member) => !isDemanded(member))
  return (
    <>
      {members.filter(isDemanded).map((member) => fieldOf(member, true))}
      {others.length === 0 ? null : (
        <details open={others.length === members.length}>
          <summary>More members</summary>
          <div className="stack">{others.map((member) => fieldOf(member, false))}</div>
        </details>
      )}
    </>
  )
}
