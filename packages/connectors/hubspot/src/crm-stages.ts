/** Stages, which are parts of their pipeline. */
import { Connector, Normalize, Wire } from "@svc/core"
import { archival, pipelines } from "./crm-pipelines.ts"
import { times } from "./wire.ts"

const { get: _, getItem: __, ...listed } = pipelines

export const crmStages = Connector.read("CRM_STAGES", {
  ...listed,
  item: Wire.struct({
    id: Wire.required(Wire.id),
    stages: Wire.list(
      Wire.struct({
        id: Wire.required(Wire.id),
        label: Wire.text,
        displayOrder: Wire.number,
        archived: Wire.boolean,
        // Quirk: members of `metadata` are text, numbers and booleans too.
        metadata: Wire.struct({ probability: Wire.number, isClosed: Wire.boolean }),
        ...times
      })
    )
  }),
  owner: (raw) => raw.id,
  map: (pipeline) =>
    (pipeline.stages ?? []).map((raw) => {
      const { isClosed, probability } = raw.metadata ?? {}
      return {
        // Quirk: unique over all pipelines, since `dealstage` is one list of words.
        platform_id: raw.id,
        name: raw.label,
        status: archival(raw.archived),
        deal_probability: Normalize.fraction(probability),
        pipeline_id: pipeline.id,
        display_order: raw.displayOrder,
        is_closed: isClosed,
        is_won: isClosed == null ? null : isClosed && probability === 1,
        created_at: raw.createdAt,
        updated_at: raw.updatedAt
      }
    })
})
