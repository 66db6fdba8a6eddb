/** Salesforce, by describe answers of two orgs and the platform's own collection of requests. */
import type { Lookup, Read } from "@svc/core"
import { salesforce } from "@svc/salesforce"
import { isObject } from "../JsonSchemas.ts"
import type { AnyConnector, Profile } from "../Profile.ts"
import * as SalesforceApi from "../SalesforceApi.ts"
import type { Field, SObject } from "../SObjects.ts"

const field = (name: string, type: string, ...referenceTo: ReadonlyArray<string>): readonly [string, Field] => [
  name,
  { name, type, filterable: true, sortable: true, relationshipName: null, referenceTo, picklistValues: [] }
]
/** Put together by us after its page in the Object Reference, v62.0. */
const contentNote: SObject = {
  name: "ContentNote",
  answer: null,
  children: new Map(),
  fields: new Map([
    field("Id", "id"),
    field("IsDeleted", "boolean"),
    field("CreatedDate", "datetime"),
    field("LastModifiedDate", "datetime"),
    field("Title", "string"),
    field("TextPreview", "string"),
    field("OwnerId", "reference", "User")
  ])
}

/** The same, of the one member that is asked for. */
const organization: SObject = {
  name: "Organization",
  answer: null,
  children: new Map(),
  fields: new Map([field("Id", "id")])
}

/**
 * Asks for every field that the connector wants, so that none is misspelt. What it leaves out where an org's answer lacks
 * it, its own tests show; the describe is asked for all the same.
 */
const wanting = (read: Read.Read): Read.Read => {
  const described = read.lookups["described"]
  const asked: Lookup.Lookup | undefined = described && { ...described, pick: () => null, absent: null }
  return asked === undefined ? read : { ...read, lookups: { ...read.lookups, described: asked } }
}
const any: AnyConnector = salesforce
const connector: AnyConnector = {
  ...any,
  reads: Object.fromEntries(
    Object.entries(any.reads).map(([model, reads]) => [model, [reads].flat().map((read) => wanting(read as Read.Read))])
  )
}

export const profile: Profile = {
  slug: "salesforce",
  connector,
  describe: (folder) => SalesforceApi.load(folder, contentNote, organization),
  settings: { instanceUrl: "https://acme.my.salesforce.com" },
  credentials: { access_token: "a token of nobody" },
  more: (body) =>
    isObject(body) && Array.isArray(body["records"])
      ? { ...body, done: false, nextRecordsUrl: "/services/data/v62.0/query/0r8xx3tkJyIm1LQAQM-2000" }
      : body,
  departures: [
    {
      fault: /GET \/services\/data\/v62\.0\/connect\/organization: no request of this path/,
      reason:
        "the Apex reference has ConnectApi.Organization.getSettings, of which this is the resource; without it amounts have no currency"
    },
    {
      fault: /GET \/services\/data\/v62\.0\/sobjects\/ContentNote\/describe: nothing is known/,
      reason: "the folder has no describe answer of ContentNote"
    }
  ]
}
