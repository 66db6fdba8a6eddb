/** What writes in a module of its own, for a connector that writes much. */
import * as Connector from "@svc/core/Connector"
import { ledgerly } from "../index.ts"

/** Loaded with the first write; a program that only reads does without. `own-writes.ts` exports `writes`. */
export const writes = Connector.later(() => import("./own-writes.ts"))
/** A connector with its writes loaded, for a test's `suite` and whoever else looks into them. */
export const whole: Promise<Connector.Whole<typeof ledgerly>> = Connector.whole(ledgerly)
