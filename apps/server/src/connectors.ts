/**
 * The connectors of this server: the one file that names them. To add one, install its package and put it in the list. Each is
 * loaded when it is first needed; until then its id and its category are known.
 */
import { join } from "node:path"
import type { Platform } from "./demo/DemoPlatform.ts"
import { type Composed, lazy } from "./LazyConnector.ts"

export const connectors: ReadonlyArray<Composed> = [
  lazy("BIG_COMMERCE", "ECOMMERCE", async () => (await import("@svc/bigcommerce")).bigcommerce),
  lazy("MS_DYNAMICS_365", "ACCOUNTING", async () => (await import("@svc/business-central")).businessCentral),
  lazy("BUSY", "ACCOUNTING", async () => (await import("@svc/busy")).busy),
  lazy("HUBSPOT", "CRM", async () => (await import("@svc/hubspot")).hubspot),
  lazy("MEKARI_JURNAL", "ACCOUNTING", async () => (await import("@svc/jurnal")).jurnal),
  lazy("MYOB_BUSINESS", "ACCOUNTING", async () => (await import("@svc/myob")).myob),
  lazy("NETSUITE", "ACCOUNTING", async () => (await import("@svc/netsuite")).netsuite),
  lazy("ODOO_ACCOUNTING", "ACCOUNTING", async () => (await import("@svc/odoo")).odoo),
  lazy("PAYPAL", "PAYMENTS", async () => (await import("@svc/paypal")).paypal),
  lazy("PIPEDRIVE", "CRM", async () => (await import("@svc/pipedrive")).pipedrive),
  lazy("QOYOD", "ACCOUNTING", async () => (await import("@svc/qoyod")).qoyod),
  lazy("QUICKBOOKS", "ACCOUNTING", async () => (await import("@svc/quickbooks")).quickbooks),
  lazy("QUICKBOOKS_SANDBOX", "ACCOUNTING", async () => (await import("@svc/quickbooks")).quickbooksSandbox),
  lazy("RAZORPAY", "PAYMENTS", async () => (await import("@svc/razorpay")).razorpay),
  lazy("SAGE_CLOUD_ACCOUNTING", "ACCOUNTING", async () => (await import("@svc/sage-accounting")).sageAccounting),
  lazy("SAGE_ZA_CLOUD_ACCOUNTING", "ACCOUNTING", async () => (await import("@svc/sage-za")).sageZa),
  lazy("SALESFORCE", "CRM", async () => (await import("@svc/salesforce")).salesforce),
  lazy("SVC_SANDBOX", "ACCOUNTING", async () => (await import("@svc/sandbox")).sandbox),
  lazy("SHOPIFY", "ECOMMERCE", async () => (await import("@svc/shopify")).shopify),
  lazy("STRIPE", "PAYMENTS", async () => (await import("@svc/stripe")).stripe),
  lazy("TALLY", "ACCOUNTING", async () => (await import("@svc/tally")).tally),
  lazy("WAFEQ", "ACCOUNTING", async () => (await import("@svc/wafeq")).wafeq),
  lazy("WAVE", "ACCOUNTING", async () => (await import("@svc/wave")).wave),
  lazy("WOO_COMMERCE", "ECOMMERCE", async () => (await import("@svc/woocommerce")).woocommerce),
  lazy("XERO", "ACCOUNTING", async () => (await import("@svc/xero")).xero),
  lazy("ZOHO_BOOKS", "ACCOUNTING", async () => (await import("@svc/zoho-books")).zohoBooks),
  lazy("ZOHO_CRM", "CRM", async () => (await import("@svc/zoho-crm")).zohoCrm)
]

/** What the demo of an empty installation is connected to. */
export const demo: Platform = {
  integration: "SVC_SANDBOX",
  credentials: { api_key: "sandbox-demo" },
  serve: async (folder, beforeWrite) => {
    const { serveSandbox } = await import("@svc/sandbox/platform/node")
    const { close, url } = await serveSandbox({ dataFile: join(folder, "sandbox.jsonl"), beforeWrite, emit: fetch })
    return { baseUrl: `${url}/v1`, close }
  }
}
