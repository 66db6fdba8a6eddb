import { Dialog } from "@base-ui/react/dialog"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { acts } from "virtual:acts"
import { type Scope, useCaller, useMay } from "../app/Caller.tsx"
import { service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Code } from "../parts/Code.tsx"
import { Facts } from "../parts/Facts.tsx"
import { Fault } from "../parts/Fault.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"

type Key = Awaited<ReturnType<typeof service.apiKeys.revoke>>
type Session = Awaited<ReturnType<typeof service.sessions.end>>

const scopes: ReadonlyArray<Scope> = ["read", "write", "passthrough", "admin"]
/** A day, in which whoever uses the old key takes the new one. */
const overlap_seconds = 86_400
/** The new key stays where it was asked for: its list says a moment later that the old one is replaced. */
const Rotate = ({ of: { name, replaced_by, svc_id: id } }: { readonly of: Key }) => {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret === null && replaced_by !== null) return <span className="soft">replaced by {replaced_by}</span>
  return secret === null ? (
    <Act
      of="rotateKey"
      on={{ svc_id: id }}
      label="Rotate"
      scope="admin"
      asked={<p>{name}:</p>}
      act={() => service.apiKeys.rotate({ svc_id: id, overlap_seconds })}
      onDone={(made: { secret: string }) => setSecret(made.secret)}
    />
  ) : (
    <Code label={acts.rotateKey.done} text={secret} />
  )
}

const Make = () => {
  const cache = useQueryClient()
  const making = useMutation({
    mutationFn: (asked: { readonly name: string; readonly scopes: ReadonlyArray<Scope> }) =>
      service.apiKeys.create(asked),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["keys"] })
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    making.mutate({
      name: String(form.get("name")).trim(),
      scopes: scopes.filter((scope) => form.get(scope) === "on")
    })
  }
  return (
    <Dialog.Root onOpenChange={(isOpen) => (isOpen ? making.reset() : undefined)}>
      <Dialog.Trigger className="button" data-kind="main">
        {acts.makeKey.label}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title>{acts.makeKey.label}</Dialog.Title>
          {making.data === undefined ? (
            <form className="stack" onSubmit={submit}>
              <p>{acts.makeKey.says}</p>
              <label className="field">
                <span>What it is for</span>
                <input className="input" name="name" required autoComplete="off" maxLength={255} />
              </label>
              <fieldset className="row">
                <legend>It may</legend>
                {scopes.map((scope) => (
                  <label key={scope}>
                    <input type="checkbox" name={scope} defaultChecked={scope === "read"} /> {scope}
                  </label>
                ))}
              </fieldset>
              {making.isError ? <Fault error={making.error} /> : null}
              <div className="row">
                <button className="button" data-kind="main" disabled={making.isPending}>
                  Make it
                </button>
                <Dialog.Close className="button">Leave it</Dialog.Close>
              </div>
            </form>
          ) : (
            <>
              <Code label={acts.makeKey.done} text={making.data.secret} />
              <Dialog.Close className="button">Done</Dialog.Close>
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const keys: ReadonlyArray<Column<Key>> = [
  { name: "name", header: "API key", sorts: true, show: ({ name }) => name },
  { name: "svc_id", header: "Id", sorts: true, isNumber: true, show: ({ svc_id }) => svc_id },
  { name: "prefix", header: "Begins with", show: ({ prefix }) => <code>{prefix}…</code> },
  { name: "scopes", header: "May", show: ({ scopes }) => scopes.join(", ") },
  { name: "company_id", header: "Company", show: ({ company_id }) => company_id ?? <span className="soft">all</span> },
  { name: "last_used_at", header: "Last used", sorts: true, show: ({ last_used_at }) => <Time at={last_used_at} /> },
  { name: "expires_at", header: "Ends", sorts: true, show: ({ expires_at }) => <Time at={expires_at} /> },
  {
    name: "revoked_at",
    header: "Act",
    show: (key) => {
      const { expires_at, name, revoked_at, svc_id } = key
      return revoked_at !== null ? (
        <span className="soft">
          revoked <Time at={revoked_at} />
        </span>
      ) : expires_at !== null && Date.parse(expires_at) <= Date.now() ? (
        <span className="soft">ended</span>
      ) : (
        <span className="row">
          <Rotate of={key} />
          <Act
            of="revokeKey"
            on={{ svc_id }}
            label="Revoke"
            scope="admin"
            kind="danger"
            asked={<p>{name}:</p>}
            act={() => service.apiKeys.revoke({ svc_id })}
          />
        </span>
      )
    }
  }
]

const sessions: ReadonlyArray<Column<Session>> = [
  { name: "api_key_name", header: "Signed in with", show: ({ api_key_name }) => api_key_name },
  { name: "address", header: "From", show: ({ address }) => address },
  { name: "user_agent", header: "Browser", show: ({ user_agent }) => user_agent },
  { name: "svc_created_at", header: "Since", sorts: true, show: ({ svc_created_at }) => <Time at={svc_created_at} /> },
  { name: "last_used_at", header: "Last used", sorts: true, show: ({ last_used_at }) => <Time at={last_used_at} /> },
  {
    name: "ended_at",
    header: "Act",
    show: ({ ended_at, expires_at, svc_id }) =>
      ended_at === null && Date.parse(expires_at) > Date.now() ? (
        <Act of="endSession" on={{ svc_id }} scope="admin" kind="danger" act={() => service.sessions.end({ svc_id })} />
      ) : (
        <span className="soft">
          ended <Time at={ended_at ?? expires_at} />
        </span>
      )
  }
]

export const View = () => {
  const caller = useCaller()
  const isAdmin = useMay("admin")
  return (
    <>
      <h1>Keys and sessions</h1>
      <section className="panel">
        <Facts
          of={[
            ["Signed in with", caller.api_key_name],
            ["May", caller.scopes.join(", ")],
            ["Sees", caller.company_id === null ? "all companies" : `company ${caller.company_id}`],
            ["Session ends", <Time key="ends" at={caller.session_expires_at} none="with the API key" />]
          ]}
        />
      </section>
      {isAdmin ? (
        <>
          <div className="row apart">
            <h2>API keys</h2>
            <Make />
          </div>
          <Table
            title="API keys"
            name="keys."
            queryKey={["keys"]}
            list={(asked, signal) => service.apiKeys.list(asked, { signal })}
            columns={keys}
            idOf={({ svc_id }) => svc_id}
            empty={<strong>There is no key.</strong>}
          />
          <h2>Sessions of the console</h2>
          <Table
            title="Sessions"
            name="sessions."
            queryKey={["sessions"]}
            list={(asked, signal) => service.sessions.list(asked, { signal })}
            columns={sessions}
            idOf={({ svc_id }) => svc_id}
            empty={<strong>Nobody has signed in yet.</strong>}
          />
        </>
      ) : (
        <p className="notice">Keys and sessions are shown to keys with the scope admin.</p>
      )}
    </>
  )
}
