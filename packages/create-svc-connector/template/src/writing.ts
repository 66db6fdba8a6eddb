/** How Acme Books writes, whatever the data model: records are made one by one, and answered in a list of one. */
import * as Call from "@svc/core/Call"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"

interface Own {
  /** Where the records are, which is what the list of an answer is called too. */
  readonly collection: string
  /** What a new record is unless it says something else. */
  readonly made?: object
}
export const writing = Writer.make(({ collection, made }: Own) => ({
  idempotency: Write.key("idempotency-key"),
  answers: (body) => [Write.accepted(Call.at(body, `${collection}.0`))],
  create: { call: ({ body }) => ({ method: "POST", path: `/${collection}`, body: { ...made, ...body } }) }
}))
