/** The account itself: its id, by which webhooks name it, and its currency. */
import * as Account from "@svc/core/Account"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Lookup from "@svc/core/Lookup"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"

const details: Call.Call = { path: "/account-info/v3/details" }

/** The cheapest call that any token may make. */
export const check = details

/** Sandboxes and test accounts have ids of their own (https://developers.hubspot.com/docs/api-reference/account-account-info-v3). */
export const account = Account.answer((body) => Normalize.id(Call.at(body, "portalId")))

export const discover = Connector.discover({
  call: details,
  response: Wire.struct({ portalId: Wire.required(Wire.id), uiDomain: Wire.text }),
  choices: ({ portalId }) => [{ name: `HubSpot account ${portalId}`, settings: { portalId } }]
})

/** What a deal is counted in that names no currency: accounts with one currency alone leave it out. */
export const companyCurrency = Lookup.make({
  call: details,
  response: Wire.struct({ companyCurrency: Wire.text }),
  pick: (account) => account.companyCurrency ?? null,
  absent: null
})
