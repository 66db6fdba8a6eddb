/** How BigCommerce is written to, one record in each call. It takes no keys: before a repeat, what was made is looked for. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"

interface Own {
  readonly path: string
  /** The place of the new record's id in an answer; the answer itself shows less than a reading. */
  readonly id: string
  readonly scope: string
  /** What a new record is sent with unless it says something else. */
  readonly made?: object
  /** Asks for records that may be what was made. */
  readonly search: (body: Readonly<Record<string, unknown>>, since: string) => Call.Query
  /** Whether one of them is. */
  readonly isIt: (row: unknown, body: Readonly<Record<string, unknown>>, since: string) => boolean
}
export const writing = Writer.make(({ id: at, isIt, made, path, scope, search }: Own, { sentOf }) => {
  const address = ({ id }: Writer.Sent) => `${path}/${Call.segment(id)}`
  return {
    scope,
    idempotency: Write.natural,
    empty: "",
    create: {
      call: ({ body }) => ({ method: "POST", path, body: { ...made, ...body } }),
      answers: (body) => {
        const id = Normalize.id(Call.at(body, at))
        return [id === null ? undefined : Write.acceptedId(id)]
      },
      idempotency: Write.lookup({
        call: (item, context) => ({ path, query: search(sentOf(item, context).body, context.since) }),
        find: (answer, item, context) => {
          const rows = Array.isArray(answer) ? answer : Call.at(answer, "data")
          const { body } = sentOf(item, context)
          const row = (Array.isArray(rows) ? rows : []).find((own) => isIt(own, body, context.since))
          return row === undefined ? undefined : Write.acceptedId(String(Normalize.id(Call.at(row, "id"))))
        }
      })
    },
    update: {
      current: true,
      call: (sent) => ({ method: "PUT", path: address(sent), body: sent.body }),
      answers: () => [Write.done]
    },
    delete: { call: (sent) => ({ method: "DELETE", path: address(sent) }), answers: () => [Write.done] },
    void: {
      call: (sent) => ({ method: "PUT", path: address(sent), body: { status_id: 5 } }),
      answers: () => [Write.done]
    }
  }
})
