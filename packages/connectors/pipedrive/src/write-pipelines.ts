/** How pipelines and their stages are written. */
import { pipelines, stages } from "./company.ts"
import { ref, whole, writing } from "./writing.ts"

const take = ["create", "update", "delete"] as const

export const writePipelines = writing("CRM_PIPELINES", take, {
  path: "/v2/pipelines",
  alike: ({ name }) => ({ name }),
  isUndated: true,
  record: pipelines,
  requires: ["name"],
  takes: { name: "name" }
})
export const writeStages = writing("CRM_STAGES", take, {
  path: "/v2/stages",
  alike: ({ name, pipeline_id }) => ({ name, pipeline_id }),
  by: ["pipeline_id"],
  isUndated: true,
  record: stages,
  requires: ["name", "pipeline_id"],
  takes: { name: "name", pipeline_id: ref("pipeline_id"), deal_probability: whole("deal_probability") }
})
