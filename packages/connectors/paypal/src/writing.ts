/** How PayPal is written to: creations carry a key, and answer the whole record where they are told to. */
import * as Call from "@svc/core/Call"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"

interface Own {
  /** Where records are made, and behind it where one is. */
  readonly path: string
  /** Where one is made of another: below what the item names. */
  readonly below?: (item: any) => string
  /** Where the id of a new record is, in an answer that is another. */
  readonly idAt?: string
}
/** Currencies that PayPal takes no decimals of: https://developer.paypal.com/api/rest/reference/currency-codes */
const whole = new Set(["HUF", "JPY", "TWD"])
type Refuse = (message: string, place?: string) => never

/** A number as a text of so many decimals at most. */
export const decimal = (value: number, digits: number, refuse: Refuse): string =>
  Number(value.toFixed(digits)) === value ? String(value) : refuse(`has more than ${digits} decimals`)
/** An amount as PayPal takes it: a decimal text in major units. */
export const money = (amount: number, currency: string | null | undefined, refuse: Refuse, place?: string) => {
  const code = currency ?? refuse("needs a currency_id beside it", place)
  const value = amount.toFixed(whole.has(code) ? 0 : 2)
  return Number(value) === amount
    ? { currency_code: code, value }
    : refuse("has more decimals than its currency", place)
}

export const key = Write.key("PayPal-Request-Id")
export const representation = { prefer: "return=representation" }
const patch = (ops: Iterable<readonly [path: string, value: unknown]>) =>
  [...ops].map(([path, value]) => ({ op: "replace", path, value }))
export const writing = Writer.make(({ below, idAt, path }: Own) => {
  const address = ({ id }: Writer.Sent) => `${path}/${Call.segment(id)}`
  return {
    idempotency: Write.natural,
    create: {
      idempotency: key,
      call: ({ body, item }) => ({
        method: "POST",
        path: below === undefined ? path : `${path}/${below(item)}`,
        headers: idAt === undefined ? representation : {},
        body
      }),
      answers: (body) => [idAt === undefined ? Write.accepted(body) : Write.acceptedId(String(Call.at(body, idAt)))]
    },
    update: {
      // A patch of each member that was given, by its pointer.
      call: (sent) => ({ method: "PATCH", path: address(sent), body: patch(Object.entries(sent.body)) }),
      answers: () => [Write.done]
    },
    delete: { call: (sent) => ({ method: "DELETE", path: address(sent) }) },
    void: {
      call: (sent) => ({ method: "POST", path: `${address(sent)}/cancel`, body: {} }),
      answers: () => [Write.done]
    }
  }
})
