/** What the writes have in common: how a record is put under an id of the caller's, and the lines of a purchase. */
import { Call, Lookup, Normalize, Take, Wire, Write, type Writes } from "@svc/core"
import { isNumber, numbers, suiteql, textOf } from "./statement.ts"

/** Quirk: a name that a record does not have is dropped without a word unless it is asked to be an error. */
const strict = {
  "content-type": "application/vnd.oracle.resource+json; type=singular",
  "x-netsuite-propertynamevalidation": "Error"
}
/** Puts a record under an id of ours. Quirk: only queued calls have keys; by its external id a repeat finds what it made. */
export const put = (type: string, body: Readonly<Record<string, unknown>>): Call.Call => ({
  method: "PUT",
  path: `/record/v1/${type}/eid:{key}`,
  query: listsOf(body),
  headers: strict,
  body: Call.present(body)
})
/** Changes the members of a record that are sent. */
export const patch = (type: string, id: string, body: Readonly<Record<string, unknown>>): Call.Call => ({
  method: "PATCH",
  path: `/record/v1/${type}/${Call.segment(id)}`,
  query: listsOf(body),
  headers: strict,
  body: Call.present(body)
})
/** Lists of lines replace those that are there: added to them, a repeat would double them. */
const listsOf = (body: Readonly<Record<string, unknown>>) => {
  const lists = ["item", "expense"].filter((name) => body[name] !== null && body[name] !== undefined)
  return lists.length === 0 ? {} : { replace: lists.join(",") }
}

/** Quirk: the answer has no body; the address of the record is in a header. */
export const taken =
  (idIn: (id: string) => string = (id) => id) =>
  (_body: unknown, _items: unknown, { location }: Call.Headers) => {
    const id = /\/([^/?]+)\/?$/.exec(location ?? "")?.[1]
    if (id === undefined || !isNumber(id)) throw new Error("the answer does not say which record was made")
    return [Write.acceptedId(idIn(id))]
  }
export const idempotency = Write.keyPath

export const day = (value: unknown) => Normalize.day(value)
export const ref = (id: string | null | undefined) => (id ? { id } : null)
/** The id of a customer or vendor; null for one of another kind. One without a kind in front is taken as it is. */
export const partyId = (kind: "customer" | "vendor", id: string): string | null => {
  const own = Normalize.unprefixed(kind, id) ?? id
  return isNumber(own) ? own : null
}

export type LineInput = Writes.LineInput
export type LinesInput = ReadonlyArray<LineInput> | null | undefined

/** The accounts behind items that a line names together with an account: there the item decides. */
export const itemAccounts = (column: "incomeaccount" | "expenseaccount") =>
  Lookup.make({
    call: ({ items }: Lookup.LookupContext<{ readonly line_items?: LinesInput }>) => {
      const ids = numbers(
        items.flatMap(({ line_items }) =>
          (line_items ?? []).flatMap(({ account_id, item_id }) => (account_id && item_id ? [item_id] : []))
        )
      )
      const where = [`i.id IN (${ids.join(", ")})`]
      return ids.length === 0
        ? null
        : suiteql(textOf({ id: "i.id", select: { account: `i.${column}` }, from: "item i", where }))
    },
    response: Wire.struct({ items: Wire.list(Wire.struct({ id: Wire.required(Wire.id), account: Wire.id })) }),
    pick: ({ items }): ReadonlyMap<string, string | null> =>
      new Map((items ?? []).map(({ account, id }) => [id, account ?? null])),
    absent: new Map()
  })

/** Why NetSuite cannot take lines. */
export const refuseLines = (lines: LinesInput, accounts: ReadonlyMap<string, string | null>): Write.Refusal | null => {
  for (const [index, own] of (lines ?? []).entries()) {
    const field = `line_items[${index}]`
    if (!own.item_id && !own.account_id) return { field, message: "needs an item_id or an account_id" }
    if (own.item_id && own.account_id && accounts.get(own.item_id) !== own.account_id)
      return { field: `${field}.account_id`, message: "is not the account of the item, which decides" }
  }
  return null
}

/** A line about an item. Quirk: lines have no discount; the amount is what is left. */
export const itemLine = (own: LineInput) =>
  Call.present({
    item: ref(own.item_id),
    quantity: own.quantity,
    ...(own.total_discount ? { amount: Take.amountOf(own) } : { rate: own.unit_amount }),
    description: own.description,
    taxCode: ref(own.tax_id)
  })
const accountLine = (own: LineInput) =>
  Call.present({
    account: ref(own.account_id),
    amount: Take.amountOf(own),
    memo: own.description,
    taxCode: ref(own.tax_id)
  })
const listOf = <A>(items: ReadonlyArray<A>) => (items.length === 0 ? null : { items })
/** Quirk: lines about items and lines about accounts are two lists. */
export const purchaseLines = (lines: LinesInput) => ({
  item: listOf((lines ?? []).filter(({ item_id }) => item_id).map(itemLine)),
  expense: listOf((lines ?? []).filter(({ item_id }) => !item_id).map(accountLine))
})
