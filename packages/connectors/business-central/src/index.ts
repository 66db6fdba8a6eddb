/** Dynamics 365 Business Central, in the cloud and on premises: https://learn.microsoft.com/dynamics365/business-central/dev-itpro */
import * as Account from "@svc/core/Account"
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Normalize from "@svc/core/Normalize"
import * as Setting from "@svc/core/Setting"
import { bases, companyOf, stages } from "./companies.ts"
import { failure, failureInside } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { reads } from "./reads.ts"
import { signIn } from "./sign-in.ts"

const guid = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"

export const businessCentral = Connector.make({
  id: "MS_DYNAMICS_365",
  name: "Dynamics 365 Business Central",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth: signIn,
  settings: {
    tenant: Setting.either(
      Setting.discovered({ label: "Tenant", pattern: "[A-Za-z0-9._-]+", methods: ["oauth2"] }),
      Setting.asked({
        label: "Tenant",
        help: "The directory (tenant) ID in Microsoft Entra",
        placeholder: "contoso.onmicrosoft.com",
        methods: ["app"]
      }),
      Setting.asked({
        label: "Tenant",
        help: "default, unless the server has several",
        placeholder: "default",
        methods: ["on_premises"]
      })
    ),
    environment: Setting.either(
      Setting.discovered({ label: "Environment", pattern: "[A-Za-z0-9][A-Za-z0-9 ._-]*", methods: ["oauth2"] }),
      Setting.asked({ label: "Environment", placeholder: "Production", methods: ["app"] }),
      Setting.asked({
        label: "Environment",
        help: "The name of the server instance",
        placeholder: "BC",
        methods: ["on_premises"]
      })
    ),
    address: Setting.asked({
      label: "Address of the server",
      help: "With the port of its OData services",
      placeholder: "https://bc.example.com:7048",
      normalize: Setting.address,
      pattern: "https://[A-Za-z0-9.-]+(:[0-9]+)?",
      methods: ["on_premises"]
    }),
    bank_ledger: Setting.asked({
      label: "Bank accounts in the ledger",
      help: "Numbers of the general ledger accounts that your bank accounts post to, with commas between them. Without them there are no bank transactions.",
      placeholder: "10100, 10200",
      pattern: "[A-Za-z0-9._ /-]+(,[A-Za-z0-9._ /-]+)*",
      optional: true
    }),
    company: Setting.discovered({ label: "Company", pattern: guid })
  },
  discover: stages,
  // A company's id is the same in a copy of its environment.
  account: Account.answer((body, { settings }) => {
    const id = Normalize.id(Call.at(body, "id"))
    const place = [settings["address"], settings["tenant"], settings["environment"]].filter(Boolean).join("/")
    return id === null ? null : `${place} ${id}`
  }),
  check: ({ company }) => ({ base: "root", path: `/companies(${Call.segment(company)})` }),
  http: {
    baseUrl: (settings) => companyOf(settings as Auth.AuthSettings),
    bases: {
      cloud: bases.cloud,
      root: (settings) => bases.root(settings as Auth.AuthSettings)
    },
    headers: () => ({ "accept-language": "en-US" }),
    query: ({ address, tenant }): Call.Query => (address === undefined ? {} : { tenant }),
    limits: { windows: [{ max: 6000, seconds: 300 }], concurrent: 5 },
    timeout: 500,
    failure,
    failureInside
  },
  reads,
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
