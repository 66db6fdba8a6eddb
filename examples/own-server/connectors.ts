/** The connectors of this server: one of this repository, and one that somebody else published. */
import { sandbox } from "@svc/sandbox"
import { ledgerly } from "svc-connector-ledgerly"

export const connectors = [sandbox, ledgerly]
