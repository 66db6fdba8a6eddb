/**
 * A platform's own description of its API, whatever its format: which operations there are, what is wrong with a request
 * to one of them, and what it answers. `OpenApi.ts` reads one format; another is another module with this interface.
 */

import type { Json } from "./JsonSchemas.ts"

/** A request as it leaves a connector. Header names are in lower case. */
export interface Outgoing {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface Example {
  /** The operation it belongs to and its own name where it has one. */
  readonly name: string
  readonly status: number
  readonly body: unknown
  /** Written in the description, or put together by us from the answer's schema because there is none. */
  readonly from: "documented" | "schema"
}

export interface Operation {
  /** Method and path as described: `GET /Invoices/{InvoiceID}`. */
  readonly id: string
  readonly method: string
  /** Path below the server's address; parameters in braces. */
  readonly path: string
  /** Pathname of the server it is described under, without trailing slash. */
  readonly base: string
  /** Everything in a request to this operation that the description does not allow; empty when it is valid. */
  readonly faults: (request: Outgoing) => ReadonlyArray<string>
  /** Answers of success; at least one where the description has an example or a schema of a body. */
  readonly examples: ReadonlyArray<Example>
  /** Documented answers of failure. */
  readonly failures: ReadonlyArray<Example>
  /** The operation changes nothing, whatever its method. */
  readonly isReading?: boolean
  /** Status of success; its first where several are described. */
  readonly status: number
  /** What an OpenAPI description says of its requests as a document of its own, with `before` before its path. */
  readonly document?: (before: string) => Json
}

export type Found =
  | { readonly operation: Operation; readonly params: Readonly<Record<string, string>> }
  /** Nothing describes the request, and why. */
  | { readonly operation: null; readonly reason: string }

export interface Description {
  readonly operations: ReadonlyArray<Operation>
  /** What the platform's own webhooks send. */
  readonly events: ReadonlyArray<Example>
  /** Finds what a request lands on; with `anyHost` by its path alone. */
  readonly find: (request: Outgoing, options?: { readonly anyHost?: boolean }) => Found
}

/** Several descriptions as one: the first that knows the request decides. */
export const join = (descriptions: ReadonlyArray<Description>): Description => ({
  operations: descriptions.flatMap(({ operations }) => operations),
  events: descriptions.flatMap(({ events }) => events),
  find: (request, options) => {
    const reasons: Array<string> = []
    for (const description of descriptions) {
      const found = description.find(request, options)
      if (found.operation !== null) return found
      reasons.push(found.reason)
    }
    // What knows the path and misses the method says more than what does not know the path.
    return {
      operation: null,
      reason: reasons.find((reason) => reason.includes("method")) ?? reasons[0] ?? "nothing is described"
    }
  }
})
