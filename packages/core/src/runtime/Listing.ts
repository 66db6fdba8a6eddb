/** A listing as a stream. Apart from the platform client, because a bundle without streams is a good deal smaller. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ConnectorError } from "../contract/ConnectorError.ts"
import type { ModelId } from "../contract/Models.ts"
import type { Client } from "./Client.ts"
import type { ListOptions, Walked } from "./Steps.ts"

/** What is found of a model step by step, from all its sources. */
export const steps = (client: Client, model: ModelId, options?: ListOptions): Stream.Stream<Walked, ConnectorError> =>
  Stream.unwrap(
    Effect.map(client.pages(model, options), (pages) =>
      Stream.paginate(null, () =>
        Effect.map(pages, (step) => (step === null ? [[], Option.none()] : [[step], Option.some(null)]))
      )
    )
  )
