/** The companies that the key's user may see: a connection is to one of them. */
import * as Connector from "@svc/core/Connector"
import * as Wire from "@svc/core/Wire"
import { ask } from "./ask.ts"
import * as Own from "./wire.ts"

export const found = Connector.discover({
  call: (settings) => ask(settings, "res.company", "search_read", { domain: [], fields: ["name"], order: "id" }),
  response: Wire.list(Wire.struct({ id: Own.id, name: Own.text })),
  choices: (companies) => companies.map(({ id, name }) => ({ name: name ?? id, settings: { company: id } }))
})
