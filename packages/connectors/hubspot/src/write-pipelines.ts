/**
 * How pipelines of deals are written.
 * https://developers.hubspot.com/docs/api-reference/latest/crm/pipelines/guide
 */
import { Call, Connector, Normalize, Read, Write } from "@svc/core"
import { writing as scopes } from "./auth.ts"
import { crmPipelines } from "./crm-pipelines.ts"

export const path = "/crm/v3/pipelines/deals"
export const pathOf = (id: string | null | undefined) => `${path}/${Call.segment(id ?? "")}`
/** Quirk: without this a pipeline is deleted under the deals that are in it. */
export const query = { validateDealStageUsagesBeforeDelete: true }

/** What was made since the write began under the same name, which is one pipeline's alone. */
export const named = (rows: ReadonlyArray<unknown>, label: string | null | undefined, since: string) =>
  rows.find((row) => Call.at(row, "label") === label && (Normalize.instant(Call.at(row, "createdAt")) ?? "") >= since)

const requiredPipeline = ["name", "display_order"]
const lackingPipeline = ["status", "deal_probability", "currency"]
export const writeCrmPipelines = {
  create: Connector.create("CRM_PIPELINES", {
    requires: requiredPipeline,
    unsupported: lackingPipeline,
    call: ([item]) => ({
      method: "POST",
      path,
      body: { label: item?.name, displayOrder: item?.display_order, stages: [] }
    }),
    answers: (body) => [Write.accepted(body)],
    record: crmPipelines,
    scope: scopes.deals,
    idempotency: Write.lookup({
      call: () => ({ path }),
      find: (body, { name }, { since }) => named(Read.arrayAt(body, "results"), name, since)
    })
  }),
  update: Connector.update("CRM_PIPELINES", {
    requires: [],
    unsupported: lackingPipeline,
    call: ([item]) => ({
      method: "PATCH",
      path: pathOf(item?.platform_id),
      body: Call.present({ label: item?.name, displayOrder: item?.display_order })
    }),
    answers: (body) => [Write.accepted(body)],
    record: crmPipelines,
    scope: scopes.deals,
    idempotency: Write.natural
  }),
  delete: Connector.delete("CRM_PIPELINES", {
    call: ([item]) => ({ method: "DELETE", path: pathOf(item?.platform_id), query }),
    record: crmPipelines,
    scope: scopes.deals
  })
}
