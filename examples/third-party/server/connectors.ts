/** The connectors of this server: one that comes with it, and one that somebody else published. */
import { sandbox } from "@svc/sandbox"
import { quayside } from "svc-connector-quayside"

export const connectors = [sandbox, quayside]
