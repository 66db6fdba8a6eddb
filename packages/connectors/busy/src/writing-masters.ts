/** Accounts and items made. A name is of one of them alone. */
import type { Take } from "@svc/core"
import * as Write from "@svc/core/Write"
import * as Writer from "@svc/core/Writer"
import { type Master } from "./books.ts"
import { ask, rows } from "./query.ts"
import { code, found, inHeader } from "./sending.ts"
import { numberOf } from "./settings.ts"

interface Input {
  readonly name?: string | null | undefined
}
const nameOf = ({ name }: Input) => name?.trim() ?? ""
const key = (name: string | null | undefined) => (name ?? "").trim().toLowerCase()

/** Refuses a name that is taken; that of the new master is said by the writer. */
export const newName =
  (known: (lookups: any) => ReadonlyMap<string, Master>) =>
  (name: string, { lookups, refuse }: Take.At): object =>
    [...known(lookups).values()].some((own) => key(own.name) === key(name)) ? refuse("is taken already", "", true) : {}

interface Own {
  readonly kind: "account" | "item"
  readonly root: "Account" | "Item"
}
export const writingMasters = Writer.make(({ kind, root }: Own) => ({
  create: {
    call: ({ body, item, refuse, settings }) => ({
      path: "/",
      headers: {
        SC: "5",
        MasterType: String(numberOf(settings, kind)),
        MasterXML: inHeader({ [root]: { Name: nameOf(item), PrintName: nameOf(item), ...body } }, refuse, "name")
      }
    }),
    answers: code,
    // Quirk: a name is of one alone, and was of none before the first try.
    idempotency: Write.lookup<Input>({
      call: (_, { settings }) =>
        ask(settings, {
          table: "Master1",
          columns: ["Code", "Name"],
          where: { MasterType: [numberOf(settings, kind)] },
          order: "Code"
        }),
      find: (body, item) =>
        found(
          rows(body).find(({ name }) => String(name ?? "").trim() === nameOf(item)),
          "code"
        )
    })
  }
}))
