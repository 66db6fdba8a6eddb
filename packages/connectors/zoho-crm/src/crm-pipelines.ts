/** Pipelines and their stages, which belong to the layouts of deals: each layout is asked for its own. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { nothing } from "./modules.ts"
import { deals, outcomeOf } from "./references.ts"

const Pipeline = Wire.struct({
  id: Wire.required(Wire.id),
  display_value: Wire.text,
  maps: Wire.list(
    Wire.required(
      Wire.struct({
        id: Wire.required(Wire.id),
        ...Wire.all(Wire.text, "display_value", "actual_value", "forecast_type"),
        sequence_number: Wire.number
      })
    )
  )
})
const layouts = {
  path: "/settings/layouts",
  query: { module: "Deals" },
  page: Page.single,
  items: "layouts",
  item: Wire.struct({ id: Wire.required(Wire.id) }),
  owner: ({ id }: { readonly id: string }) => id,
  follow: ({ id }: { readonly id: string }) => [{ path: "/settings/pipeline", query: { layout_id: id } }],
  emptyStatuses: nothing,
  deletes: Read.fullListing
}
const pipelinesIn = (followed: ReadonlyArray<unknown>) =>
  Read.arrayAt(followed[0], "pipeline").map((row) => Wire.decode(Pipeline, row))

export const crmPipelines = Connector.read("CRM_PIPELINES", {
  ...layouts,
  map: (_, { followed }) =>
    pipelinesIn(followed).map((own) => ({
      platform_id: own.id,
      name: own.display_value
    }))
})

export const crmStages = Connector.read("CRM_STAGES", {
  ...layouts,
  lookups: { deals },
  map: (_, { followed, lookups }) =>
    pipelinesIn(followed).flatMap((pipeline) =>
      (pipeline.maps ?? []).map((own) => {
        const outcome = outcomeOf(own.forecast_type, own.actual_value ?? own.display_value)
        const value = [...lookups.deals.stages.values()].find(({ id }) => id === own.id)
        return {
          platform_id: `${pipeline.id}:${own.id}`,
          name: own.display_value,
          deal_probability: value?.probability,
          pipeline_id: pipeline.id,
          display_order: own.sequence_number,
          is_closed: outcome === null ? null : outcome !== "Open",
          is_won: outcome === null ? null : outcome === "Won"
        }
      })
    )
})
