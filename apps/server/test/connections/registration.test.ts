/** What has to be registered, of every platform that the service is composed of: steps, their state, and no secret. */
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Service from "../support/Service.ts"

const secrets = { client: "client-secret-7f3a", webhook: "webhook-secret-91bc" }
let service: Service.Service
const ok = async (method: string, path: string, body?: unknown): Promise<any> => {
  const answer = await service.call(method, path, body)
  assert.strictEqual(answer.status, 200, `${method} ${path}: ${answer.text}`)
  return answer.body.data
}
beforeAll(async () => {
  service = await Service.start({
    SVC_BASE_URL: "https://svc.example",
    SVC_XERO_CLIENT_ID: "the-client",
    SVC_XERO_CLIENT_SECRET: secrets.client,
    SVC_XERO_WEBHOOK_SECRET: secrets.webhook,
    SVC_MEKARI_JURNAL_SCOPES: "sso:profile jurnal:read"
  })
})
afterAll(() => service.stop())

/**
 * What each platform wants, by its own documents: where an application is made (or what is to know where none is), what has to be
 * set, and who has it send webhooks.
 */
interface Wanted {
  readonly says: ReadonlyArray<string>
  /** Names of settings, behind the integration's prefix. */
  readonly sets: "client" | "key" | null
  /** To one address for all, by the service itself for each connection, by each company, or none. */
  readonly webhooks: ReadonlyArray<"all" | "service" | "company">
  /** Ways for which nothing is registered, beside one for which something is. */
  readonly beside?: ReadonlyArray<string>
}
const wanted: Readonly<Record<string, Wanted>> = {
  BIG_COMMERCE: {
    says: ["https://devtools.bigcommerce.com", "store_v2_orders", "draft"],
    sets: "client",
    webhooks: ["service"],
    beside: ["Access token"]
  },
  MS_DYNAMICS_365: {
    says: ["Microsoft Entra", "Financials.ReadWrite.All", "https://api.businesscentral.dynamics.com/.default"],
    sets: "client",
    webhooks: ["service"],
    beside: ["Registered application", "On premises: user and web service access key"]
  },
  BUSY: { says: ["tunnel", "SVC_ALLOWED_TARGETS"], sets: null, webhooks: [] },
  HUBSPOT: {
    says: ["public app", "crm.objects.deals.read", "sales-email-read", "client secret, with which HubSpot signs"],
    sets: "client",
    webhooks: ["all"]
  },
  MEKARI_JURNAL: {
    says: ["Mekari's support", "SVC_MEKARI_JURNAL_SCOPES", "inbound address"],
    sets: "client",
    webhooks: ["company"],
    beside: ["API client"]
  },
  MYOB_BUSINESS: {
    says: ["https://developer.myob.com", "https://my.myob.com.au", "CompanyFile", "sme-general-ledger"],
    sets: "client",
    webhooks: []
  },
  NETSUITE: {
    says: ["SuiteCloud", "integration record", "rest_webservices", "Deleted Records"],
    sets: "client",
    webhooks: [],
    beside: ["Use an access token"]
  },
  ODOO_ACCOUNTING: { says: ["Custom plan"], sets: null, webhooks: [] },
  PAYPAL: { says: ["https://developer.paypal.com/dashboard/applications"], sets: null, webhooks: ["service"] },
  PIPEDRIVE: {
    says: ["developer hub", "Tick its scopes"],
    sets: "client",
    webhooks: ["service"],
    beside: ["API token"]
  },
  QOYOD: { says: ["API key"], sets: null, webhooks: [] },
  QUICKBOOKS: {
    says: ["https://developer.intuit.com", "production", "com.intuit.quickbooks.accounting", "verifier token"],
    sets: "client",
    webhooks: ["all"]
  },
  QUICKBOOKS_SANDBOX: {
    says: ["https://developer.intuit.com", "development", "com.intuit.quickbooks.accounting", "verifier token"],
    sets: "client",
    webhooks: ["all"]
  },
  RAZORPAY: {
    says: ["partner dashboard", "read_write", "account.app.authorization_revoked"],
    sets: "client",
    webhooks: ["all", "company"],
    beside: ["API key"]
  },
  SAGE_CLOUD_ACCOUNTING: {
    says: ["https://developer.sage.com", "full_access", "readonly"],
    sets: "client",
    webhooks: []
  },
  SAGE_ZA_CLOUD_ACCOUNTING: {
    says: ["https://www.sage.com/en-za/sage-business-cloud/accounting/developer-api/", "GUID"],
    sets: "key",
    webhooks: []
  },
  SALESFORCE: {
    says: ["External Client App", "refresh_token", "API Enabled"],
    sets: "client",
    webhooks: []
  },
  SVC_SANDBOX: { says: ["trying the service"], sets: null, webhooks: ["service"] },
  SHOPIFY: {
    says: ["Dev Dashboard", "read_orders", "read_all_orders", "protected customer data"],
    sets: "client",
    webhooks: ["service", "all"]
  },
  STRIPE: {
    says: ["Settings, Connect, OAuth", "ca_…", "sk_…", "read_write", "whsec_…"],
    sets: "client",
    webhooks: ["service", "all"]
  },
  TALLY: { says: ["tunnel", "SVC_ALLOWED_TARGETS"], sets: null, webhooks: [] },
  WAFEQ: {
    says: ["https://developer.wafeq.com/d/", "invoices.write"],
    sets: "client",
    webhooks: [],
    beside: ["API key"]
  },
  WAVE: {
    says: ["https://developer.waveapps.com", "invoice:read", "invoice events"],
    sets: "client",
    webhooks: ["all"]
  },
  WOO_COMMERCE: { says: ["keys are the shop's", "SVC_ALLOWED_TARGETS"], sets: null, webhooks: ["service"] },
  XERO: {
    says: ["https://developer.xero.com/app/manage", "Web app", "offline_access", "Send intent to receive"],
    sets: "client",
    webhooks: ["all"]
  },
  ZOHO_BOOKS: {
    says: ["https://api-console.zoho.com", "Server-based Applications", "Multi-DC", "ZohoBooks.invoices.ALL"],
    sets: "client",
    webhooks: ["company"]
  },
  ZOHO_CRM: {
    says: ["https://api-console.zoho.com", "Server-based Applications", "Multi-DC", "ZohoCRM.modules.ALL"],
    sets: "client",
    webhooks: ["service"]
  }
}

