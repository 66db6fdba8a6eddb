/** Stripe, by the types of its client and an earlier OpenAPI document. */
import { stripe } from "@svc/stripe"
import { isObject } from "../JsonSchemas.ts"
import type { Profile } from "../Profile.ts"
import { describe } from "./stripe-description.ts"

export const profile: Profile = {
  slug: "stripe",
  connector: stripe,
  describe,
  settings: { accountId: "acct_1" },
  credentials: { access_token: "a token of nobody" },
  departures: [
    {
      fault: /header stripe-version is not declared/,
      reason: "Stripe's guide to versioning: the header sets the version of one request; the document names no headers"
    }
  ],
  more: (body) => (isObject(body) && "has_more" in body ? { ...body, has_more: true } : body)
}
