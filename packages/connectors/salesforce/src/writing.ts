/**
 * How Salesforce writes: up to two hundred records of an object in one call, each answered by itself. It takes no key: what was
 * made is looked for by what it was made of.
 */
import * as Call from "@svc/core/Call"
import * as Read from "@svc/core/Read"
import * as Take from "@svc/core/Take"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { failure } from "./failure.ts"
import { ask, moment, quoted, root } from "./soql.ts"

type Object = "Account" | "Contact" | "ContentNote" | "Event" | "Lead" | "Note" | "Opportunity" | "Task"
interface Own {
  /** Where its records are; by the item, where the model has several objects. */
  readonly object: Object | ((item: Take.Item) => Object)
  /** The members by which a new record is found again, and the fields that they are in, or what the fields hold: texts, or null for none. */
  readonly alike: Readonly<Record<string, string>> | ((item: Take.Item) => Readonly<Record<string, unknown>>)
}
export const offers = ["create", "update", "delete"] as const

const answers: Writer.Doing["answers"] = (body, all) =>
  all.map(({ id }, index) => {
    const own = Call.at(body, String(index))
    if (own === undefined) return undefined
    if (Call.at(own, "success") === true) return Write.acceptedId(id || String(Call.at(own, "id")))
    const errors = Read.arrayAt(own, "errors").map((error) => ({
      errorCode: Call.at(error, "statusCode"),
      message: Call.at(error, "message"),
      fields: Call.at(error, "fields")
    }))
    return Write.refused(failure({ status: 400, headers: {}, body: errors }), own)
  })

export const writing = Writer.make(({ alike, object }: Own) => {
  const objectOf = (item: Take.Item): Object => (typeof object === "string" ? object : object(item))
  const saidOf = (item: Take.Item): ReadonlyArray<readonly [field: string, text: string | null]> => {
    if (typeof alike === "function")
      return Object.entries(alike(item)).flatMap(([field, value]) =>
        value === undefined ? [] : [[field, value === null ? null : String(value).trim()] as const]
      )
    return Object.entries(alike).flatMap(([member, field]) =>
      item[member] == null ? [] : [[field, String(item[member]).trim()] as const]
    )
  }
  const several = (method: "PATCH" | "POST") => (all: ReadonlyArray<Writer.Sent>) => ({
    method,
    path: `${root}/composite/sobjects`,
    body: {
      allOrNone: false,
      records: all.map(({ body, id, item }) => ({
        attributes: { type: objectOf(item) },
        ...(id === "" ? {} : { id }),
        ...body
      }))
    }
  })
  return {
    batch: 200,
    answers,
    create: {
      calls: several("POST"),
      idempotency: Write.lookup({
        call: (item: Take.Item, { since }) =>
          ask({
            fields: [
              "Id",
              ...new Set(typeof alike === "function" ? saidOf(item).map(([field]) => field) : Object.values(alike))
            ],
            from: objectOf(item),
            where: [
              `CreatedDate >= ${moment(since)}`,
              ...saidOf(item).map(([field, value]) => `${field} = ${value === null ? "null" : quoted(value)}`)
            ],
            order: "CreatedDate DESC",
            limit: 200
          }),
        find: (answer, item: Take.Item) => {
          const found = Read.arrayAt(answer, "records").find((row) =>
            saidOf(item).every(([field, value]) => (Call.at(row, field) ?? null) === value)
          )
          return found === undefined ? undefined : Write.acceptedId(String(Call.at(found, "Id")))
        }
      })
    },
    update: { calls: several("PATCH"), idempotency: Write.natural },
    delete: {
      batch: 1,
      idempotency: Write.natural,
      call: ({ id, item }) => ({
        method: "DELETE",
        path: `${root}/sobjects/${objectOf(item)}/${Call.segment(id)}`
      })
    }
  }
})
