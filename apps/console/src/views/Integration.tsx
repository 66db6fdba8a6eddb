import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { acts } from "virtual:acts"
import { useMay } from "../app/Caller.tsx"
import { service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Code } from "../parts/Code.tsx"
import { Fault } from "../parts/Fault.tsx"
import { Linked } from "../parts/Linked.tsx"
import { Rows } from "../parts/Rows.tsx"
import { Shown } from "../parts/Shown.tsx"
import { spoken } from "../parts/Status.tsx"
import type { Column } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"

type Integration = Awaited<ReturnType<typeof service.integrations.get>>
type Registration = Awaited<ReturnType<typeof service.integrations.registration>>

const Steps = ({ of: { inbound_url, redirect_uri, steps } }: { readonly of: Registration }) => (
  <section className="panel stack">
    <h2>What has to be registered</h2>
    <ol className="steps">
      {steps.map(({ is_done, text, value }) => (
        <li key={text}>
          <p>
            <Linked text={text} />{" "}
            {is_done === null ? null : (
              <span className="badge" data-tone={is_done ? "good" : "warn"}>
                {is_done ? "done" : "to do"}
              </span>
            )}
          </p>
          {value === null ? null : (
            <Code
              label={
                value === redirect_uri ? "Redirect address" : value === inbound_url ? "Address for webhooks" : "Scopes"
              }
              text={value}
            />
          )}
        </li>
      ))}
    </ol>
  </section>
)

/** How one is authorised, where the platform has no other words for it. */
const kinds: Readonly<Record<Registration["ways"][number]["kind"], string>> = {
  OAuth2: "By signing in at the platform",
  ApiKey: "By a key of the platform",
  Basic: "By a name and a password",
  ClientCredentials: "By an application of their own",
  Signed: "By a key that signs",
  None: "Without credentials"
}

const Ways = ({ of: { limits, ways } }: { readonly of: Registration }) => (
  <section className="panel stack">
    <h2>How companies connect</h2>
    {ways.map(({ fields, guide, is_ready, kind, label, name, scopes }) => (
      <div key={name ?? kind} className="stack">
        <p className="row">
          <strong>{label ?? kinds[kind]}</strong>
          <span className="badge" data-tone={is_ready ? "good" : "warn"}>
            {is_ready ? "ready" : "not ready: see the steps"}
          </span>
        </p>
        {fields.length === 0 ? null : <p>They enter: {fields.join(", ")}.</p>}
        {scopes.length === 0 ? null : (
          <p>
            They allow: <code>{scopes.join(" ")}</code>
          </p>
        )}
        {guide.length === 0 ? null : (
          <ol>
            {guide.map((line) => (
              <li key={line}>
                <Linked text={line} />
              </li>
            ))}
          </ol>
        )}
      </div>
    ))}
    <h3>Limits of the platform</h3>
    <p>
      {limits.length === 0
        ? "None are known, or the plan of the account decides."
        : `${limits.join(", ")}, for each connection.`}
    </p>
  </section>
)

const Credentials = ({ of }: { readonly of: Integration }) => {
  const may = useMay("admin")
  const cache = useQueryClient()
  const setting = useMutation({
    mutationFn: (asked: {
      readonly client_id: string
      readonly client_secret: string
      readonly is_svc_identity: boolean
    }) => service.integrations.update({ integration_id: of.svc_id, is_disabled: of.is_disabled, ...asked }),
    onSuccess: () => cache.invalidateQueries()
  })
  if (!may) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name)).trim()
    const secret = text("client_secret")
    setting.mutate({
      client_id: text("client_id"),
      // What is not typed stays as it is.
      client_secret: secret === "" ? (of.client_secret ?? "") : secret,
      is_svc_identity: form.get("identity") === "service"
    })
  }
  return (
    <section className="panel stack">
      <h2>Credentials</h2>
      <form className="stack" onSubmit={submit} key={of.svc_updated_at}>
        <label className="field">
          <span>Signs in as</span>
          <select className="input" name="identity" defaultValue={of.is_svc_identity ? "service" : "own"}>
            <option value="service">the service's own application (by its settings)</option>
            <option value="own">your application (below)</option>
          </select>
        </label>
        <label className="field">
          <span>Client id</span>
          <input className="input mono" name="client_id" defaultValue={of.client_id ?? ""} autoComplete="off" />
        </label>
        <label className="field">
          <span>Client secret; left empty, it stays as it is</span>
          <input className="input mono" name="client_secret" type="password" autoComplete="off" />
        </label>
        {setting.isError ? <Fault error={setting.error} /> : null}
        {setting.isSuccess ? <p role="status">{acts.setCredentials.done}</p> : null}
        <div className="row">
          <button className="button" data-kind="main" disabled={setting.isPending}>
            {acts.setCredentials.label}
          </button>
        </div>
      </form>
      <Checking of={of} />
    </section>
  )
}

