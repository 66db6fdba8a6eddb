/** How records of a list are written: one in a call, and a change names the version of the record that it changes. */
import type { Take } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { literal, one, values } from "./lists.ts"

export interface Own {
  /** Where the records are, and under which id. */
  readonly placeOf: (item: Take.Item, refuse: Take.At["refuse"]) => { readonly set: string; readonly id: string }
  /** The members by which a record that was made is found again. */
  readonly alike: ReadonlyArray<string>
  /** What is answered shows less than is read of a record. */
  readonly isShort?: true
}
const refusing: Take.At["refuse"] = (message) => {
  throw new Error(message)
}
/** Whatever version there is. */
export const anyVersion: Call.Headers = { "if-match": "*" }
export const versionOf = (raw: unknown): string => String((raw as Take.Item | undefined)?.["@odata.etag"])

export const writing = Writer.make(({ alike, isShort, placeOf }: Own, { sentOf }) => {
  const address = ({ item, refuse }: Writer.Sent) => {
    const { id, set } = placeOf(item, refuse)
    return one(set, id)
  }
  const membersOf = (item: Take.Item, context: Parameters<typeof sentOf>[1]) => {
    const { body } = sentOf(item, context)
    return alike.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]] as const]))
  }
  return {
    idempotency: Write.natural,
    answers: (body) => [isShort ? Write.acceptedId(String(Call.at(body, "id"))) : Write.accepted(body)],
    empty: "",
    create: {
      call: ({ body, item, refuse }) => ({ method: "POST", path: `/${placeOf(item, refuse).set}`, body }),
      // Quirk: no key is taken. What changed since is looked through for one that is alike.
      idempotency: Write.lookup({
        call: (item: Take.Item, context) => ({
          path: `/${placeOf(item, refusing).set}`,
          query: {
            $filter: [
              ...membersOf(item, context).map(([name, value]) => `${name} eq ${literal(String(value))}`),
              `lastModifiedDateTime ge ${context.since}`
            ].join(" and ")
          }
        }),
        find: (answer, item: Take.Item, context) => {
          const members = membersOf(item, context)
          const found = values(answer).find((own) => members.every(([name, value]) => Call.at(own, name) === value))
          return found === undefined || !isShort ? found : Write.acceptedId(String(Call.at(found, "id")))
        }
      })
    },
    update: {
      current: true,
      call: (sent) => ({
        method: "PATCH",
        path: address(sent),
        headers: { "if-match": versionOf(sent.raw) },
        body: sent.body
      })
    },
    delete: { call: (sent) => ({ method: "DELETE", path: address(sent), headers: anyVersion }) }
  }
})
/** Records of one list. */
export const inSet =
  (set: string): Own["placeOf"] =>
  (item) => ({ set, id: String(item["platform_id"] ?? "") })
/** One of each, of what others may have several of. */
export const sole = <A>(rows: ReadonlyArray<A> | null, refuse: Take.At["refuse"]): A | undefined =>
  rows?.[1] === undefined ? rows?.[0] : refuse("is one more than Business Central keeps", "[1]")
