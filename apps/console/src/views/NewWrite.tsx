import { type ModelId, pathOf } from "@svc/client"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useLocation, useNavigate } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { useMay } from "../app/Caller.tsx"
import { root, service } from "../app/Service.ts"
import { Code } from "../parts/Code.tsx"
import { Fault } from "../parts/Fault.tsx"
import { CompanyName, ConnectionName, useCompanyName } from "../parts/Names.tsx"
import { type Item, Members, type Schema } from "../parts/SchemaForm.tsx"
import { Shown } from "../parts/Shown.tsx"

type Connection = Awaited<ReturnType<typeof service.connections.get>>
type Write = Awaited<ReturnType<typeof service.connections.capabilities>>["writes"][number]

const operations = ["create", "update"] as const

/** The same request as a command; the key makes its repeats do the work once. */
const commandOf = ({ svc_company_id, svc_id }: Connection, { data_model, operation }: Write, item: Item): string => {
  const { svc_id: record, ...members } = item
  const path = `${root.href.replace(/\/$/, "")}${pathOf(data_model as ModelId)}`
  const [method, address, body] =
    operation === "create"
      ? ["POST", path, { company_id: svc_company_id, connection_id: svc_id, data: [item] }]
      : ["PATCH", `${path}/${String(record ?? "…")}`, members]
  return [
    `curl -X ${method} -H "api_key: $SVC_API_KEY" -H "content-type: application/json" \\`,
    `  -H "idempotency-key: $(uuidgen)" '${address}' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`
  ].join("\n")
}

const Form = ({ connection, write }: { readonly connection: Connection; readonly write: Write }) => {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [item, setItem] = useState<Item>({})
  const { data_model, operation } = write
  const model = data_model as never
  const sending = useMutation({
    mutationFn: async (): Promise<() => void> => {
      if (operation === "create") {
        const request = { company_id: connection.svc_company_id, connection_id: connection.svc_id, data: [item] }
        const { upload_job_id } = await service.create(model, request as never)
        return () => void navigate({ to: "/writes/$id", params: { id: upload_job_id } })
      }
      const { svc_id, ...members } = item
      await service.update(model, Number(svc_id), members as never)
      return () => void navigate({ to: "/records/$model/$id", params: { model: data_model, id: String(svc_id) } })
    },
    onSuccess: async (go) => {
      await cache.invalidateQueries()
      go()
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate()
  }
  // A record is named by its number here, which its page shows.
  const { platform_id: _, ...properties } = (write.schema as Schema).properties ?? {}
  const schema: Schema =
    operation === "create"
      ? (write.schema as Schema)
      : { properties, required: ["svc_id", ...((write.schema as Schema).required ?? [])] }
  return (
    <form className="stack" onSubmit={submit} aria-label={`${operation} ${data_model}`}>
      <div className="panel stack">
        <Members
          path=""
          schema={schema}
          item={item}
          of={{ svc_id: connection.svc_id, data_model, operation: operation === "create" ? "create" : "update" }}
          onChange={setItem}
        />
      </div>
      {sending.isError ? <Fault error={sending.error} /> : null}
      <div className="row">
        <button className="button" data-kind="main" disabled={sending.isPending}>
          {sending.isPending ? "It is being written…" : "Write it to the platform"}
        </button>
      </div>
      <Code label="The same as a command" text={commandOf(connection, write, item)} />
    </form>
  )
}

const Chosen = ({ id }: { readonly id: number }) => {
  const location = useLocation()
  const navigate = useNavigate()
  const connection = useQuery({
    queryKey: ["connection", id],
    queryFn: () => service.connections.get({ svc_id: id })
  })
  const capabilities = useQuery({
    queryKey: ["connection", id, "capabilities"],
    queryFn: () => service.connections.capabilities({ svc_id: id })
  })
  const chosen = new URLSearchParams(location.searchStr).get("write")
  const nameOf = ({ data_model, operation }: Write) => `${operation} ${data_model}`
  return (
    <Shown of={connection}>
      {(own) => (
        <Shown of={capabilities}>
          {({ writes }) => {
            const possible = writes.filter(({ operation }) => (operations as ReadonlyArray<string>).includes(operation))
            const write = possible.find((one) => nameOf(one) === chosen)
            if (possible.length === 0) {
              return <p className="empty">{own.integration_type} takes nothing that could be written.</p>
            }
            return (
              <>
                <p>
                  <ConnectionName id={id} of={own.integration_type} /> of <CompanyName id={own.svc_company_id} />
                </p>
                <label className="field">
                  <span>What is done</span>
                  <select
                    className="input"
                    value={write === undefined ? "" : nameOf(write)}
                    onChange={({ target }) =>
                      void navigate({
                        to: "/writes/new",
                        search: { connection: id, write: target.value } as never,
                        replace: true
                      })
                    }
                  >
                    <option value="" />
                    {possible.map((one) => (
                      <option key={nameOf(one)}>{nameOf(one)}</option>
                    ))}
                  </select>
                </label>
                {write === undefined ? null : <Form key={nameOf(write)} connection={own} write={write} />}
              </>
            )
          }}
        </Shown>
      )}
    </Shown>
  )
}

const Choice = ({ of: { integration_type, svc_company_id, svc_id } }: { readonly of: Connection }) => (
  <option value={svc_id}>{`${integration_type} of ${useCompanyName(svc_company_id)}`}</option>
)

export const View = (): React.JSX.Element => {
  const mayWrite = useMay("write")
  const location = useLocation()
  const navigate = useNavigate()
  const connections = useQuery({
    queryKey: ["connections", "healthy"],
    queryFn: ({ signal }) =>
      service.connections.list({ limit: 1000, filter: { status: { eq: "HEALTHY" } } } as never, { signal }).page()
  })
  const id = Number(new URLSearchParams(location.searchStr).get("connection") ?? 0)
  if (!mayWrite) {
    return (
      <>
        <h1>Write to a platform</h1>
        <p className="notice">Only a key with the scope write may write.</p>
      </>
    )
  }
  return (
    <>
      <h1>Write to a platform</h1>
      <p className="soft">
        Choose a connection and what is done: its fields, what they may refer to, and the same as a command are shown
        then.
      </p>
      <Shown of={connections}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="empty">
              <strong>No platform is connected.</strong>
              <Link to="/links">Make an invite link</Link>
            </p>
          ) : (
            <label className="field">
              <span>Connection</span>
              <select
                className="input"
                value={id === 0 ? "" : String(id)}
                onChange={({ target }) =>
                  void navigate({
                    to: "/writes/new",
                    search: { connection: Number(target.value) } as never,
                    replace: true
                  })
                }
              >
                <option value="" />
                {data.map((one) => (
                  <Choice key={one.svc_id} of={one} />
                ))}
              </select>
            </label>
          )
        }
      </Shown>
      {id === 0 ? null : <Chosen key={id} id={id} />}
    </>
  )
}
