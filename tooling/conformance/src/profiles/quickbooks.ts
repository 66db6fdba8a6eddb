/** QuickBooks Online, by Intuit's XML schemas and the tables and samples of its reference. */
import { quickbooks, quickbooksSandbox } from "@svc/quickbooks"
import * as IntuitReference from "../IntuitReference.ts"
import { isObject, type Json } from "../JsonSchemas.ts"
import type { AnyConnector, Profile } from "../Profile.ts"
import { writes } from "./quickbooks-writes.ts"

/** Every row of a list with other values in some members. */
const eachWith = (values: Json) => (body: unknown) => {
  const response = isObject(body) ? body["QueryResponse"] : undefined
  if (!isObject(response)) return body
  const rows = Object.entries(response).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((row) => ({ ...(row as Json), ...values })) : value
  ])
  return { QueryResponse: Object.fromEntries(rows) }
}

const profileOf = (slug: string, connector: AnyConnector): Profile => ({
  slug,
  connector,
  describe: IntuitReference.load,
  document: {
    platform_id: "1000001:Bill:25",
    file_name: "scan.txt",
    file_type: "text/plain",
    document_type: "BILLS",
    document_type_id: "25"
  },
  settings: { realmId: "1234567890" },
  credentials: { access_token: "a token of nobody" },
  writes,
  variants: {
    BANK_ACCOUNTS: { what: "AccountType Bank", of: eachWith({ AccountType: "Bank" }) },
    // The id is that of the first sample of an account, which every lookup of accounts is answered with.
    BANK_TRANSACTIONS: { what: "deposited to a bank account", of: eachWith({ DepositToAccountRef: { value: "92" } }) }
  },
  departures: [
    {
      fault: /MetaData is not filterable/,
      reason:
        "the page of the query language shows Bill asked for by MetaData.LastUpdatedTime, and the tables of other entities mark it"
    }
  ]
})

export const profile = profileOf("quickbooks", quickbooks)
export const sandboxProfile = profileOf("quickbooks-sandbox", quickbooksSandbox)
