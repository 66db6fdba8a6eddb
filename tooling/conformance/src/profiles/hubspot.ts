/** HubSpot, by earlier OpenAPI documents of its CRM. */
import { hubspot } from "@svc/hubspot"
import { isObject } from "../JsonSchemas.ts"
import type { Profile } from "../Profile.ts"
import { describe } from "./hubspot-description.ts"

export const profile: Profile = {
  slug: "hubspot",
  connector: hubspot,
  describe,
  settings: { portalId: "62515" },
  credentials: { access_token: "a token of nobody" },
  departures: [
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
