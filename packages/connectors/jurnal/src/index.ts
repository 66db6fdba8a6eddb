/** Jurnal by Mekari, accounting in Indonesia: https://api-doc.jurnal.id */
import * as Account from "@svc/core/Account"
import * as Call from "@svc/core/Call"
import * as Connector from "@svc/core/Connector"
import * as Models from "@svc/core/Models"
import * as Normalize from "@svc/core/Normalize"
import { path } from "./company.ts"
import { failure, refusal, remaining } from "./failure.ts"
import { inbound } from "./inbound.ts"
import { auth, baseUrl, settings } from "./mekari.ts"
import { reads } from "./reads.ts"

export const jurnal = Connector.make({
  id: "MEKARI_JURNAL",
  name: "Jurnal by Mekari",
  category: "ACCOUNTING",
  models: Models.accounting,
  auth,
  settings,
  // Keys and a sign-in are for one company; no call names it.
  account: Account.answer((body, { settings: { environment } }) => {
    const id = Normalize.id(Call.at(body, "company.id"))
    return environment === "sandbox" && id !== null ? `sandbox:${id}` : id
  }),
  check: { path },
  http: {
    baseUrl,
    headers: () => ({ "content-type": "application/json" }),
    // The plan decides, and how is not published: the gateway says what is left.
    limits: { windows: [{ max: 100, seconds: 60 }], concurrent: 4, remaining },
    failure,
    passthrough: refusal
  },
  reads,
  writes: Connector.later(() => import("./writes.ts")),
  inbound
})
