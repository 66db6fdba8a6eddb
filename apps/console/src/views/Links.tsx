import { Dialog } from "@base-ui/react/dialog"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { acts } from "virtual:acts"
import { useMay } from "../app/Caller.tsx"
import { service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Code } from "../parts/Code.tsx"
import { Fault } from "../parts/Fault.tsx"
import { CompanyName } from "../parts/Names.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"

type InviteLink = Awaited<ReturnType<typeof service.inviteLinks.get>>
const categories = ["ACCOUNTING", "PAYMENTS", "ECOMMERCE", "CRM"] as const

const stateOf = ({ connections, expires_at, revoked }: InviteLink): readonly [word: string, tone: string] => {
  if (revoked) return ["revoked", "plain"]
  if (Date.parse(expires_at) < Date.now()) return ["expired", "plain"]
  return connections.length > 0 ? ["used", "good"] : ["waits", "warn"]
}

const columns: ReadonlyArray<Column<InviteLink>> = [
  {
    name: "company",
    header: "Company",
    show: ({ company }) => <CompanyName id={company.svc_id} />,
    text: ({ company }) => company.name
  },
  {
    name: "state",
    header: "State",
    show: (link) => {
      const [word, tone] = stateOf(link)
      return (
        <span className="badge" data-tone={tone}>
          {word}
        </span>
      )
    },
    text: (link) => stateOf(link)[0]
  },
  {
    name: "integration_categories",
    header: "For",
    show: ({ integration_categories }) => integration_categories.join(", ").toLowerCase()
  },
  {
    name: "integrations",
    header: "Platforms",
    show: ({ integrations }) => (integrations.length === 0 ? "all" : integrations.join(", "))
  },
  {
    name: "connections",
    header: "Connected",
    show: ({ connections }) => connections.length,
    text: ({ connections }) => connections.length,
    isNumber: true
  },
  { name: "expires_at", header: "Ends", sorts: true, show: ({ expires_at }) => <Time at={expires_at} /> },
  {
    name: "url",
    header: "Act",
    show: (link) => (
      <span className="row">
        {link.url === null || link.revoked ? null : (
          <a href={link.url} target="_blank" rel="noreferrer">
            Open
          </a>
        )}
        {link.revoked || link.invite_link_id === null ? null : (
          <Act
            of="revokeLink"
            scope="admin"
            kind="danger"
            act={() => service.inviteLinks.revoke({ invite_link_id: link.invite_link_id! })}
          />
        )}
      </span>
    ),
    // Who has the address may connect: it is in no file.
    text: () => ""
  }
]

const Make = () => {
  const [isOpen, setOpen] = useState(false)
  const cache = useQueryClient()
  const making = useMutation({
    mutationFn: (name: string) =>
      service.inviteLinks.create({
        integration_categories: [...categories],
        ...(name === "" ? {} : { company_name: name })
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["links"] })
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    making.mutate(String(new FormData(event.currentTarget).get("name")).trim())
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
        {acts.invite.label}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title>Make an invite link</Dialog.Title>
          {making.data === undefined ? (
            <form className="stack" onSubmit={submit}>
              <label className="field">
                <span>Name of the company; without one, whoever opens the link is asked</span>
                <input className="input" name="name" autoComplete="off" maxLength={255} />
              </label>
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
              <Code label="Send this link; it is valid for 30 days" text={making.data.url ?? ""} />
              <Dialog.Close className="button">Done</Dialog.Close>
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export const View = () => {
  const isAdmin = useMay("admin")
  return (
    <>
      <div className="row apart">
        <h1>Invite links</h1>
        {isAdmin ? <Make /> : null}
      </div>
      <Table
        title="Invite links"
        queryKey={["links"]}
        list={(asked, signal) => service.inviteLinks.list(asked, { signal })}
        columns={columns}
        idOf={({ svc_id }) => svc_id}
        empty={
          <>
            <strong>There is no link yet.</strong>
            <p>A link opens a page on which a company connects one of its platforms.</p>
          </>
        }
      />
    </>
  )
}
