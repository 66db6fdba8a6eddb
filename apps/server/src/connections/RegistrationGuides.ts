/**
 * What an operator does at each platform so that it can be connected, beside what a connector says itself: where an application is
 * made, what it has to be, how it is made to send webhooks. Each connector's README tells the same at more length, with its sources.
 */

/** Sentences, each a step. */
export interface Guide {
  /** Where an application is made, and of which kind; in place of that, what is to know where nothing is registered. */
  readonly make: ReadonlyArray<string>
  /** How it is given scopes, which are shown below; "Let it ask for these scopes." when absent. */
  readonly scopes?: string
  /** What else is done there. */
  readonly also?: ReadonlyArray<string>
  /** What its id and secret are called there. */
  readonly called?: string
  /** How the application is made to send webhooks to the address that is shown below, and what signs them. */
  readonly webhooks?: { readonly how: string; readonly secret: string }
  /** How each company has webhooks sent to its connection's own address. */
  readonly ownWebhooks?: string
}

const quickbooks = (keys: "development" | "production"): Guide => ({
  make: [
    "At https://developer.intuit.com make an app with the scope Accounting.",
    keys === "production"
      ? "Open its production keys, which Intuit gives out after its assessment of the app; it asks for the addresses of launch and disconnect."
      : "Open its development keys: they are for companies of the sandbox alone."
  ],
  called: `the ${keys} client id and client secret`,
  webhooks: {
    how: `Open Webhooks of the app, ${keys}, enter this address and choose the entities.`,
    secret: "Its verifier token"
  }
})
const zoho = (scopes: string, more: Partial<Guide>): Guide => ({
  make: [
    "In Zoho's API console, https://api-console.zoho.com, add a client of the kind Server-based Applications. One client may serve Zoho Books and Zoho CRM."
  ],
  scopes,
  also: [
    "In the client's settings switch on the data centres whose users are to connect (Multi-DC), and use the same secret for all of them."
  ],
  ...more
})
const askedFor = "Nothing has to be set for scopes: users are asked for these."

