/**
 * How records are written: the platform has one rule for all of its resources, so that a model's writes are a table of what
 * becomes of its members. What is not in the table has no place here and is refused.
 */
import { Call, Connector, Models, type Read, Write, Writes } from "@svc/core"
import { afterwards as inSteps } from "./afterwards.ts"
import { lookupsOf } from "./lookups.ts"
import { bodyOf, type Table, untaken } from "./taking.ts"

type Item = Readonly<Record<string, any>>

export interface Options {
  /** Members that a new record cannot do without. */
  readonly requires: ReadonlyArray<string>
  readonly takes: Table
  /** What only a new record takes, or takes in another way. */
  readonly creates?: Table
  /** What a change makes void. */
  readonly voids?: object
  /** Names ledger accounts where the platform names bank accounts: those are asked for. */
  readonly banks?: true
  /** The platform keeps amounts in whole minor units: where a change does not say its currency, the record is asked for it. */
  readonly minor?: true
  /** The platform's name of the member that is our `platform_id`, where that is not the id: it is asked for. */
  readonly by?: string
  /**
   * The platform's member that a new record is given in a second call, once it is there: what is refused then leaves a record
   * behind, which is deleted.
   */
  readonly afterwards?: string
  /** What the platform calls the record, by its `platform_id`; another resource's has none. */
  readonly id?: (platformId: string) => string | null
}

/** The writes of a model whose records are a resource's: all that the interface has for it, unless `offers` says less. */
export const writing = <
  const M extends Writes.WriteId,
  const Op extends Writes.OperationsOf<M> = Writes.OperationsOf<M>
>(
  model: M,
  resource: string,
  record: Read.Read,
  own: Options & { readonly offers?: ReadonlyArray<Op> }
): { readonly [O in Op]: Write.Write<M, O> } => {
  const {
    afterwards,
    banks,
    by,
    creates,
    id = (platformId) => platformId,
    minor: isMinor,
    requires,
    takes,
    voids
  } = own
  const address = (item: Item | undefined, known?: string | null): string => {
    const found = known ?? id(String(item?.["platform_id"] ?? ""))
    return `/${resource}/${Call.segment(found ?? "")}`
  }
  const lookups = lookupsOf(resource, { banks, by, minor: isMinor }, address)
  const refusal = (item: Item) =>
    id(String(item["platform_id"])) === null
      ? { field: "platform_id", message: "is part of another record, and is changed with it" }
      : null
  const common = { record, idempotency: Write.key("Idempotency-Key") }
  const sent = (item: Item | undefined, table: Table, isNew: boolean, found: { banks: any; currency: any }) =>
    bodyOf(table, item ?? {}, { isNew, banks: found.banks, currency: item?.["currency_id"] ?? found.currency })
  const made = { ...takes, ...creates }
  const created: any = {
    ...common,
    requires,
    unsupported: untaken(Writes.get(model, "create")?.fields ?? {}, made),
    lookups,
    call: ([item]: ReadonlyArray<Item>, context: any) => ({
      method: "POST",
      path: `/${resource}`,
      body: Call.present(sent(item, made, true, context.lookups))
    }),
    answers: (body: unknown) => [Write.accepted(body)]
  }
  const { answers: _, call: _call, ...shared } = created
  const stepwise: any = {
    ...shared,
    steps: ({ answered, input, lookups: found }: Write.StepContext<Item, typeof lookups>) =>
      inSteps(resource, afterwards ?? "", Call.present(sent(input, made, true, found)) as Item, answered)
  }
  const updated: any = {
    ...created,
    requires: ["platform_id"],
    unsupported: untaken(Writes.get(model, "update")?.fields ?? {}, takes),
    refuse: refusal,
    call: ([item]: ReadonlyArray<Item>, context: any) => ({
      method: "PATCH",
      path: address(item, context.lookups.found),
      body: sent(item, takes, false, context.lookups)
    })
  }
  const removed: any = {
    record,
    lookups: { found: lookups.found },
    refuse: refusal,
    call: ([item]: ReadonlyArray<Item>, context: any) => ({
      method: "DELETE",
      path: address(item, context.lookups.found)
    })
  }
  const voided: any = {
    ...common,
    refuse: refusal,
    call: ([item]: ReadonlyArray<Item>) => ({ method: "PATCH", path: address(item), body: voids }),
    answers: (body: unknown) => [Write.accepted(body)]
  }
  const all: Record<Writes.Operation, Write.Write<any, any>> = {
    create: Connector.create(model, afterwards === undefined ? created : stepwise),
    update: Connector.update(model, updated),
    delete: Connector.delete(model, removed),
    void: Connector.void(model, voided)
  }
  const offered: ReadonlyArray<Writes.Operation> = own.offers ?? Models.get(model).writes
  return Object.fromEntries(offered.map((operation) => [operation, all[operation]])) as any
}
