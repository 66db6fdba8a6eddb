/** Dynamics 365 Business Central, in the cloud and on premises: https://learn.microsoft.com/dynamics365/business-central/dev-itpro */
import { Account, Auth, Call, Connector, Normalize, Setting } from "@svc/core"
import { bases, companyOf, stages } from "./companies.ts"
import { failure } from "./failure.ts"
import { reads } from "./reads.ts"

const login = "https://login.microsoftonline.com"
const scope = "https://api.businesscentral.dynamics.com/.default"
const guid = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"

export const businessCentral = Connector.make({
  id: "MS_DYNAMICS_365",
  name: "Dynamics 365 Business Central",
  category: "ACCOUNTING",
  auth: Auth.choice({
    oauth2: {
      label: "Sign in at Microsoft",
      help: "With a work account that may open the company in Business Central.",
      auth: Auth.oauth2({
        authorizeUrl: `${login}/organizations/oauth2/v2.0/authorize`,
        tokenUrl: `${login}/organizations/oauth2/v2.0/token`,
        clientAuth: "body",
        pkce: true,
        scopes: [scope, "offline_access"]
      })
    },
    app: {
      label: "Registered application",
      help: "An application of your own in Microsoft Entra, which Business Central knows under Microsoft Entra applications.",
      auth: Auth.clientCredentials({
        guide: [
          "Register an application in Microsoft Entra with the application permission API.ReadWrite.All of Dynamics 365 Business Central.",
          "Make a client secret for it, and note the application (client) id and the directory (tenant) id.",
          "In Business Central, add the application under Microsoft Entra applications, with permission sets for the company; SUPER is refused."
        ],
        fields: {
          client_id: Setting.asked({ label: "Application (client) ID" }),
          client_secret: Setting.asked({ label: "Client secret", secret: true })
        },
        tokenUrl: ({ tenant }) => `${login}/${Call.segment(tenant ?? "")}/oauth2/v2.0/token`,
        scopes: [scope],
        clientAuth: "body"
      })
    },
    on_premises: {
      label: "On premises: user and web service access key",
      help: "A server of your own with API services switched on, whose users may sign in with a key.",
      auth: Auth.basic({
        guide: [
          "On the server, switch on API services and web service access keys.",
          "Make a web service access key for the user whose rights the connection is to have.",
          "Enter the server's address with the port of its OData services, such as 7048, and the name of the server instance."
        ],
        fields: {
          username: Setting.asked({ label: "User name" }),
          password: Setting.asked({ label: "Web service access key", secret: true })
        }
      })
    }
  }),
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
    failure
  },
  reads,
  writes: {}
})
