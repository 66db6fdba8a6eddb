/**
 * How Shopify is written to: by mutations, whose records are read again as lists show them. Those that make something take no
 * key: before a repeat, what was made is looked for.
 */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Read from "@svc/core/Read"
import type * as Take from "@svc/core/Take"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { quoted } from "./resource.ts"
import { ask, globalId } from "./wire.ts"

/** A mutation, such as `customerCreate`: what it is given, of which type, and what is said besides. */
interface Mutation {
  readonly name: string
  readonly argument: string
  readonly type: string
  readonly besides?: string
}
interface Own {
  /** The type in global ids. */
  readonly type: "Customer" | "Order" | "Product"
  readonly scope: string
  readonly making: Mutation
  readonly changing: Mutation
  readonly removing: Mutation
  /** The member by which a new record is found again, its term in a search, and what shows it in the answer. */
  readonly by: {
    readonly member: string
    readonly term: string
    readonly shows: string
    readonly at: string
    /** Quirk: customers are not searched by when they were made. */
    readonly isDated: boolean
  }
}
export const offers = ["create", "update", "delete"] as const

export const gid = (type: string, id: string): string => `gid://shopify/${type}/${id}`
/** A mutation with its value; `shows` is what its answer has besides what was refused. */
export const mutate = ({ argument, besides = "", name, type }: Mutation, shows: string, value: unknown) =>
  ask(
    `mutation Write($value: ${type}!) { ${name}(${argument}: $value${besides}) { ${shows} userErrors { field message } } }`,
    { value }
  )
const idAt = (value: unknown, path: string): string => Wire.decode(globalId, Call.at(value, path))?.id ?? ""

export const writing = Writer.make(({ by, changing, making, removing, scope, type }: Own) => {
  const one = type.toLowerCase()
  const accepted =
    ({ name }: Mutation): Writer.Doing["answers"] =>
    (body) => {
      const id = idAt(body, `data.${name}.${one}.id`)
      return [id === "" ? undefined : Write.acceptedId(id)]
    }
  const shows = `${one} { id }`
  const idOf = ({ id }: Writer.Sent) => gid(type, id)
  return {
    scope,
    idempotency: Write.natural,
    create: {
      call: ({ body }) => mutate(making, shows, body),
      answers: accepted(making),
      idempotency: Write.lookup({
        // What is new shows in a search after a while, of which nothing is documented.
        lag: 10,
        call: (item: Take.Item, { since }) =>
          item[by.member] == null
            ? null
            : ask(
                `query Made($query: String!) { ${one}s(first: 50, query: $query) { nodes { id createdAt ${by.shows} } } }`,
                {
                  query: `${by.term}:${JSON.stringify(item[by.member])}${by.isDated ? ` AND created_at:>=${quoted(since)}` : ""}`
                }
              ),
        find: (answer, item: Take.Item, { since }) => {
          const found = Read.requiredArrayAt(answer, `data.${one}s.nodes`).find(
            (row) =>
              (Normalize.instant(Call.at(row, "createdAt")) ?? "") >= since && Call.at(row, by.at) === item[by.member]
          )
          return found === undefined ? undefined : Write.acceptedId(idAt(found, "id"))
        }
      })
    },
    update: {
      call: (sent) => mutate(changing, shows, { id: idOf(sent), ...sent.body }),
      answers: accepted(changing)
    },
    // An order's deletion is given the id alone.
    delete: { call: (sent) => mutate(removing, "", removing.type === "ID" ? idOf(sent) : { id: idOf(sent) }) }
  }
})

interface Place {
  readonly street?: string | null | undefined
  readonly locality?: string | null | undefined
  readonly city?: string | null | undefined
  readonly state?: string | null | undefined
  readonly pincode?: string | null | undefined
  readonly country?: string | null | undefined
}
export const parts = ["street", "locality", "city", "state", "pincode", "country"] as const
export const address = ({ city, country, locality, pincode, state, street }: Place) =>
  Call.present({ address1: street, address2: locality, city, province: state, zip: pincode, countryCode: country })
