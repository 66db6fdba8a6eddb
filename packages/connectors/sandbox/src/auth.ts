/** How a company of the platform is connected: with its API key. */
import * as Auth from "@svc/core/Auth"
import * as Setting from "@svc/core/Setting"

export const auth = Auth.apiKey({
  fields: {
    api_key: Setting.asked({
      label: "API key",
      help: "Use sandbox-demo, or sandbox-<name> for a company of your own.",
      placeholder: "sandbox-demo",
      pattern: "sandbox-[A-Za-z0-9][A-Za-z0-9\\-]{0,39}",
      secret: true
    })
  },
  guide: [
    "The sandbox is a platform for trying this service: enter sandbox-demo, and a company with sample data is connected."
  ],
  headers: ({ api_key }) => ({ authorization: `Bearer ${api_key}` })
})
