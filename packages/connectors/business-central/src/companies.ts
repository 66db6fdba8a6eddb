/** Where the books are: the tenant's environments and their companies in the cloud, the companies of a server elsewhere. */
import * as Auth from "@svc/core/Auth"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Further from "@svc/core/Further"
import * as Normalize from "@svc/core/Normalize"
import * as Wire from "@svc/core/Wire"
import { pages } from "./lists.ts"

type Settings = Auth.AuthSettings
const cloud = "https://api.businesscentral.dynamics.com"

/** Above all companies; a server of the user's own is where its address says. */
export const rootOf = ({ address, environment, tenant }: Settings): string =>
  address
    ? `${address}/${Call.segment(environment ?? "")}/api/v2.0`
    : `${cloud}/v2.0/${Call.segment(tenant ?? "")}/${Call.segment(environment ?? "")}/api/v2.0`
export const companyOf = (settings: Settings): string =>
  `${rootOf(settings)}/companies(${Call.segment(settings["company"] ?? "")})`
export const bases = { cloud, root: rootOf }

/** Only who signs in in person may list environments; else the place is known, and the companies prove it. */
const environments = Connector.discover({
  call: ({ address, environment }) =>
    address || environment
      ? { base: "root", path: "/companies", query: { $top: 1 } }
      : { base: "cloud", path: "/environments/v1.1" },
  response: Wire.struct({
    value: Wire.required(Wire.list(Wire.struct({ aadTenantId: Wire.id, name: Wire.text })))
  }),
  choices: ({ value }) => {
    const found = value.flatMap((own) =>
      own?.aadTenantId && own.name
        ? [{ name: own.name, settings: { tenant: own.aadTenantId, environment: own.name } }]
        : []
    )
    return found.length > 0 || value.length === 0 ? found : [{ name: "", settings: {} }]
  }
})
const companies = Connector.discover({
  call: Further.pages({ call: { base: "root", path: "/companies" }, page: pages, items: "value" }),
  response: Wire.list(Wire.struct({ id: Wire.required(Wire.id), name: Wire.text, displayName: Wire.text })),
  choices: (all) =>
    (all ?? []).flatMap((own) =>
      own === null
        ? []
        : [{ name: Normalize.text(own.displayName) ?? own.name ?? own.id, settings: { company: own.id } }]
    )
})
export const stages = [environments, companies]
