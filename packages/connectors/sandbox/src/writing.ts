/**
 * How records are written: the platform has one rule for all of its resources, so that a model's writes are a table of what
 * becomes of its members. What is not in the table has no place here and is refused.
 */
import { Call, Connector, Lookup, Models, Normalize, type Read, Wire, Write, Writes } from "@svc/core"
import { bodyOf, type Table, untaken } from "./taking.ts"

const BankAccounts = Wire.struct({
  items: Wire.list(Wire.struct({ id: Wire.required(Wire.id), ledgerAccount: Wire.struct({ id: Wire.id }) }))
})
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
  const lookups = {
    found: Lookup.make({
      call: ({ items: [item] }: Lookup.LookupContext<Item>) =>
        by === undefined || !item?.["platform_id"]
          ? null
          : { path: `/${resource}`, query: { [by]: item["platform_id"] } },
      response: Wire.struct({ items: Wire.list(Wire.struct({ id: Wire.required(Wire.id) })) }),
      pick: ({ items }) => items?.[0]?.id ?? null,
      absent: null
    }),
    banks: Lookup.make({
      call: () => (banks ? { path: "/bankAccounts", query: { limit: 200 } } : null),
      response: BankAccounts,
      pick: ({ items }) => new Map((items ?? []).map((one) => [one.ledgerAccount?.id ?? "", one.id])),
      absent: new Map<string, string>()
    }),
    currency: Lookup.make({
      call: ({ items: [item] }: Lookup.LookupContext<Item>) =>
        isMinor && item?.["platform_id"] && !item["currency_id"] ? { path: address(item) } : null,
      response: Wire.struct({ currency: Wire.id }),
      pick: ({ currency }) => currency ?? null,
      absent: null
    })
  }
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
    call: (
      [item]: ReadonlyArray<Item>,
      context: any,
      body = Call.present(sent(item, made, true, context.lookups))
    ) => ({
      method: "POST",
      path: `/${resource}`,
      body
    }),
    answers: (body: unknown) => [Write.accepted(body)]
  }
  const stepwise: any = {
    ...common,
    requires,
    unsupported: created.unsupported,
    lookups,
    steps: ({
      answered,
      input,
      lookups: found
    }: Write.StepContext<Item, typeof lookups>): Write.Step | Write.Answer => {
      const { [afterwards ?? ""]: later, ...body } = Call.present(sent(input, made, true, found)) as Item
      const idOf = (answer: Write.StepAnswer) => Normalize.text(Call.at(answer.body, "id")) ?? ""
      if (answered["made"] === undefined) {
        return Write.step("made", created.call([input], { lookups: found }, body), {
          id: idOf,
          undo: (answer) => ({ method: "DELETE", path: `/${resource}/${Call.segment(idOf(answer))}` })
        })
      }
      if (!Array.isArray(later) || later.length === 0) return Write.accepted(answered["made"].body)
      const path = `/${resource}/${Call.segment(idOf(answered["made"]))}`
      return answered["applied"] === undefined
        ? Write.step("applied", { method: "PATCH", path, body: { [afterwards!]: later } })
        : Write.accepted(answered["applied"].body)
    }
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
