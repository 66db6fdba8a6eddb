/** The connectors of this server: the one file that names them. To add one, install its package and put it in the list. */
import { bigcommerce } from "@svc/bigcommerce"
import { businessCentral } from "@svc/business-central"
import { busy } from "@svc/busy"
import type { Connector } from "@svc/core"
import { hubspot } from "@svc/hubspot"
import { jurnal } from "@svc/jurnal"
import { myob } from "@svc/myob"
import { netsuite } from "@svc/netsuite"
import { odoo } from "@svc/odoo"
import { paypal } from "@svc/paypal"
import { pipedrive } from "@svc/pipedrive"
import { qoyod } from "@svc/qoyod"
import { quickbooks, quickbooksSandbox } from "@svc/quickbooks"
import { razorpay } from "@svc/razorpay"
import { sageAccounting } from "@svc/sage-accounting"
import { sageZa } from "@svc/sage-za"
import { salesforce } from "@svc/salesforce"
import { sandbox } from "@svc/sandbox"
import { serveSandbox } from "@svc/sandbox/platform/node"
import { shopify } from "@svc/shopify"
import { stripe } from "@svc/stripe"
import { tally } from "@svc/tally"
import { wafeq } from "@svc/wafeq"
import { wave } from "@svc/wave"
import { woocommerce } from "@svc/woocommerce"
import { xero } from "@svc/xero"
import { zohoBooks } from "@svc/zoho-books"
import { zohoCrm } from "@svc/zoho-crm"
import { join } from "node:path"
import type { Platform } from "./demo/DemoPlatform.ts"

export const connectors: ReadonlyArray<Connector.Any> = [
  bigcommerce,
  businessCentral,
  busy,
  hubspot,
  jurnal,
  myob,
  netsuite,
  odoo,
  paypal,
  pipedrive,
  qoyod,
  quickbooks,
  quickbooksSandbox,
  razorpay,
  sageAccounting,
  sageZa,
  salesforce,
  sandbox,
  shopify,
  stripe,
  tally,
  wafeq,
  wave,
  woocommerce,
  xero,
  zohoBooks,
  zohoCrm
]

/** What the demo of an empty installation is connected to. */
export const demo: Platform = {
  integration: sandbox.id,
  credentials: { api_key: "sandbox-demo" },
  serve: async (folder, beforeWrite) => {
    const { close, url } = await serveSandbox({ dataFile: join(folder, "sandbox.jsonl"), beforeWrite, emit: fetch })
    return { baseUrl: `${url}/v1`, close }
  }
}
