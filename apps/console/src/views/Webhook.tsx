import { Dialog } from "@base-ui/react/dialog"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { type FormEvent, useMemo, useState } from "react"
import { acts } from "virtual:acts"
import { ofReplay } from "virtual:progress"
import { useMay } from "../app/Caller.tsx"
import { service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Code, Json } from "../parts/Code.tsx"
import { Facts } from "../parts/Facts.tsx"
import { Fault } from "../parts/Fault.tsx"
import { Plot } from "../parts/Plot.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Status, spoken } from "../parts/Status.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"
import { UnderWay } from "../parts/UnderWay.tsx"

type Delivery = Awaited<ReturnType<ReturnType<typeof service.webhooks.deliveries>["page"]>>["data"][number]

/** What was sent, and what was answered to each attempt. */
const Detail = ({ id }: { readonly id: string }) => {
  const found = useQuery({ queryKey: ["delivery", id], queryFn: () => service.webhooks.delivery({ id }) })
  return (
    <Shown of={found}>
      {({ attempts_made, body, event_id }) => (
        <>
          <h3>Attempts</h3>
          {attempts_made.length === 0 ? (
            <p className="soft">None was made yet.</p>
          ) : (
            <ol className="attention">
              {attempts_made.map(({ answer, at, error, milliseconds, number, response_status }) => (
                <li key={number}>
                  <span>
                    {number}. <Time at={at} />
                    {milliseconds === null ? "" : `, ${milliseconds} ms`}
                  </span>
                  <span>{error ?? `It was taken with ${response_status}${answer === null ? "." : `: ${answer}`}`}</span>
                </li>
              ))}
            </ol>
          )}
          <h3>Request</h3>
          <Facts
            of={[
              ["webhook-id", <code key="id">{event_id}</code>],
              ["webhook-timestamp", "the second of the attempt"],
              [
                "webhook-signature",
                <Link key="how" to="/webhooks/verify">
                  v1, and the signature over id, time and body
                </Link>
              ]
            ]}
          />
          <Json label="Body" value={JSON.parse(body)} />
        </>
      )}
    </Shown>
  )
}

const Look = ({ id }: { readonly id: string }) => (
  <Dialog.Root>
    <Dialog.Trigger className="button">Look at it</Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="dialog wide">
        <Dialog.Title>Delivery</Dialog.Title>
        <Detail id={id} />
        <Dialog.Close className="button">Close</Dialog.Close>
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)

const hour = 3_600_000
/** A moment as the field for it has it, in the zone of whoever looks. */
const local = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

