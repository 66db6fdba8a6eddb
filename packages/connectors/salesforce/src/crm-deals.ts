/** Deals: opportunities, with the contact that matters most among their contact roles. */
import * as Connector from "@svc/core/Connector"
import * as Iso from "@svc/core/Iso"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { ask, askAll, children, moment } from "./soql.ts"
import { binned, deletable, pages } from "./source.ts"
import { orgCurrency, pipelineId, userOf } from "./wire.ts"

const roles = "OpportunityContactRoles"
const opportunities = binned(
  "Opportunity",
  {
    ...deletable,
    Name: Wire.text,
    Description: Wire.text,
    Amount: Wire.number,
    CurrencyIsoCode: Wire.text,
    AccountId: Wire.id,
    ContactId: Wire.id,
    OwnerId: Wire.id,
    StageName: Wire.text,
    Probability: Wire.number,
    CloseDate: Wire.text,
    IsClosed: Wire.boolean,
    IsWon: Wire.boolean,
    LeadSource: Wire.text,
    LastActivityDate: Wire.text,
    [roles]: Wire.struct({ records: Wire.list(Wire.struct({ ContactId: Wire.id })) })
  },
  {
    dated: { field: "CloseDate", isDay: true },
    children: {
      relationship: roles,
      // The primary one, else the oldest. Quirk: with deleted records come their deleted children, and those of others.
      statement: children({
        fields: ["ContactId"],
        from: roles,
        where: ["IsDeleted = false"],
        order: "IsPrimary DESC, CreatedDate ASC",
        limit: 1
      })
    }
  }
)

/** Stages by the name that an opportunity knows them by. */
export const stages = Lookup.make({
  call: ask({ fields: ["Id", "ApiName"], from: "OpportunityStage" }),
  response: Wire.struct({ records: Wire.required(Wire.list(Wire.struct({ Id: Wire.id, ApiName: Wire.text }))) }),
  pick: ({ records }): ReadonlyMap<string, string> =>
    new Map(records.flatMap(({ ApiName, Id }) => (ApiName && Id ? [[ApiName, Id] as const] : []))),
  absent: new Map<string, string>(),
  emptyStatuses: [400, 403]
})

const Role = Wire.struct({ OpportunityId: Wire.id, Opportunity: Wire.struct({ SystemModstamp: Wire.text }) })
const isAtLeast = (stamp: string | null | undefined, since: string): boolean =>
  (Iso.millis(stamp ?? "") ?? -1) >= (Iso.millis(since) ?? 0)

const statusOf = (raw: {
  readonly IsClosed?: boolean | null | undefined
  readonly IsWon?: boolean | null | undefined
}) =>
  raw.IsWon === true
    ? "Won"
    : raw.IsClosed === false
      ? "Open"
      : raw.IsClosed === true && raw.IsWon === false
        ? "Lost"
        : null

export const crmDeals = Connector.read("CRM_DEALS", {
  ...opportunities,
  mapping: 2,
  lookups: { ...opportunities.lookups, currency: orgCurrency, stages },
  // Quirk: who is the contact of an opportunity can change without the opportunity's own time of change moving.
  changes: {
    call: ({ lookups: { described }, since }) =>
      askAll({
        ...(described?.children.includes(roles) === false
          ? { fields: ["Id"], from: "Opportunity", limit: 1 }
          : { fields: ["OpportunityId", "Opportunity.SystemModstamp"], from: "OpportunityContactRole" }),
        where: [`SystemModstamp >= ${moment(since)}`]
      }),
    page: pages,
    items: "records",
    id: (entry, { since }) => {
      const { Opportunity, OpportunityId } = Wire.decode(Role, entry)
      return isAtLeast(Opportunity?.SystemModstamp, since) ? null : (OpportunityId ?? null)
    },
    // A deleted role leaves the recycle bin after 15 days.
    keeps: 14 * 86_400
  },
  map: (raw, { lookups }) => ({
    platform_id: raw.Id,
    name: raw.Name,
    amount: raw.Amount,
    company_id: raw.AccountId,
    // Where roles cannot be asked for, the opportunity's own primary contact may show. Quirk: of none, they are null.
    contact_id: raw[roles] === undefined ? raw.ContactId : raw[roles]?.records?.[0]?.ContactId,
    stage_id: Normalize.lookUp(lookups.stages, raw.StageName),
    currency: raw.CurrencyIsoCode ?? lookups.currency,
    status: statusOf(raw),
    close_date: raw.CloseDate,
    pipeline_id: pipelineId,
    owner_id: userOf(raw.OwnerId),
    probability: raw.Probability,
    description: raw.Description,
    source_name: raw.LeadSource,
    last_activity_at: raw.LastActivityDate,
    created_at: raw.CreatedDate,
    updated_at: raw.SystemModstamp
  })
})
