/** How the stages of deal pipelines are written, each below its pipeline. */
import { Call, Connector, Lookup, Normalize, Read, Wire, Write } from "@svc/core"
import { writing as scopes } from "./auth.ts"
import { crmStages, staged } from "./crm-stages.ts"
import { named, path, pathOf, query } from "./write-pipelines.ts"

interface Stage {
  readonly platform_id?: string
  readonly pipeline_id?: string | null | undefined
}
/** Each stage with its pipeline, by its id: the address of a stage is below that of its pipeline. */
const stages = Lookup.make({
  call: { path },
  response: Wire.struct({
    results: Wire.list(
      Wire.struct({
        id: Wire.required(Wire.id),
        stages: Wire.list(
          Wire.struct({
            id: Wire.required(Wire.id),
            metadata: Wire.struct({ probability: Wire.text, isClosed: Wire.text })
          })
        )
      })
    )
  }),
  pick: ({ results }) =>
    new Map(
      (results ?? []).flatMap(({ id: pipeline, stages: own }) =>
        (own ?? []).map(({ id, metadata }) => [id, { pipeline, metadata: Call.present(metadata ?? {}) }] as const)
      )
    ),
  absent: new Map()
})
type Stages = typeof stages extends Lookup.Lookup<infer A> ? A : never
const stagePath = (item: Stage | undefined, found: Stages) =>
  `${pathOf(found.get(item?.platform_id ?? "")?.pipeline ?? "none")}/stages/${Call.segment(item?.platform_id ?? "")}`

/** In percent here, from 0 to 1 there, as text. */
const probability = (percent: number | null | undefined) =>
  percent == null ? undefined : String(Normalize.product(percent, 0.01, "deal_probability"))
const closing = (isClosed: boolean | null | undefined) => (isClosed == null ? undefined : String(isClosed))
const lackingStage = ["status", "is_won"]
export const writeCrmStages = {
  create: Connector.create("CRM_STAGES", {
    requires: ["name", "pipeline_id", "display_order", "deal_probability"],
    unsupported: lackingStage,
    call: ([item]) => ({
      method: "POST",
      path: `${pathOf(item?.pipeline_id)}/stages`,
      body: {
        label: item?.name,
        displayOrder: item?.display_order,
        metadata: Call.present({ probability: probability(item?.deal_probability), isClosed: closing(item?.is_closed) })
      }
    }),
    answers: (body, [item]) => [Write.accepted(staged(body, item?.pipeline_id))],
    record: crmStages,
    scope: scopes.deals,
    idempotency: Write.lookup({
      call: ({ pipeline_id }) => ({ path: `${pathOf(pipeline_id)}/stages` }),
      find: (body, { name, pipeline_id }, { since }) => {
        const found = named(Read.arrayAt(body, "results"), name, since)
        return found === undefined ? undefined : staged(found, pipeline_id)
      }
    })
  }),
  update: Connector.update("CRM_STAGES", {
    requires: [],
    unsupported: lackingStage,
    lookups: { stages },
    refuse: ({ pipeline_id, platform_id }, { lookups: { stages: found } }) => {
      const known = found.get(platform_id)
      if (known === undefined) return { field: "platform_id", message: "HubSpot has no such stage" }
      return pipeline_id === undefined || pipeline_id === known.pipeline
        ? null
        : { field: "pipeline_id", message: "cannot be changed: a stage stays in its pipeline" }
    },
    call: ([item], { lookups: { stages: found } }) => ({
      method: "PATCH",
      path: stagePath(item, found),
      // Quirk: `metadata` is due in each change, and all of it is replaced.
      body: {
        ...Call.present({ label: item?.name, displayOrder: item?.display_order }),
        metadata: {
          ...found.get(item?.platform_id ?? "")?.metadata,
          ...Call.present({ probability: probability(item?.deal_probability), isClosed: closing(item?.is_closed) })
        }
      }
    }),
    answers: (body, [item], _, { lookups: { stages: found } }) => [
      Write.accepted(staged(body, found.get(item?.platform_id ?? "")?.pipeline))
    ],
    record: crmStages,
    scope: scopes.deals,
    idempotency: Write.natural
  }),
  delete: Connector.delete("CRM_STAGES", {
    lookups: { stages },
    call: ([item], { lookups: { stages: found } }) => ({ method: "DELETE", path: stagePath(item, found), query }),
    record: crmStages,
    scope: scopes.deals
  })
}
