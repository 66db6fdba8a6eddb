/** Pipelines: Salesforce has none. All stages are the org's, and together they are the one pipeline of its opportunities. */
import * as Connector from "@svc/core/Connector"
import * as Page from "@svc/core/Page"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import { describePath } from "./described.ts"
import { pipelineId } from "./wire.ts"

export const crmPipelines = Connector.read("CRM_PIPELINES", {
  path: describePath("Opportunity"),
  page: Page.single,
  items: (body) => [body],
  item: Wire.struct({ name: Wire.required(Wire.text), labelPlural: Wire.text }),
  deletes: Read.never("A pipeline is the one of opportunities, which every account has"),
  // A user who may not see opportunities has no pipeline.
  emptyStatuses: [404],
  // The word for opportunities, in the user's language.
  map: (raw) => ({ platform_id: pipelineId, name: raw.labelPlural ?? raw.name, status: "ACTIVE" })
})
