/**
 * Something that must be asked of the platform before a read can map or a write can be sent: the base currency, the code
 * behind an item's id. Core asks, once for each run or write; the mapping stays a pure function.
 */
import type { AuthSettings } from "./Auth.ts"
import type { Further } from "./Further.ts"
import type { Decoder } from "./Wire.ts"

/** What a look-up may be asked by: the items of the page, the settings of the connection. */
export interface LookupContext<Input> {
  /** Of the connection. */
  readonly settings: AuthSettings
  /** The items about to be written; of a read's companions, those of the page; empty for a read's lookups. */
  readonly items: ReadonlyArray<Input>
  /** Of a read's companions: the moment whose changes the page shows; null where everything or one record is read. */
  readonly since: string | null
}
/**
 * What a lookup asks: one call, whose body `response` decodes; one in `Pages`, whose items it decodes as a list; or several
 * of these, such as one for each line, of which it decodes the list of what each was answered, in order.
 */
export type Asked = Further | ReadonlyArray<Further>
/** Whether several things are asked, each by a call of its own. */
export const isSeveral = (asked: Asked): asked is ReadonlyArray<Further> => Array.isArray(asked)

/** What has to be known besides the items of a page: how it is asked for, and what is taken of the answer. */
export interface Lookup<out A = unknown, in Input = any> {
  /** Null when nothing has to be asked; the lookup then yields `absent`. */
  readonly call: (context: LookupContext<Input>) => Asked | null
  /** Schema of the answer. */
  readonly response: Decoder<unknown>
  /** What is to be known, taken of the decoded answer. */
  readonly pick: (body: any) => A
  /** What is known where nothing was asked, or the answer means that there is none. */
  readonly absent: A
  /**
   * Statuses that mean that the platform has nothing of the kind; the lookup then yields `absent`. Where several calls are
   * made, one that is answered so is left out. A success among them means so where its answer has no body.
   */
  readonly emptyStatuses?: ReadonlyArray<number>
  /**
   * No write that asks it changes what it finds, such as the accounts that an invoice names: the items of one call and the
   * records that come of them are asked for together. Without it, the records are looked up anew after the call.
   */
  readonly lasting?: boolean
  /**
   * Of a read's companion: what of the answer is one item's own, of the answer's form. It is kept with the item, which can
   * then be mapped again without the platform.
   */
  readonly part?: (body: unknown, item: Input) => unknown
}
/** Look-ups by the names that mappings and calls use. */
export type Lookups = Readonly<Record<string, Lookup>>
/** What came of look-ups, by their names. */
export type Found<L extends Lookups> = { readonly [K in keyof L]: L[K] extends Lookup<infer A, any> ? A : never }

/**
 * What the items are is said by `of` (a read's decoder, for the companions of its pages) or by annotating the context of
 * `call`, such as with the input of a write; where nothing says it, they are unknown.
 */
export const make = <B, A, Input = unknown>(options: {
  /** The decoder of the items, for types alone. */
  readonly of?: Decoder<Input>
  readonly call: Asked | ((context: LookupContext<Input>) => Asked | null)
  readonly response: Decoder<B>
  readonly pick: (body: NoInfer<B>) => A
  readonly absent: NoInfer<A>
  readonly emptyStatuses?: ReadonlyArray<number>
  readonly lasting?: boolean
  readonly part?: (body: unknown, item: Input) => unknown
}): Lookup<A, Input> => {
  const { call, of: _, ...rest } = options
  return { ...rest, call: typeof call === "function" ? call : () => call }
}
