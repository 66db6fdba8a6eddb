/**
 * The server with a connector that does what none may: on contacts with certain names its functions throw, never return, or
 * end the process, both when they are read and when they are written.
 */
import type { Connector } from "@svc/core"
import { sandbox } from "@svc/sandbox"
import { launch } from "../src/Launch.ts"

const spoil = (name: unknown) => {
  if (name === "throw") throw new Error("A connector that throws.")
  if (name === "hang") for (;;);
  if (name === "exit") process.kill(process.pid, "SIGKILL")
}
const { CONTACTS: contacts } = sandbox.reads
const { create } = sandbox.writes.CONTACTS
const poison = {
  ...sandbox,
  id: "POISON",
  name: "Poison",
  reads: {
    ...sandbox.reads,
    CONTACTS: {
      ...contacts,
      map: (raw: { readonly name?: string }, context: unknown) => {
        spoil(raw.name)
        return contacts.map(raw as never, context as never)
      }
    }
  },
  writes: {
    ...sandbox.writes,
    CONTACTS: {
      ...sandbox.writes.CONTACTS,
      create: {
        ...create,
        call: (items: ReadonlyArray<{ readonly name?: string }>, context: unknown) => {
          for (const { name } of items) spoil(name)
          return create.call(items as never, context as never)
        }
      }
    }
  }
}
// Both are on the same platform.
process.env["SVC_POISON_BASE_URL"] = process.env["SVC_SANDBOX_BASE_URL"]
launch({ connectors: [sandbox, poison as unknown as Connector.Any] })
