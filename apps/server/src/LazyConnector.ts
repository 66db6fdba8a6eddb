/**
 * A connector that is loaded when it is first needed. Until then the service knows its id and its category: a start takes as
 * long with thirty connectors as with one, and what nobody connects takes no memory.
 */
import type { Connector } from "@svc/core"

/** What is known of a connector that is not loaded, and how to load it. */
export interface Lazy {
  readonly id: string
  readonly category: Connector.Category
  readonly load: () => Promise<Connector.Any>
}

/** What a service is composed of: a connector as it is, or one that is loaded when it is first needed. */
export type Composed = Connector.Any | Lazy

/**
 * A connector of a package that is imported when the connector is first needed:
 * `lazy("XERO", "ACCOUNTING", async () => (await import("@svc/xero")).xero)`. What is loaded must have this id and category.
 */
export const lazy = <const Id extends string>(
  id: Id,
  category: Connector.Category,
  load: () => Promise<Connector.Connector<Id, any, any, any, any>>
): Lazy => ({ id, category, load })

export const isLazy = (composed: Composed): composed is Lazy => "load" in composed