type Check = Awaited<ReturnType<typeof service.integrations.check>>
const tones = { ACCEPTED: undefined, REFUSED: "bad", UNKNOWN: "warn" } as const

const Checking = ({ of }: { readonly of: Integration }) => {
  const [check, setCheck] = useState<Check | null>(null)
  const on = { integration_id: of.svc_id }
  return (
    <>
      <div>
        <Act of="checkIntegration" on={on} scope="admin" act={() => service.integrations.check(on)} onDone={setCheck} />
      </div>
      {check === null ? null : (
        <div className="notice" role="status" data-tone={tones[check.result]}>
          <p>
            <strong>{spoken(check.result)}</strong>: {check.sentence}
          </p>
          {check.platform_answer === null ? null : (
            <p className="soft">
              It answered <code>{check.platform_answer}</code>, <Time at={check.checked_at} />.
            </p>
          )}
        </div>
      )}
    </>
  )
}

type Capability = Awaited<ReturnType<typeof service.capabilities.list>>[number]["data_models"][number]
const can = (["read", "incremental", "create", "update", "delete", "void"] as const).map(
  (name): Column<Capability> => ({
    name,
    header: name === "incremental" ? "Changes only" : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    show: (model) => (model[name] ? "yes" : <span className="soft">no</span>)
  })
)
const capabilityColumns: ReadonlyArray<Column<Capability>> = [
  {
    name: "data_model",
    header: "Data model",
    show: ({ data_model: model }) => (
      <Link to="/records/$model" params={{ model }}>
        {model}
      </Link>
    )
  },
  ...can
]

const Capabilities = ({ type }: { readonly type: string }) => {
  const found = useQuery({ queryKey: ["capabilities"], queryFn: () => service.capabilities.list(), staleTime: 600_000 })
  return (
    <section className="panel stack">
      <h2>What it can</h2>
      <Shown of={found}>
        {(all) => (
          <Rows
            title="What it can"
            columns={capabilityColumns}
            rows={all
              .filter(({ integration_type }) => integration_type === type)
              .flatMap(({ data_models: models }) => models)}
            idOf={({ data_model: model }) => model}
          />
        )}
      </Shown>
    </section>
  )
}

export const View = () => {
  const { id = "" } = useParams({ strict: false })
  const integration_id = Number(id)
  const integration = useQuery({
    queryKey: ["integration", id],
    queryFn: () => service.integrations.get({ integration_id })
  })
  const registration = useQuery({
    queryKey: ["registration", id],
    queryFn: () => service.integrations.registration({ integration_id })
  })
  return (
    <Shown of={integration}>
      {(own) => (
        <>
          <div className="row apart">
            <h1>{registration.data?.name ?? own.integration_type}</h1>
            <Act
              of={own.is_disabled ? "offerIntegration" : "disableIntegration"}
              on={{ integration_id }}
              scope="admin"
              {...(own.is_disabled ? {} : { asked: true })}
              act={() =>
                service.integrations.update({
                  integration_id,
                  client_id: own.client_id ?? "",
                  client_secret: own.client_secret ?? "",
                  is_svc_identity: own.is_svc_identity,
                  is_disabled: !own.is_disabled
                })
              }
            />
          </div>
          {own.is_disabled ? (
            <p className="notice" data-tone="warn">
              It is disabled: nobody can connect it.
            </p>
          ) : null}
          <Shown of={registration}>
            {(found) => (
              <>
                <Steps of={found} />
                <Credentials of={own} />
                <Ways of={found} />
              </>
            )}
          </Shown>
          <Capabilities type={own.integration_type} />
        </>
      )}
    </Shown>
  )
}
