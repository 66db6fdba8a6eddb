/**
 * What the tool must know of one platform besides its description: which files, sample settings and items to write, the
 * departures from the description that are known, and what makes the stand-in behave like that platform. Data, and small
 * pure functions.
 */
import type * as Connector from "@svc/core"
import type { Description, Outgoing } from "./Description.ts"
import type { Json } from "./JsonSchemas.ts"

export type AnyConnector = Connector.Connector.Any

/** A request that the description does not allow and the platform does, with the proof for it. */
export interface Departure {
  /** Matched against `GET /Path: the fault`. */
  readonly fault: RegExp
  readonly reason: string
}

/** An example item that is rightly refused. */
export interface ExplainedRefusal {
  readonly model: string
  /** Matched against the issue. */
  readonly issue: RegExp
  readonly reason: string
}

/** What an item belongs to and how it came about. */
export interface WrittenItem {
  /** Path of the collection: `/Invoices`. */
  readonly path: string
  /** The item as it was; null for a new one. */
  readonly before: Json | null
  /** What the request said. */
  readonly input: Json
  /** All items of another collection. */
  readonly items: (path: string) => ReadonlyArray<Json>
  /** An id that has not been used. */
  readonly newId: () => string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** How the stand-in behaves like the platform beyond answering examples. */
export interface Behaviour {
  /** Paths below the origin at which a user is asked and tokens are issued; those of the connector when absent. */
  readonly authorizePath?: string
  readonly tokenPath?: string
  /** An answer to a request that lacks what the platform always demands, such as a tenant; null when it is complete. */
  readonly refuse?: (
    request: Outgoing,
    items: (path: string) => ReadonlyArray<Json>
  ) => { readonly status: number; readonly body: unknown } | null
  /** Where a collection keeps its items and what names them, where the description does not show it. */
  readonly collections?: Readonly<Record<string, { readonly at?: string; readonly id?: string }>>
  /** Member that names an element of a list inside an item, such as a line; `id` when absent. */
  readonly elementId?: string
  /** Items of our own beside those of the examples, which refer to each other as a real company's do. */
  readonly seed?: Readonly<Record<string, ReadonlyArray<Json>>>
  /** Whether an item belongs to what a list request asks for. */
  readonly fits?: (item: Json, request: Outgoing, path: string) => boolean
  /** When an item changed last, milliseconds since the epoch; undefined when it does not say. */
  readonly changedAt?: (item: Json) => number | undefined
  /** Query parameters of numbered pages, and what the body says of them. */
  readonly paging?: {
    readonly page: string
    readonly size: string
    readonly defaultSize: number
    /** Members of the body that tell of the page, laid over those of the same name that the example has. */
    readonly describe?: (info: { readonly page: number; readonly size: number; readonly total: number }) => Json
  }
  /** What the platform makes of a written item: ids of lines, totals, the form of its dates. */
  readonly complete?: (item: Json, written: WrittenItem) => Json
  /** What a write below an item (an allocation) does to the item. */
  readonly apply?: (item: Json, path: string, body: Json) => Json
}

export interface Profile {
  /** Name of the package and of the folder: `xero`. */
  readonly slug: string
  readonly connector: AnyConnector
  /** Reads the description; `folder` holds the platform's files. */
  readonly describe: (folder: string) => Description
  readonly settings: Readonly<Record<string, string>>
  readonly credentials: Readonly<Record<string, string>>
  /** The operator's own registration, where every call is sent with what is of it. */
  readonly app?: Connector.Auth.App
  /** Platform ids to fetch records by, where the examples show none: of a model, or of one source of it (`BILLS (drafts)`). */
  readonly ids?: Readonly<Record<string, string>>
  /** A document whose bytes are asked for, and whose file is sent, of a connector that moves files. */
  readonly document?: Connector.Files.Filed
  /** Items to write, by data model and operation. */
  readonly writes?: Readonly<Record<string, { readonly [Op in Connector.Writes.Operation]?: ReadonlyArray<Json> }>>
  /**
   * Examples made to show a kind of record that the description has no example of; used for models that no example
   * yields a record of, and reported as such.
   */
  readonly variants?: Readonly<Record<string, { readonly what: string; readonly of: (body: unknown) => unknown }>>
  /** The answer with a record that is to be changed, by its model, where an example lacks the part that the change names. */
  readonly current?: Readonly<Record<string, (body: unknown) => unknown>>
  /** A list answer as it is when there is a further page; `page` counts from 1. */
  readonly more?: (body: unknown, page: number) => unknown
  /** A list answer as it is when there is none, for descriptions whose examples always name one. */
  readonly last?: (body: unknown) => unknown
  /** Headers of an answer that the description does not show, such as the address of a record that was made. */
  readonly answerHeaders?: (request: Outgoing) => Readonly<Record<string, string>>
  /** Whether the description has the calls by which webhooks are registered. */
  readonly subscribes?: boolean
  readonly departures?: ReadonlyArray<Departure>
  /** What a validator that is not ours refuses by the letter of the description, and the platform takes. */
  readonly disputes?: ReadonlyArray<Departure>
  readonly refusals?: ReadonlyArray<ExplainedRefusal>
  readonly behaviour?: Behaviour
}
