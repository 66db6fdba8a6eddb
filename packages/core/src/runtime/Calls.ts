/**
 * The calls of the async door whose code is loaded with the first of them: writes, files, calls passed through and webhooks. What
 * they are told is looked at first.
 */
import * as Effect from "effect/Effect"
import type { Call } from "../contract/Call.ts"
import type { Any } from "../contract/Connector.ts"
import { ConnectorError, Undecodable } from "../contract/ConnectorError.ts"
import type { File, Filed } from "../contract/Files.ts"
import type { Operation, WriteId } from "../contract/Writes.ts"
import type { open } from "./Client.ts"
import { type Arguments, faultOf } from "./Given.ts"
import * as Is from "./GivenLater.ts"
import * as Hosted from "./Hosted.ts"
import type { DownloadOptions } from "./Files.ts"
import { type NodeRequest, type Proofs, receiveWeb } from "./Inbound.ts"
import { momentOf, present } from "./Offer.ts"
import { type Subscribing, type Subscription, subscriptionOf } from "./Subscription.ts"
import { resultsOf } from "./Outcomes.ts"
import type { Progress } from "./Writing.ts"

/** A schema of any library that keeps to Standard Schema (zod, valibot, arktype, effect's `toStandardSchemaV1`). */
export interface Validator<out A> {
  /** Version 1 of the Standard Schema interface: its check, which may take a while. */
  readonly "~standard": {
    readonly version: 1
    readonly validate: (value: unknown) => Validated<A> | Promise<Validated<A>>
  }
}
type Validated<A> =
  | { readonly value: A; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<{ readonly message: string }> }

/** What may end a call. */
export interface Signalled {
  /** Ends the call; what it rejects with is the signal's reason. */
  readonly signal?: AbortSignal | undefined
}
/** How a write is told apart from its repeat, and gone on with. */
export interface WriteOptions extends Signalled {
  /** Makes a repeat harmless where the platform has keys. */
  readonly key?: string | undefined
  /** When the items were first written with this key, ISO 8601 or a Date; now when absent. */
  readonly begun?: string | Date | undefined
  /** Lets items that take several calls go on where they stopped, when they are written again with the same key. */
  readonly progress?: ProgressStore | undefined
}
/** Where the app keeps how far items of a write have come; each by a key of its own, which begins with that of the write. */
export interface ProgressStore {
  /** How far the write with this key is; null for one that is not known. */
  readonly load: (key: string) => Progress | null | Promise<Progress | null>
  /** Keeps it, JSON as it is, and resolves when it is safe: the next call goes out then. */
  readonly keep: (key: string, progress: Progress) => void | Promise<void>
}

/** Where the platform is to send its webhooks. */
export interface SubscribeOptions extends Subscribing, Signalled {
  /** Called with what is registered after each change; when it rejects, what was just made is taken back. */
  readonly keep?: ((subscription: Subscription) => void | Promise<void>) | undefined
}

/** Whose call it is. */
export interface At {
  readonly connector: Any
  readonly client: ReturnType<typeof open>
}

const asked = <A>(
  { connector }: At,
  operation: string,
  given: Arguments,
  call: () => Effect.Effect<A, ConnectorError>
): Effect.Effect<A, ConnectorError> =>
  Effect.suspend((): Effect.Effect<A, ConnectorError> => faultOf(connector, operation, given) ?? call())

/** Writes items, with a result for each. */
export const write = (
  at: At,
  name: string,
  model: WriteId,
  operation: Operation,
  items: ReadonlyArray<unknown>,
  own: WriteOptions | null | undefined
): Effect.Effect<any, ConnectorError> =>
  asked(at, name, Is.ofWrite(model, items, own), () => {
    const { key, progress, ...given } = own ?? {}
    const begun = momentOf(given.begun)
    const theirs = <A>(what: string, call: () => A | Promise<A>) =>
      Effect.orDie(Hosted.theirs(at.connector, name, `store of progress (${what})`, call))
    const options = {
      ...(key === undefined ? {} : { key }),
      ...(begun === undefined ? {} : { begun }),
      ...(progress === undefined
        ? {}
        : {
            progress: {
              load: (item: string) => theirs("load", () => progress.load(item)),
              keep: (item: string, kept: any) => theirs("keep", () => progress.keep(item, kept))
            }
          })
    }
    return Effect.map(at.client.write(model, operation, items, options), (all) => resultsOf(all))
  })

/** Begins to fetch the bytes of a document; `closing` ends them as well. */
export const download = (
  at: At,
  name: string,
  document: Filed,
  own: DownloadOptions | null | undefined,
  closing: AbortSignal,
  ended: () => void
) =>
  asked(at, name, Is.ofDownload(document, own), () => {
    const signal = own?.signal === undefined ? closing : AbortSignal.any([own.signal, closing])
    return at.client.download(document, { ...own, signal, ended })
  })

/** Attaches a file to a record. */
export const upload = (at: At, name: string, file: File, own: unknown): Effect.Effect<any, ConnectorError> =>
  asked(at, name, Is.ofUpload(file, own), () => Effect.map(at.client.upload(file), ({ id, item }) => present(item, id)))

/** Passes a call through. */
export const call = (
  at: At,
  name: string,
  own: Call,
  options: { readonly body?: Validator<unknown> } | null | undefined
): Effect.Effect<any, ConnectorError> =>
  asked(at, name, Is.ofCall(own, options), (): Effect.Effect<any, ConnectorError> => {
    const body = options?.body
    if (body === undefined) return at.client.call(own)
    return Effect.flatMap(at.client.demand(own), (answer) =>
      Effect.map(validated(at, name, body, answer.body), (value) => ({ ...answer, body: value }))
    )
  })

const validated = ({ connector }: At, operation: string, schema: Validator<unknown>, value: unknown) => {
  const unlike = (issues: ReadonlyArray<string>) =>
    new ConnectorError({ connector: connector.id, operation, reason: new Undecodable({ issues }) })
  return Effect.flatMap(
    Effect.tryPromise({
      try: async () => schema["~standard"].validate(value),
      catch: (error) =>
        unlike([`the schema could not be asked: ${error instanceof Error ? error.message : String(error)}`])
    }),
    (result) =>
      result.issues === undefined
        ? Effect.succeed(result.value)
        : Effect.fail(unlike(result.issues.map(({ message }) => message)))
  )
}

/** Reads a webhook that came for the connection. */
export const receive = (
  at: At,
  name: string,
  request: Request | NodeRequest,
  own: Proofs | null | undefined
): Effect.Effect<any, ConnectorError> =>
  asked(at, name, Is.ofWebhook(request, own), () => receiveWeb(at.connector, request, own ?? {}, at.client))

/** Registers the platform's webhooks. */
export const subscribe = (at: At, name: string, own: SubscribeOptions) =>
  asked(at, name, Is.ofSubscription(own), () => {
    const { keep } = own
    const kept = (now: Subscription) => Hosted.theirs(at.connector, name, "function `keep`", () => keep?.(now))
    return at.client.subscribe({ subscription: subscriptionOf(own), ...(keep === undefined ? {} : { keep: kept }) })
  })

/** Removes them. */
export const unsubscribe = (at: At, name: string, subscription: Subscription, own: unknown) =>
  asked(at, name, Is.ofRegistered(subscription, own), () => at.client.unsubscribe(subscription))
