/** A connector to a platform on this machine, for the command line. */
import { Account, Auth, Connector, Models, Page, Read, Setting, Wire } from "@svc/core"

export const local = Connector.make({
  id: "LOCAL",
  name: "Local",
  category: "CRM",
  models: Models.models,
  auth: Auth.apiKey({
    fields: { key: Setting.asked({ label: "Key", secret: true }) },
    guide: ["Enter the key of the program on your network."],
    headers: ({ key }) => ({ "x-key": key ?? "" })
  }),
  settings: { address: Setting.asked({ label: "Address" }) },
  http: { baseUrl: ({ address }) => address, limits: { windows: [] } },
  account: Account.settings("address"),
  check: { path: "/me" },
  reads: {
    ACCOUNTS: Connector.read("ACCOUNTS", {
      path: "/accounts",
      page: Page.single,
      items: "list",
      item: Wire.struct({ id: Wire.required(Wire.id), name: Wire.text }),
      deletes: Read.never("The tests delete nothing"),
      map: (raw) => ({ platform_id: raw.id, name: raw.name })
    })
  },
  writes: {}
})
