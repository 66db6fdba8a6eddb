import { Dialog } from "@base-ui/react/dialog"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { acts } from "virtual:acts"
import { useMay } from "../app/Caller.tsx"
import { service } from "../app/Service.ts"
import { Code } from "../parts/Code.tsx"
import { Fault } from "../parts/Fault.tsx"
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

const types = ["DATA_MODEL_CHANGES", "CONNECTION_CHANGED", "SYNC_COMPLETED"] as const

const Make = () => {
  const [isOpen, setOpen] = useState(false)
  const cache = useQueryClient()
  const making = useMutation({
    mutationFn: (asked: { readonly name: string; readonly url: string; readonly type: (typeof types)[number] }) =>
      service.webhooks.create(asked),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["webhooks"] })
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    making.mutate({
      name: String(form.get("name")).trim(),
      url: String(form.get("url")).trim(),
      type: types.find((one) => one === form.get("type"))!
    })
  }
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        if (open) making.reset()
      }}
    >
      <Dialog.Trigger className="button" data-kind="main">
        {acts.addWebhook.label}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title>Add a webhook</Dialog.Title>
          {making.data === undefined ? (
            <form className="stack" onSubmit={submit}>
              <label className="field">
                <span>Name</span>
                <input className="input" name="name" required autoComplete="off" maxLength={255} />
              </label>
              <label className="field">
                <span>Address that is told</span>
                <input className="input mono" name="url" type="url" required autoComplete="off" />
              </label>
              <label className="field">
                <span>Of what</span>
                <select className="input" name="type">
                  {types.map((one) => (
                    <option key={one} value={one}>
                      {spoken(one)}
                    </option>
                  ))}
                </select>
              </label>
              {making.isError ? <Fault error={making.error} /> : null}
              <div className="row">
                <button className="button" data-kind="main" disabled={making.isPending}>
                  Add it
                </button>
                <Dialog.Close className="button">Leave it</Dialog.Close>
              </div>
            </form>
          ) : (
            <>
              <Code label="Its signing secret; it is not shown again" text={making.data.secret} />
              <Dialog.Close className="button">Done</Dialog.Close>
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export const View = () => (
  <>
    <div className="row apart">
      <h1>Webhooks</h1>
      <span className="row">
        <Link to="/webhooks/verify" className="button">
          How to check what is delivered
        </Link>
        {useMay("admin") ? <Make /> : null}
      </span>
    </div>
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
            Add an address: it is told what changed, by signed requests, and again until it answers. By the interface it
            is <code>POST /v3/core/webhooks</code>.
          </p>
        </>
      }
    />
  </>
)