/** By the id of the integration. */
export const guides: Readonly<Record<string, Guide>> = {
  BIG_COMMERCE: {
    make: [
      "Make an app in the Developer Portal, https://devtools.bigcommerce.com. The callbacks for load, uninstall and remove user are not used."
    ],
    scopes:
      "Give it Customers, Orders and Products as modify, and Information & Settings as read-only. They are called so in what is asked for.",
    also: ["As long as the app is a draft, only stores of its own account can install it."]
  },
  MS_DYNAMICS_365: {
    make: [
      "In Microsoft Entra register an application for accounts in any organisational directory, with the platform Web."
    ],
    scopes:
      "Under API permissions add Dynamics 365 Business Central, delegated: Financials.ReadWrite.All and user_impersonation. Users are asked for all that is named there.",
    also: ["Make a client secret. It ends after two years at most."],
    called: "the application (client) id and the client secret"
  },
  BUSY: {
    make: [
      "Busy answers over the web service of the computer that it runs on, with the password in plain text: have it reached by a tunnel or a VPN with encryption and a check of its own, never by an open port."
    ],
    also: ["Where the service is in the same private network, name that in SVC_ALLOWED_TARGETS."]
  },
  HUBSPOT: {
    make: ["Make a public app in a developer account of HubSpot."],
    scopes:
      "Give it these required scopes, and as optional scopes crm.objects.leads.read and sales-email-read and crm.objects.contacts.write, crm.objects.companies.write, crm.objects.deals.write and crm.objects.leads.write: HubSpot refuses an app that asks for what it does not have.",
    webhooks: {
      how: "Make this the app's webhook target, and subscribe to contact.*, company.* and deal.*, and to object.* of leads, tasks, notes, calls, meetings and e-mails where the app can.",
      secret: "The app's client secret, with which HubSpot signs,"
    }
  },
  MEKARI_JURNAL: {
    make: [
      "Ask Mekari's support for OAuth 2 credentials of an app, and for the scopes of Jurnal: Mekari makes the app and gives it its scopes."
    ],
    scopes:
      "Set the scopes that Mekari named as SVC_MEKARI_JURNAL_SCOPES. Without them this is asked for, which signs in and reads nothing.",
    ownWebhooks:
      "Mekari switches webhooks on for each company: give it the inbound address of the company's connection, which holds the secret."
  },
  MYOB_BUSINESS: {
    make: [
      "Join MYOB's developer programme at https://developer.myob.com, and wait to be let in.",
      "At https://my.myob.com.au, under Developer, choose Register app."
    ],
    scopes:
      "Nothing has to be set for scopes: users are asked for these. A key made before 12 March 2025 has the one scope CompanyFile; set SVC_MYOB_BUSINESS_SCOPES to it then.",
    called: "the API key as client id and the API secret as client secret"
  },
  NETSUITE: {
    make: [
      "In NetSuite, under Setup, Company, Enable Features, SuiteCloud, REST web services and OAuth 2.0 are switched on: each company does so in its own account.",
      "Under Setup, Integration, Manage Integrations, make an integration record with Authorization Code Grant."
    ],
    scopes: "Tick REST Web Services as its scope.",
    also: [
      "The role that signs in needs REST Web Services, Log in using OAuth 2.0 Access Tokens, SuiteAnalytics Workbook, Deleted Records, and what is to be read and written."
    ],
    called: "the client id and client secret of the record, shown only once,"
  },
  ODOO_ACCOUNTING: {
    make: [
      "On odoo.com the external interface is part of the Custom plan alone. An Odoo of one's own has to be reached by https."
    ]
  },
  PAYPAL: {
    make: [
      "Companies connect with a REST app of their own at https://developer.paypal.com/dashboard/applications, as the steps for them say below."
    ]
  },
  PIPEDRIVE: {
    make: ["In Pipedrive's developer hub, with a developer sandbox account, make a public or a private app."],
    also: [
      "Tick its scopes, which are the app's and are not asked for by the service: deals, contacts, leads and activities (full access, or read only where nothing is to be written), users (read), and the administrator's, for webhooks, pipelines and stages."
    ]
  },
  QOYOD: {
    make: [
      "Each company makes its API key in Qoyod; its subscription must have access to the API. There is no sandbox."
    ]
  },
  QUICKBOOKS: quickbooks("production"),
  QUICKBOOKS_SANDBOX: quickbooks("development"),
  RAZORPAY: {
    make: ["Become a technology partner of Razorpay, and make an application in the partner dashboard."],
    scopes: askedFor,
    called: "the application's client id and client secret of production mode",
    webhooks: {
      how: "In the partner dashboard make a webhook of the application with this address, and with a secret of yours; send it order.paid, payment.*, refund.*, payment.dispute.*, invoice.*, settlement.processed, payment_link.* and account.app.authorization_revoked.",
      secret: "That secret"
    },
    ownWebhooks:
      "Who connects with keys makes a webhook under Account & Settings, Webhooks, with the inbound address of the connection and its secret."
  },
  SAGE_CLOUD_ACCOUNTING: {
    make: ["Sign in at https://developer.sage.com, open Accounting, My apps, and make an app."],
    scopes:
      "Nothing has to be set for scopes: users are asked for this one. Set SVC_SAGE_CLOUD_ACCOUNTING_SCOPES to readonly where nothing is written."
  },
  SAGE_ZA_CLOUD_ACCOUNTING: {
    make: [
      "Ask for an API key at https://www.sage.com/en-za/sage-business-cloud/accounting/developer-api/: it is for the software and not for a company.",
      "It is a GUID, and is taken with its braces or without. It goes with every call."
    ]
  },
  SALESFORCE: {
    make: [
      "In Setup, External Client App Manager, make an External Client App, enable OAuth, and require a secret for the web server flow and for the refresh flow. PKCE may be required."
    ],
    scopes:
      "Choose these scopes: Manage user data via APIs (api), and Perform requests at any time (refresh_token, offline_access).",
    also: [
      "Choose how long refresh tokens live: valid until revoked, or with idle days, after which users authorise again.",
      "Have the app packaged and distributed, or allowed by the administrators of the orgs, where users of other orgs are to use it. Who signs in needs the permission API Enabled."
    ],
    called: "the consumer key as client id and the consumer secret as client secret"
  },
  SVC_SANDBOX: {
    make: ["The sandbox is a platform for trying the service: it is there for whoever enters a key for it."]
  },
  SHOPIFY: {
    make: ["Make an app in Shopify's Dev Dashboard."],
    scopes:
      "Give it these scopes. Orders older than 60 days need read_all_orders, which Shopify grants by hand: set SVC_SHOPIFY_SCOPES to all of them then.",
    also: [
      "In the Partner Dashboard ask for access to protected customer data, with all four fields: until Shopify has agreed, it refuses orders and customers."
    ],
    webhooks: {
      how: "Topics of the app's own configuration, fulfillments and those that are a duty in the App Store, go to this address.",
      secret: "The app's client secret, with which Shopify signs,"
    }
  },
  STRIPE: {
    make: [
      "In the Dashboard of a Connect platform, under Settings, Connect, OAuth, switch OAuth on. An account that another platform controls cannot be connected."
    ],
    scopes: askedFor,
    called: "the client id (ca_…) and, as client secret, the platform's secret key (sk_…)",
    webhooks: {
      how: "Where one endpoint is to serve all accounts, make a webhook endpoint with this address for events on connected accounts: charge.*, customer.*, invoice.*, payment_intent.*, payment_link.*, payout.*, price.*, product.*, refund.* and tax_rate.*.",
      secret: "Its signing secret (whsec_…)"
    }
  },
  TALLY: {
    make: [
      "Tally answers on a port of the computer that it runs on, which has neither a password nor encryption: have it reached by a tunnel or a VPN with a check of its own, never by an open port."
    ],
    also: ["Where the service is in the same private network, name that in SVC_ALLOWED_TARGETS."]
  },
  WAFEQ: {
    make: ["Log in to the developer portal, https://developer.wafeq.com/d/, and create an app."],
    scopes: askedFor,
    called: "the client id and the client secret, shown only once,"
  },
  WAVE: {
    make: [
      "Log in to Wave, open Manage Applications in the developer portal, https://developer.waveapps.com, and choose Create Application."
    ],
    scopes: askedFor,
    webhooks: {
      how: "Open Webhooks in the portal, choose the application, enter this address, and tick the invoice events.",
      secret: "Its signing secret"
    }
  },
  WOO_COMMERCE: {
    make: [
      "Each shop is a server of its own, and its keys are the shop's. Shops on a local network are reached where SVC_ALLOWED_TARGETS names them."
    ]
  },
  XERO: {
    make: ["At https://developer.xero.com/app/manage make an app of the kind Web app."],
    scopes:
      "Nothing has to be set for scopes: users are asked for these. An app made before March 2026 has others, and a scope that is not the app's is refused: set SVC_XERO_SCOPES then.",
    webhooks: {
      how: "Open Webhooks of the app, choose contacts, invoices and credit notes, and enter this address; press Send intent to receive once the key below is set.",
      secret: "Its webhooks key, with which Xero signs,"
    }
  },
  ZOHO_BOOKS: zoho(askedFor, {
    ownWebhooks:
      "A company that wants webhooks sets them up itself under Settings, Automation, Workflow Actions, with the inbound address of its connection and its secret."
  }),
  ZOHO_CRM: zoho(askedFor, {})
}