it("tells of each platform what is to be done there and here, in words, and whether it is done", async () => {
  const all: ReadonlyArray<any> = await ok("GET", "/v3/core/integrations?limit=1000")
  assert.sameMembers(
    all.map(({ integration_type }) => integration_type),
    Object.keys(wanted)
  )
  assert.strictEqual(all.length, 27)
  for (const { integration_type: type, svc_id } of all) {
    const found = await ok("GET", `/v3/core/integrations/${svc_id}/registration`)
    const { beside, says, sets, webhooks } = wanted[type]!
    assert.strictEqual(found.integration_type, type)
    assert.isNotEmpty(found.name)
    assert.isNotEmpty(found.ways, type)
    const texts: ReadonlyArray<string> = found.steps.map(({ text }: any) => text)
    for (const text of texts) assert.match(text, /^[A-Z].*\.$/s, type)
    assert.strictEqual(new Set(texts).size, texts.length, `${type}: a step is there twice`)
    const whole = found.steps.map(({ text, value }: any) => `${text} ${value ?? ""}`).join("\n")
    for (const one of says) assert.include(whole, one, type)

    const prefix = type.startsWith("SVC_") ? `${type}_` : `SVC_${type}_`
    const named = [...new Set<string>(whole.match(/\bSVC_\w+_(?:CLIENT_ID|CLIENT_SECRET)\b/g) ?? [])]
    assert.sameMembers(
      named,
      sets === "client"
        ? [`${prefix}CLIENT_ID`, `${prefix}CLIENT_SECRET`]
        : sets === "key"
          ? [`${prefix}CLIENT_SECRET`]
          : [],
      type
    )
    // Of what has to be entered it is said whether it is; of one for which nothing is registered, that there is nothing to do.
    const needs = found.steps.find(({ text }: any) => text.includes("CLIENT_SECRET"))
    if (sets === null) assert.deepStrictEqual([found.steps[0].is_done, needs], [true, undefined], type)
    else assert.strictEqual(needs.is_done, type === "XERO", type)
    const redirect = sets === "client" ? `https://svc.example/oauth/callback/${type.toLowerCase()}` : null
    assert.strictEqual(found.redirect_uri, redirect)
    assert.strictEqual(
      found.steps.filter(({ value }: any) => value === redirect && value !== null).length,
      redirect === null ? 0 : 1
    )

    const address = `https://svc.example/v3/core/inbound/${type.toLowerCase()}`
    assert.strictEqual(found.inbound_url, webhooks.includes("all") ? address : null, type)
    assert.deepStrictEqual(
      [whole.includes(address), whole.includes(`${prefix}WEBHOOK_SECRET`)],
      [webhooks.includes("all"), webhooks.includes("all")],
      type
    )
    assert.strictEqual(whole.includes("the service has"), webhooks.includes("service"), type)
    assert.strictEqual(whole.includes("inbound address"), webhooks.includes("company"), type)
    const free = found.ways.filter(({ kind }: any) => kind !== "OAuth2")
    assert.deepStrictEqual(redirect === null ? [] : free.map(({ label }: any) => label), beside ?? [], type)
    for (const { label } of redirect === null ? [] : free) assert.include(texts[0], `“${label}”`)
    // Who enters something is told where it is found.
    for (const { guide, label } of free) assert.isNotEmpty(guide, `${type} ${label}`)
    for (const secret of Object.values(secrets)) assert.notInclude(JSON.stringify(found), secret)
  }
})

it("follows what is set", async () => {
  const all: ReadonlyArray<any> = await ok("GET", "/v3/core/integrations?limit=1000")
  const of = async (type: string) =>
    ok("GET", `/v3/core/integrations/${all.find((one) => one.integration_type === type).svc_id}/registration`)
  const xero = await of("XERO")
  assert.deepInclude(xero, {
    has_client_id: true,
    has_client_secret: true,
    has_webhook_secret: true,
    inbound_url: "https://svc.example/v3/core/inbound/xero"
  })
  assert.isTrue(xero.ways[0].is_ready)
  assert.include(xero.ways[0].scopes, "offline_access")
  // Scopes that the operator names take the place of the connector's.
  const jurnal = await of("MEKARI_JURNAL")
  assert.deepStrictEqual(jurnal.ways.find(({ kind }: any) => kind === "OAuth2").scopes, ["sso:profile", "jurnal:read"])
  assert.include(
    jurnal.steps.map(({ value }: any) => value),
    "sso:profile jurnal:read"
  )
  const hubspot = all.find((one) => one.integration_type === "HUBSPOT")
  assert.isFalse((await of("HUBSPOT")).has_client_id)
  assert.isFalse((await of("HUBSPOT")).ways[0].is_ready)
  await service.call("PUT", `/integrations/${hubspot.svc_id}`, {
    client_id: "mine",
    client_secret: secrets.client,
    is_disabled: false,
    is_svc_identity: false
  })
  const after = await of("HUBSPOT")
  assert.isTrue(after.has_client_id)
  assert.isTrue(after.ways[0].is_ready)
  assert.notInclude(JSON.stringify(after), secrets.client)
})
