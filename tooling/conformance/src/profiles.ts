/** The connectors that declare support, by the name of their package and of the folder of their description. */
import type { Profile } from "./Profile.ts"

export const profiles: Readonly<Record<string, () => Promise<Profile>>> = {
  busy: async () => (await import("./profiles/busy.ts")).profile,
  bigcommerce: async () => (await import("./profiles/bigcommerce.ts")).profile,
  "dynamics365-bc": async () => (await import("./profiles/business-central.ts")).profile,
  hubspot: async () => (await import("./profiles/hubspot.ts")).profile,
  jurnal: async () => (await import("./profiles/jurnal.ts")).profile,
  myob: async () => (await import("./profiles/myob.ts")).profile,
  netsuite: async () => (await import("./profiles/netsuite.ts")).profile,
  odoo: async () => (await import("./profiles/odoo.ts")).profile,
  paypal: async () => (await import("./profiles/paypal.ts")).profile,
  pipedrive: async () => (await import("./profiles/pipedrive.ts")).profile,
  qoyod: async () => (await import("./profiles/qoyod.ts")).profile,
  quickbooks: async () => (await import("./profiles/quickbooks.ts")).profile,
  "quickbooks-sandbox": async () => (await import("./profiles/quickbooks.ts")).sandboxProfile,
  razorpay: async () => (await import("./profiles/razorpay.ts")).profile,
  "sage-accounting": async () => (await import("./profiles/sage-accounting.ts")).profile,
  "sage-za": async () => (await import("./profiles/sage-za.ts")).profile,
  salesforce: async () => (await import("./profiles/salesforce.ts")).profile,
  shopify: async () => (await import("./profiles/shopify.ts")).profile,
  stripe: async () => (await import("./profiles/stripe.ts")).profile,
  tally: async () => (await import("./profiles/tally.ts")).profile,
  wafeq: async () => (await import("./profiles/wafeq.ts")).profile,
  wave: async () => (await import("./profiles/wave.ts")).profile,
  woocommerce: async () => (await import("./profiles/woocommerce.ts")).profile,
  xero: async () => (await import("./profiles/xero.ts")).profile,
  "zoho-books": async () => (await import("./profiles/zoho-books.ts")).profile,
  "zoho-crm": async () => (await import("./profiles/zoho-crm.ts")).profile
}
