/**
 * How pipelines of deals are written, and their stages, each below its pipeline.
 * https://developers.hubspot.com/docs/api-reference/latest/crm/pipelines/guide
 */
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { writing as scopes } from "./auth.ts"
import { crmPipelines } from "./crm-pipelines.ts"
import { crmStages, staged } from "./crm-stages.ts"

const path = "/crm/v3/pipelines/deals"
const pathOf = (id: string | null | undefined) => `${path}/${Call.segment(id ?? "")}`
/** Quirk: without this a pipeline is deleted under the deals that are in it. */
const query = { validateDealStageUsagesBeforeDelete: true }

interface Own {
  /** Where a new one is posted, and where one is. */
  readonly below: (item: Take.Item) => string
  readonly at: (sent: Writer.Sent) => string
  /** The record in an answer. */
  readonly shown: (raw: unknown, item: Take.Item, known: string | undefined) => unknown
  readonly looked?: Lookup.Lookups
}
const writing = Writer.make(({ at, below, looked, shown }: Own) => ({
  scope: scopes.deals,
  idempotency: Write.natural,
  answers: (body, [sent]) => [
    Write.accepted(shown(body, sent!.item, sent!.lookups["stages"]?.get(sent!.id)?.pipeline))
  ],
  create: {
    call: ({ body, item }) => ({ method: "POST", path: below(item), body }),
    idempotency: Write.lookup<Take.Item>({
      call: (item) => ({ path: below(item) }),
      // What was made since the write began under the same name, which is one alone.
      find: (body, item, { since }) => {
        const isOwn = (row: unknown) =>
          Call.at(row, "label") === item["name"] && (Normalize.instant(Call.at(row, "createdAt")) ?? "") >= since
        const found = Read.arrayAt(body, "results").find(isOwn)
        return found === undefined ? undefined : shown(found, item, undefined)
      }
    })
  },
  update: { lookups: looked, call: (sent) => ({ method: "PATCH", path: at(sent), body: sent.body }) },
  delete: { lookups: looked, call: (sent) => ({ method: "DELETE", path: at(sent), query }) }
}))
const offers = ["create", "update", "delete"] as const

export const writeCrmPipelines = writing("CRM_PIPELINES", offers, {
  below: () => path,
  at: ({ id }) => pathOf(id),
  shown: (raw) => raw,
  record: crmPipelines,
  requires: ["name", "display_order"],
  takes: { name: "label", display_order: "displayOrder" },
  makes: (_, { isNew }) => (isNew ? { stages: [] } : {})
})

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

export const writeCrmStages = writing("CRM_STAGES", offers, {
  below: ({ pipeline_id: pipeline }) => `${pathOf(pipeline)}/stages`,
  at: ({ id, lookups }) => `${pathOf(lookups["stages"].get(id)?.pipeline ?? "none")}/stages/${Call.segment(id)}`,
  shown: (raw, { pipeline_id: pipeline }, known) => staged(raw, pipeline ?? known),
  looked: { stages },
  record: crmStages,
  requires: ["name", "pipeline_id", "display_order", "deal_probability"],
  takes: {
    name: "label",
    display_order: "displayOrder",
    deal_probability: Take.beside,
    is_closed: Take.beside,
    pipeline_id: Take.beside
  },
  makes: ({ deal_probability: percent, is_closed: isClosed, pipeline_id: pipeline, platform_id: id }, at) => {
    const known = at.isNew
      ? undefined
      : (at.lookups as Lookup.Found<{ readonly stages: typeof stages }>).stages.get(id!)
    if (!at.isNew && known === undefined) at.refuse("HubSpot has no such stage", "platform_id")
    if (known !== undefined && pipeline !== undefined && pipeline !== known.pipeline)
      at.refuse("cannot be changed: a stage stays in its pipeline", "pipeline_id")
    // Quirk: `metadata` is due in each change, and all of it is replaced. In percent here, from 0 to 1 there, as text.
    const own = {
      probability: percent == null ? undefined : String(Normalize.product(percent, 0.01, "deal_probability")),
      isClosed: isClosed == null ? undefined : String(isClosed)
    }
    return { metadata: { ...known?.metadata, ...Call.present(own) } }
  }
})
