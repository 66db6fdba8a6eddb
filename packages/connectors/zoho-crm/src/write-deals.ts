/** How deals are written. */
import * as Take from "@svc/core/Take"
import { crmDeals } from "./crm-deals.ts"
import { deals, type DealValues, type Value } from "./references.ts"
import { ref, writing } from "./writing.ts"

const take = ["create", "update", "delete"] as const
type Deals = Take.At<unknown, { readonly deals: typeof deals }>
const named = (values: DealValues["stages"], id: string | undefined): string | undefined => {
  const own: Value | undefined = [...values.values()].find((value) => value?.id === id)
  return own?.actual_value ?? own?.display_value ?? undefined
}
const pipeline = (id: string | undefined, { lookups, refuse }: Deals): object => {
  const Pipeline = named(lookups.deals.pipelines, id) ?? refuse("is no pipeline")
  return { Pipeline }
}
/** Quirk: a stage is set by its text, within a pipeline. */
const stage = (id: string, at: Deals): object => {
  const [own, part] = id.split(":")
  return { ...pipeline(own, at), Stage: named(at.lookups.deals.stages, part) ?? at.refuse("is no stage") }
}
export const writeDeals = writing("CRM_DEALS", take, {
  module: "Deals",
  alike: { name: "Deal_Name", amount: "Amount", company_id: "Account_Name.id", close_date: "Closing_Date" },
  record: crmDeals,
  requires: ["name", "stage_id"],
  lookups: { deals },
  takes: {
    name: "Deal_Name",
    amount: "Amount",
    company_id: ref("Account_Name"),
    contact_id: ref("Contact_Name"),
    pipeline_id: pipeline,
    stage_id: stage,
    currency: "Currency",
    close_date: Take.day("Closing_Date"),
    owner_id: ref("Owner"),
    probability: "Probability",
    description: "Description",
    lost_reason: "Reason_For_Loss__s",
    source_name: "Lead_Source"
  },
  clears: ["amount", "company_id", "contact_id", "close_date", "description", "lost_reason", "source_name"]
})
