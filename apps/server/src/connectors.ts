/** The connectors of this server: the one file that names them. To add one, install its package and put it in the list. */
import type { Connector } from "@svc/core"

export const connectors: ReadonlyArray<Connector.Any> = []
