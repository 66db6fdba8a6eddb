/** What writes in a module of its own, for a connector that writes much; and what reads some of its models. */
import * as Connector from "@svc/core/Connector"
import { contacts } from "../contacts.ts"
import { ledgerly } from "../index.ts"

/** Loaded with the first write; a program that only reads does without. `own-writes.ts` exports `writes`. */
export const writes = Connector.later(() => import("./own-writes.ts"))
/**
 * Loaded with the first call that reads one of these models: `own-reads.ts` exports `reads`. How deletions are known is said here,
 * for who asks before: "told", "ids", "listing", "events" or "never".
 */
export const reads = {
  CONTACTS: contacts,
  ...Connector.laterReads({ CURRENCIES: "listing" }, () => import("./own-reads.ts"))
}
/** A connector with all of it loaded, for a test's `suite` and whoever else looks into it. */
export const whole: Promise<Connector.Whole<typeof ledgerly>> = Connector.whole(ledgerly)
