/** Stages, which the list of pipelines shows inside their pipeline. */
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { archival, pipelines } from "./crm-pipelines.ts"
import { times } from "./wire.ts"

const { get: _, getItem: __, ...listed } = pipelines

/** A stage by itself, with the pipeline that it is listed in. */
export const staged = (stage: unknown, pipelineId: unknown) => ({ ...(stage as object), pipelineId })

export const crmStages = Connector.read("CRM_STAGES", {
  ...listed,
  items: (body) => {
    const all = Read.arrayAt(body, "results")
    // An answer without the list is no empty one.
    return all === Read.noList
      ? all
      : all.flatMap((pipeline) =>
          Read.arrayAt(pipeline, "stages").map((stage) => staged(stage, Call.at(pipeline, "id")))
        )
  },
  item: Wire.struct({
    // Quirk: unique over all pipelines, since `dealstage` is one list of words.
    id: Wire.required(Wire.id),
    pipelineId: Wire.id,
    label: Wire.text,
    displayOrder: Wire.number,
    archived: Wire.boolean,
    // Quirk: members of `metadata` are text, numbers and booleans too.
    metadata: Wire.struct({ probability: Wire.number, isClosed: Wire.boolean }),
    ...times
  }),
  mapping: 2,
  map: (raw) => {
    const { isClosed, probability } = raw.metadata ?? {}
    return {
      platform_id: raw.id,
      name: raw.label,
      status: archival(raw.archived),
      deal_probability: Normalize.fraction(probability),
      pipeline_id: raw.pipelineId,
      display_order: raw.displayOrder,
      is_closed: isClosed,
      is_won: isClosed == null ? null : isClosed && Normalize.is(probability, 1),
      created_at: raw.createdAt,
      updated_at: raw.updatedAt
    }
  }
})
