/** The server with a sandbox whose contacts are mapped anew, slowly enough to be killed in the middle of it. */
import { sandbox } from "@svc/sandbox"
import { launch } from "../../src/Launch.ts"

const contacts = sandbox.reads.CONTACTS
const connector: typeof sandbox = {
  ...sandbox,
  reads: {
    ...sandbox.reads,
    CONTACTS: {
      ...contacts,
      mapping: 2,
      map: (raw, context) => {
        for (const end = performance.now() + 1; performance.now() < end;);
        return { ...(contacts.map(raw, context) as { readonly platform_id: string }), name: "MAPPED" } as never
      }
    }
  }
}
launch({ connectors: [connector] })
