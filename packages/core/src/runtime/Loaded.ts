/** What a connector may keep apart beside its reads (`Part.reading`): its writes, and how bytes of documents are moved. */
import * as Effect from "effect/Effect"
import { type Any, isLater, type Writes } from "../contract/Connector.ts"
import type { ConnectorError } from "../contract/ConnectorError.ts"
import type { Files } from "../contract/Files.ts"
import { part } from "./Part.ts"

/** The connector's writes, loaded where they are apart. */
export const writesOf = (connector: Any): Effect.Effect<Writes, ConnectorError> => {
  const { writes } = connector
  return isLater(writes)
    ? Effect.map(part(connector, "write", "the connector's writes", writes.load), (own) => own.writes)
    : Effect.succeed(writes as Writes)
}

/** How it moves the bytes of documents; undefined where it does not. */
export const filesOf = (connector: Any, operation: string): Effect.Effect<Files | undefined, ConnectorError> => {
  const { files, writes } = connector
  return files === undefined && isLater(writes)
    ? Effect.map(part(connector, operation, "what moves the connector's files", writes.load), (own) => own.files)
    : Effect.succeed(files)
}
