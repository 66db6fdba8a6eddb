/**
 * How records are written: the platform has one rule for all of its resources. Amounts that it keeps in minor units, and bank
 * accounts that are named by their ledger accounts, are found out beforehand.
 */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { afterwards as inSteps } from "./afterwards.ts"
import { lookupsOf } from "./lookups.ts"

interface Own {
  readonly resource: string
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

export const writing = Writer.make(
  ({ afterwards, banks, by, id = (own) => own, minor: isMinor, resource, voids }: Own) => {
    const address = (platformId: string) => `/${resource}/${Call.segment(id(platformId) ?? "")}`
    const own = ({ id: platformId, lookups, refuse }: Writer.Sent) => {
      if (id(platformId) === null) refuse("is part of another record, and is changed with it", "platform_id")
      const found: string | null = lookups["found"] ?? null
      return found === null ? address(platformId) : `/${resource}/${Call.segment(found)}`
    }
    const lookups = lookupsOf(resource, { banks, by, minor: isMinor }, ({ platform_id }) => address(platform_id))
    return {
      clears: true,
      idempotency: Write.key("Idempotency-Key"),
      answers: (body) => [Write.accepted(body)],
      create:
        afterwards === undefined
          ? { lookups, call: ({ body }) => ({ method: "POST", path: `/${resource}`, body: Call.present(body) }) }
          : { lookups, steps: ({ answered, body }) => inSteps(resource, afterwards, Call.present(body), answered) },
      update: { lookups, call: (sent) => ({ method: "PATCH", path: own(sent), body: sent.body }) },
      delete: {
        idempotency: Write.natural,
        lookups: { found: lookups.found },
        call: (sent) => ({ method: "DELETE", path: own(sent) })
      },
      void: { call: (sent) => ({ method: "PATCH", path: own(sent), body: voids }) }
    }
  }
)
export const usual = ["create", "update", "delete"] as const
export const voidable = [...usual, "void"] as const

const currencyOf = ({ lookups, root }: Take.At): string | null | undefined =>
  root["currency_id"] ?? (lookups["currency"] as string | null)
/** Amounts in whole minor units, and prices that may be a part of one. */
export const minor = (to: string) => Take.minor(to, currencyOf)
export const price = (to: string): Take.Named<number> => ({
  to,
  by: (value, at) => {
    const currency = currencyOf(at as Take.At) ?? at.refuse("needs a currency_id beside it")
    return Normalize.product(value, 10 ** Normalize.minorDigits(currency, "currency_id"), at.place)
  }
})
/** The one of a list that the platform has a place for; `of` are the members that are seen of it. */
export const only = <Row, const K extends keyof Row & string>(
  to: string,
  of: ReadonlyArray<K>,
  convert: (row: Row) => unknown
) => ({
  of,
  whole: (rows: ReadonlyArray<Row> | null, { refuse }: Take.At<unknown>) => {
    const [one, ...others] = rows ?? []
    if (others.length > 0) refuse("can be one at most, which is all that the platform keeps")
    return { [to]: one === undefined ? null : convert(one) }
  }
})
