/** How Ledgerly writes: new records are posted; a locked one is opened while it is changed, and its revision says that it is as it was read. */
import * as Call from "@svc/core/Call"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"

const Current = Wire.struct({ revision: Wire.required(Wire.number), locked: Wire.boolean })

interface Own {
  readonly path: string
  /** What a new record is unless it says something else. */
  readonly made?: object
}
export const writing = Writer.make(({ made, path }: Own) => ({
  idempotency: Write.key("x-ledgerly-once"),
  answers: (body) => [Write.accepted(body)],
  create: { call: ({ body }) => ({ method: "POST", path, body: { ...made, ...body } }) },
  update: {
    current: Current,
    steps: ({ answered: { changed, locked, opened }, body, current, id }) => {
      const own = `${path}/${Call.segment(id)}`
      const lock: Call.Call = { method: "POST", path: `${own}/lock` }
      const { locked: isLocked, revision }: (typeof Current)["Type"] = current!.item
      if (isLocked && opened === undefined) {
        return Write.step("opened", { method: "POST", path: `${own}/open` }, { undo: lock })
      }
      if (changed === undefined) {
        return Write.step("changed", { method: "PATCH", path: own, body: { revision, ...body } })
      }
      return isLocked && locked === undefined ? Write.step("locked", lock) : Write.accepted(changed.body)
    }
  }
}))
