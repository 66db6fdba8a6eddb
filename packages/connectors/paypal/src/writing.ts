/** How PayPal is written to: creations carry a key, and answer the whole record where they are told to. */
import { Call, Write, Writer } from "@svc/core"

interface Own {
  readonly path: string
}
/** Currencies that PayPal takes no decimals of: https://developer.paypal.com/api/rest/reference/currency-codes */
const whole = new Set(["HUF", "JPY", "TWD"])
type Refuse = (message: string, place?: string) => never

/** A number as a text of so many decimals at most. */
export const decimal = (value: number, digits: number, refuse: Refuse): string =>
  Number(value.toFixed(digits)) === value ? String(value) : refuse(`has more than ${digits} decimals`)
/** An amount as PayPal takes it: a decimal text in major units. */
export const money = (amount: number, currency: string | null | undefined, refuse: Refuse, place?: string) => {
  const code = currency ?? refuse("is needed with an amount", "currency_id")
  const value = amount.toFixed(whole.has(code) ? 0 : 2)
  return Number(value) === amount
    ? { currency_code: code, value }
    : refuse("has more decimals than its currency", place)
}

export const representation = { prefer: "return=representation" }
export const writing = Writer.make(({ path }: Own) => {
  const address = ({ id }: Writer.Sent) => `${path}/${Call.segment(id)}`
  return {
    idempotency: Write.key("PayPal-Request-Id"),
    answers: (body) => [Write.accepted(body)],
    create: { call: ({ body }) => ({ method: "POST", path, headers: representation, body }) },
    update: {
      idempotency: Write.natural,
      // A patch of each member that was given.
      call: (sent) => ({
        method: "PATCH",
        path: address(sent),
        body: Object.entries(sent.body).map(([name, value]) => ({ op: "replace", path: `/${name}`, value }))
      }),
      answers: () => [Write.done]
    },
    delete: { idempotency: Write.natural, call: (sent) => ({ method: "DELETE", path: address(sent) }) },
    void: {
      idempotency: Write.natural,
      call: (sent) => ({ method: "POST", path: `${address(sent)}/cancel`, body: {} }),
      answers: () => [Write.done]
    }
  }
})
