/**
 * Webhooks that are registered at a platform for one connection: how one is made, renewed, removed and listed. A connector
 * says this in calls; core holds what the platform has against what is to be there, so that one that was lost is made again
 * and none is left behind.
 */
import type { AuthSettings } from "./Auth.ts"
import type { Call } from "./Call.ts"
import type { Further } from "./Further.ts"
import type { Decoder } from "./Wire.ts"

/** One webhook as it is wanted. */
export interface Wanted {
  /** Where the platform is to send: an address of this connection alone, which answers before anything is registered. */
  readonly address: string
  /** Made for this connection alone: 43 letters, digits, `-` and `_`, for what the platform signs with or sends along. */
  readonly secret: string
  /** One of `topics`; empty where there are none. */
  readonly topic: string
  /** When it is to end, ISO 8601: `lasts` from now; null without. */
  readonly until: string | null
  /** Of the connection. */
  readonly settings: AuthSettings
}

/** What the platform answers to a webhook's creation. */
export interface Made {
  /** The platform's id of the webhook, by which it is renewed and removed. */
  readonly id: string
  /** What the platform signs with, where it makes that itself and tells it now alone. */
  readonly secret?: string | null | undefined
  /** When it ends, ISO 8601, where the answer says it; else what was asked for counts. */
  readonly until?: string | null | undefined
}

/** A webhook that the platform has, whoever registered it. */
export interface Listed {
  /** The platform's id of the webhook. */
  readonly id: string
  /** Exactly as it was given when it was made. */
  readonly address: string | null | undefined
  /** False for one that the platform has switched off: it is made anew. */
  readonly active?: boolean | undefined
}

/** How webhooks are registered at a platform that lets connectors do so. */
export interface Subscribe {
  /** One webhook is registered for each, where the platform takes one topic at a time; a single one when absent. */
  readonly topics?: ReadonlyArray<string> | ((settings: AuthSettings) => ReadonlyArray<string>)
  /** Seconds after which one ends, where it does and the answer to its creation does not say when. */
  readonly lasts?: number
  /** `app` where the platform signs with the secret of the operator's registration, whatever it is told here. */
  readonly signed?: "app"
  /** The call that registers one. */
  readonly create: (wanted: Wanted) => Call
  /** What `create` and `renew` are answered. */
  readonly response: Decoder<unknown>
  /** What the decoded answer says of the webhook. */
  readonly made: (body: any, wanted: Wanted) => Made
  /**
   * Gives one that ends more time, when half of its own has passed. Without it such a one is removed and made again. The
   * platform may ask the address whether it is right, as it does for `create`.
   */
  readonly renew?: (wanted: Wanted & { readonly id: string }) => Call
  /** One that is not there any more may be refused as not found. */
  readonly remove: (one: { readonly id: string; readonly settings: AuthSettings }) => Call
  /** All that the platform has: what was lost, and what nobody knows any more, is seen in nothing else. */
  readonly list: {
    /** With `Further.pages` the answer is the list of all pages' items. */
    readonly call: Further | ((settings: AuthSettings) => Further)
    readonly response: Decoder<unknown>
    readonly found: (body: any) => ReadonlyArray<Listed>
  }
}

/** Registration of webhooks as a value; its types follow from what is given. */
export const make = <B, L>(
  options: Omit<Subscribe, "response" | "made" | "list"> & {
    readonly response: Decoder<B>
    readonly made: (body: NoInfer<B>, wanted: Wanted) => Made
    readonly list: {
      readonly call: Subscribe["list"]["call"]
      readonly response: Decoder<L>
      readonly found: (body: NoInfer<L>) => ReadonlyArray<Listed>
    }
  }
): Subscribe => options