const Replay = ({ id }: { readonly id: string }) => {
  const may = useMay("admin")
  const cache = useQueryClient()
  const replaying = useMutation({
    mutationFn: (span: { readonly from: string; readonly to: string }) => service.webhooks.replay({ id, ...span }),
    onSuccess: () => cache.invalidateQueries()
  })
  if (!may) return null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const moment = (name: string) => new Date(String(form.get(name))).toISOString()
    replaying.mutate({ from: moment("from"), to: moment("to") })
  }
  return (
    <Dialog.Root onOpenChange={(isOpen) => (isOpen ? replaying.reset() : undefined)}>
      <Dialog.Trigger className="button">{acts.replay.label}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title>{acts.replay.label}</Dialog.Title>
          {replaying.data === undefined ? (
            <form className="stack" onSubmit={submit}>
              <p>{acts.replay.says}</p>
              <label className="field">
                <span>From</span>
                <input
                  className="input"
                  type="datetime-local"
                  name="from"
                  required
                  defaultValue={local(Date.now() - 24 * hour)}
                />
              </label>
              <label className="field">
                <span>To</span>
                <input
                  className="input"
                  type="datetime-local"
                  name="to"
                  required
                  defaultValue={local(Date.now() + 60_000)}
                />
              </label>
              {replaying.isError ? <Fault error={replaying.error} /> : null}
              <div className="row">
                <button className="button" data-kind="main" disabled={replaying.isPending}>
                  Deliver them again
                </button>
                <Dialog.Close className="button">Leave it</Dialog.Close>
              </div>
            </form>
          ) : (
            <>
              <p role="status">{ofReplay(replaying.data.deliveries)}</p>
              <Dialog.Close className="button">Done</Dialog.Close>
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** How it did over the last day. */
const Course = ({ id }: { readonly id: string }) => {
  const found = useQuery({
    queryKey: ["webhook", id, "figures"],
    queryFn: () => service.webhooks.figures({ id, span: "day" })
  })
  const steps = found.data?.steps
  const times = useMemo(() => (steps ?? []).map(({ from }) => Date.parse(from)), [steps])
  const [success, latency] = useMemo(() => {
    const of = (label: string, colour: string, name: Exclude<keyof NonNullable<typeof steps>[number], "from">) => ({
      label,
      colour,
      values: (steps ?? []).map((step) => step[name])
    })
    return [
      [of("taken", "--good", "deliveries"), of("failed", "--bad", "deliveries_failed")],
      [
        of("ms to answer", "--accent", "answer_milliseconds"),
        of("ms the longest", "--warn", "longest_answer_milliseconds")
      ]
    ]
  }, [steps])
  return (
    <div className="plots">
      <section className="panel">
        <h2>Attempts of the last day</h2>
        <Plot title="Attempts of the last day" times={times} series={success!} />
      </section>
      <section className="panel">
        <h2>Latency of the last day</h2>
        <Plot title="Milliseconds until an answer" times={times} series={latency!} />
      </section>
    </div>
  )
}

const columns: ReadonlyArray<Column<Delivery>> = [
  { name: "created_at", header: "Event", sorts: true, show: ({ created_at }) => <Time at={created_at} /> },
  { name: "status", header: "State", sorts: true, show: ({ status }) => <Status of={status} /> },
  { name: "data_model", header: "Of", show: ({ data_model, type }) => data_model ?? spoken(type) },
  { name: "operation", header: "What", show: ({ operation }) => operation?.toLowerCase() },
  { name: "attempts", header: "Attempts", sorts: true, show: ({ attempts }) => attempts, isNumber: true },
  { name: "response_status", header: "Answer", show: ({ response_status }) => response_status, isNumber: true },
  { name: "error", header: "Why not", isLong: true, show: ({ error }) => error },
  { name: "next_attempt_at", header: "Next", show: ({ next_attempt_at }) => <Time at={next_attempt_at} none="" /> },
  {
    name: "id",
    header: "Act",
    show: ({ id, status }) => (
      <span className="row">
        <Look id={id} />
        {status === "PENDING" ? null : (
          <Act of="sendAgain" on={{ id }} scope="admin" act={() => service.webhooks.retry({ id })} />
        )}
      </span>
    )
  }
]

export const View = () => {
  const { id = "" } = useParams({ strict: false })
  const navigate = useNavigate()
  const [secret, setSecret] = useState<string | null>(null)
  const webhook = useQuery({ queryKey: ["webhook", id], queryFn: () => service.webhooks.get({ id }) })
  return (
    <Shown of={webhook}>
      {({ created_at, data_models, disabled_reason, is_disabled, name, operations, type, url }) => (
        <>
          <div className="row apart">
            <h1>{name}</h1>
            <span className="row">
              <Act of="testWebhook" on={{ id }} scope="admin" act={() => service.webhooks.test({ id })} />
              <Replay id={id} />
              <Act
                of={is_disabled ? "enableWebhook" : "disableWebhook"}
                on={{ id }}
                scope="admin"
                act={() => service.webhooks.update({ id, is_disabled: !is_disabled })}
              />
              <Act
                of="rotateWebhook"
                on={{ id }}
                scope="admin"
                asked
                act={() => service.webhooks.rotateSecret({ id })}
                onDone={(answer: { secret: string }) => setSecret(answer.secret)}
              />
              <Act
                of="deleteWebhook"
                on={{ id }}
                scope="admin"
                kind="danger"
                typed={name}
                asked
                act={() => service.webhooks.remove({ id })}
                gone={[
                  ["webhook", id],
                  ["deliveries", id]
                ]}
                onDone={() => void navigate({ to: "/webhooks" })}
              />
            </span>
          </div>
          {is_disabled ? (
            <p className="notice" data-tone="bad">
              {disabled_reason ?? "It is disabled: nothing is sent there."}
            </p>
          ) : null}
          {secret === null ? null : <Code label="The new secret; it is not shown again" text={secret} />}
          <section className="panel">
            <Facts
              of={[
                [
                  "To",
                  <span key="url" className="mono">
                    {url}
                  </span>
                ],
                ["Of", spoken(type)],
                ["Operations", operations.length === 0 ? "all" : operations.join(", ")],
                ["Data models", data_models.length === 0 ? "all" : data_models.join(", ")],
                ["Made", <Time key="made" at={created_at} />]
              ]}
            />
          </section>
          <UnderWay about={({ webhook_id }) => webhook_id === id} />
          <Course id={id} />
          <h2>Deliveries</h2>
          <Table
            title={`Deliveries of ${name}`}
            queryKey={["deliveries", id]}
            list={(asked, signal) => service.webhooks.deliveries({ id, ...asked }, { signal })}
            order={{ name: "created_at", direction: "DESC" }}
            columns={columns}
            idOf={(delivery) => delivery.id}
            empty={
              <>
                <strong>Nothing was sent yet.</strong>
                <p>Send a test to see whether it arrives.</p>
              </>
            }
          />
        </>
      )}
    </Shown>
  )
}
