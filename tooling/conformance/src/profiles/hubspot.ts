/** HubSpot, by earlier OpenAPI documents of its CRM. */
import { hubspot } from "@svc/hubspot"
import { isObject } from "../JsonSchemas.ts"
import type { Profile } from "../Profile.ts"
import { describe } from "./hubspot-description.ts"
import { writes } from "./hubspot-writes.ts"

export const profile: Profile = {
  slug: "hubspot",
  connector: hubspot,
  describe,
  settings: { portalId: "62515" },
  credentials: { access_token: "a token of nobody" },
  writes,
  departures: [
    {
      fault:
        /\/batch\/create: body: inputs\.\d+ has the member (associations|objectWriteTraceId), which is not declared/,
      reason:
        "HubSpot's guides to associations (in the body of what is created) and to errors (multi-status errors for batch create requests); the documents here are older"
    },
    {
      fault: /^DELETE \/crm\/v3\/pipelines\/.*validateDealStageUsagesBeforeDelete/,
      reason:
        "HubSpot's reference of deleting a pipeline of deals: what is in use is refused; the documents here are older"
    },
    {
      fault: /\/search: body: (must have required property 'after'|after must be integer)/,
      reason:
        "HubSpot's guide to the search: `after` is left out of the first page, and is the text that an answer gives"
    },
    {
      fault: /\/search: body: sorts\.0 must be string/,
      reason: "HubSpot's guide to the search: a sort is an object of `propertyName` and `direction`"
    }
  ],
  more: (body, page) =>
    isObject(body) && "results" in body ? { ...body, paging: { next: { after: String(page * 100) } } } : body,
  last: (body) => (isObject(body) && "results" in body ? { ...body, paging: undefined } : body)
}
