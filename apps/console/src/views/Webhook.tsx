import { useQuery } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { service } from "../app/Service.ts"
import { Act } from "../parts/Act.tsx"
import { Code } from "../parts/Code.tsx"
import { Facts } from "../parts/Facts.tsx"
import { Shown } from "../parts/Shown.tsx"
import { Status, spoken } from "../parts/Status.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { Time } from "../parts/Time.tsx"

type Delivery = Awaited<ReturnType<ReturnType<typeof service.webhooks.deliveries>["page"]>>["data"][number]

const columns: ReadonlyArray<Column<Delivery>> = [
  { name: "created_at", header: "Event", sorts: true, show: ({ created_at }) => <Time at={created_at} /> },
  { name: "status", header: "State", sorts: true, show: ({ status }) => <Status of={status} /> },
  { name: "data_model", header: "Of", show: ({ data_model, type }) => data_model ?? spoken(type) },
  { name: "operation", header: "What", show: ({ operation }) => operation?.toLowerCase() },
  { name: "attempts", header: "Attempts", sorts: true, show: ({ attempts }) => attempts, isNumber: true },
  { name: "response_status", header: "Answer", show: ({ response_status }) => response_status, isNumber: true },
  { name: "error", header: "Why not", show: ({ error }) => error },
  { name: "next_attempt_at", header: "Next", show: ({ next_attempt_at }) => <Time at={next_attempt_at} none="" /> },
  {
    name: "id",
    header: "Act",
    show: ({ id, status }) =>
      status === "PENDING" ? null : <Act label="Send again" scope="admin" act={() => service.webhooks.retry({ id })} />
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
              <Act label="Send a test" scope="admin" act={() => service.webhooks.test({ id })} />
              <Act
                label={is_disabled ? "Enable" : "Disable"}
                scope="admin"
                act={() => service.webhooks.update({ id, is_disabled: !is_disabled })}
              />
              <Act
                label="Rotate the secret"
                scope="admin"
                asked={
                  <p>
                    A new signing secret is made and shown once. Deliveries carry the old signature as well for a day.
                  </p>
                }
                act={() => service.webhooks.rotateSecret({ id })}
                onDone={(answer: { secret: string }) => setSecret(answer.secret)}
              />
              <Act
                label="Delete"
                scope="admin"
                kind="danger"
                typed={name}
                asked={<p>Nothing is sent there any more, and its deliveries are forgotten.</p>}
                act={() => service.webhooks.remove({ id })}
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
