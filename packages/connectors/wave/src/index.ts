/** Wave, accounting for small businesses: https://developer.waveapps.com */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Connector from "@svc/core/Connector"
import * as Further from "@svc/core/Further"
import * as Models from "@svc/core/Models"
import * as Setting from "@svc/core/Setting"
import * as Wire from "@svc/core/Wire"
import { ask, pagesOf } from "./asking.ts"
import { failure, failureInside } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { reads } from "./reads.ts"

const Business = Wire.struct({ id: Wire.required(Wire.id), name: Wire.text, isArchived: Wire.boolean })
export const wave = Connector.make({
  id: "WAVE",
  name: "Wave",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: Auth.oauth2({
    guide: [
      "The business needs an active Pro or Wave Advisor subscription: Wave lets no other be connected.",
      "Sign in at Wave as somebody who may see and write its accounting, agree, and then pick the business if you have several."
    ],
    authorizeUrl: "https://api.waveapps.com/oauth2/authorize/",
    tokenUrl: "https://api.waveapps.com/oauth2/token/",
    revokeUrl: "https://api.waveapps.com/oauth2/token-revoke/",
    clientAuth: "body",
    pkce: true,
    // Quirk: to write is not to read, and an unknown scope refuses them all.
    scopes: (
      "user:read business:read account:read account:write customer:read customer:write vendor:read product:read " +
      "product:write sales_tax:read sales_tax:write invoice:read invoice:write transaction:write"
    ).split(" ")
  }),
  settings: { business: Setting.discovered({ label: "Business" }) },
  discover: Connector.discover({
    call: Further.pages({
      call: ask(
        "query Businesses($page: Int) { businesses(page: $page, pageSize: 50) " +
          "{ pageInfo { currentPage totalPages totalCount } edges { node { id name isArchived } } } }",
        {}
      ),
      page: pagesOf("data.businesses"),
      items: "data.businesses.edges"
    }),
    response: Wire.list(Wire.required(Wire.struct({ node: Wire.required(Business) }))),
    choices: (businesses) =>
      businesses
        .filter(({ node }) => node.isArchived !== true)
        .map(({ node: { id, name } }) => ({ name: name ?? id, settings: { business: id } }))
  }),
  account: Account.settings("business"),
  check: ({ business }) => ask("query Check($business: ID!) { business(id: $business) { id } }", { business }),
  http: {
    baseUrl: "https://gql.waveapps.com",
    // No number is published; two calls at once are what one token may have.
    limits: { windows: [{ max: 100, seconds: 60 }], concurrent: 2 },
    failure,
    failureInside
  },
  reads,
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
