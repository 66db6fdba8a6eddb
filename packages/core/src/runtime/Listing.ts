/** A listing as a stream. Apart from the platform client, because a bundle without streams is a good deal smaller. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ConnectorError } from "../ConnectorError.ts"
import type { ModelId } from "../Models.ts"
import type { Client, ListOptions } from "./Platform.ts"
import type { Item } from "./Reading.ts"

/** All items of a model, from all its sources. The first item that cannot be read fails the stream. */
export const items = (client: Client, model: ModelId, options?: ListOptions): Stream.Stream<Item, ConnectorError> =>
  Stream.unwrap(
    Effect.map(client.pages(model, options), (pages) =>
      Stream.paginate(null, () =>
        Effect.map(pages, (page) => (page === null ? [[], Option.none()] : [page, Option.some(null)]))
      )
    )
  )
