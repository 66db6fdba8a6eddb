/** The connectors that the service is composed of, as values: all loaded, for tests that look into them. */
import { Connector } from "@svc/core"
import { connectors as composed } from "../../src/connectors.ts"
import * as LazyConnector from "../../src/LazyConnector.ts"

export const connectors: ReadonlyArray<Connector.Any> = await Promise.all(
  composed.map(async (own) => Connector.whole(LazyConnector.isLazy(own) ? await own.load() : own))
)
