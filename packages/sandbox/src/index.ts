/** SVC_SANDBOX: the connector to the sandbox platform, in all four categories. */
import { Auth, Connector, Setting } from "@svc/core"
import { accounts } from "./accounts.ts"
import { bankAccounts } from "./bank-accounts.ts"
import { companyInfo } from "./company-info.ts"
import { contacts, createContacts } from "./contacts.ts"
import { currencies } from "./currencies.ts"
import { failure, limits } from "./failure.ts"

export const sandbox = Connector.make({
  id: "SVC_SANDBOX",
  name: "Sandbox",
  category: "ACCOUNTING",
  auth: Auth.apiKey({
    fields: {
      api_key: Setting.asked({
        label: "API key",
        help: "Use sandbox-demo, or sandbox-<name> for a company of your own.",
        placeholder: "sandbox-demo",
        pattern: "sandbox-[A-Za-z0-9][A-Za-z0-9\\-]{0,39}",
        secret: true
      })
    },
    headers: ({ api_key }) => ({ authorization: `Bearer ${api_key}` })
  }),
  settings: {},
  http: { baseUrl: "http://127.0.0.1:4600/v1", limits, failure },
  check: { path: "/company" },
  reads: {
    ACCOUNTS: accounts,
    BANK_ACCOUNTS: bankAccounts,
    COMPANY_INFO: companyInfo,
    CONTACTS: contacts,
    CURRENCIES: currencies
  },
  writes: { CONTACTS: { create: createContacts } }
})
