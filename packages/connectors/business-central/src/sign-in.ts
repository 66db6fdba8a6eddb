/** The ways in: a work account or an application of Microsoft Entra, and keys of users of a server of one's own. */
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Setting from "@svc/core/Setting"

const login = "https://login.microsoftonline.com"
const scope = "https://api.businesscentral.dynamics.com/.default"

export const signIn = Auth.choice({
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
})
