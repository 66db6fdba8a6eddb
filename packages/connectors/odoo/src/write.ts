/** How records are made and changed: by the methods that every model of Odoo has. */
import { type Auth, Call, Read, Write } from "@svc/core"
import { type Arguments, ask, type Domain, moment } from "./ask.ts"

/** Members as Odoo takes them: what is left out stays as it is, and what is null is `false`. */
export const vals = (members: Arguments): Arguments =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? false]]))
  )

/** A link is written as a number. */
export const ref = (id: string | null | undefined): number | null | undefined => (id == null ? id : Number(id))

/** A list of links that takes the place of the one before. */
export const refs = (id: string | null | undefined): ReadonlyArray<unknown> | undefined =>
  id === undefined ? undefined : [[6, 0, id === null ? [] : [Number(id)]]]

/** What `create` answers: the ids of what it made. */
export const madeId = ({ body }: Write.StepAnswer): string => String(Call.at(body, "0"))

/** Odoo has no keys: before a repeat, what was made since the write began is looked for by what it was made of. */
const lookFor = <Input>(
  model: string,
  own: (input: Input) => Domain,
  fields: ReadonlyArray<string>,
  found: (row: unknown) => unknown
): Write.Idempotency<Input> =>
  Write.lookup({
    call: (input: Input, { settings, since }) =>
      ask(settings, model, "search_read", {
        domain: [["create_date", ">=", moment(since)], ...own(input)],
        fields,
        order: "id",
        limit: 1
      }),
    find: (body) => {
      const row = Read.requiredArrayAt(body, "")[0]
      return row === undefined ? undefined : found(row)
    }
  })

/** As the first step of several: what `create` would have answered. */
export const once = <Input>(model: string, own: (input: Input) => Domain): Write.Idempotency<Input> =>
  lookFor(model, own, ["id"], (row) => [Call.at(row, "id")])

interface Context {
  readonly settings: Auth.AuthSettings
  readonly lookups: any
}

/** One call, which answers the id alone. A repeat finds the record itself, with all its members. */
export const creation = <Input>(
  model: string,
  valsOf: (input: Input, context: Context) => Arguments,
  own: (input: Input) => Domain
) => ({
  call: ([input]: ReadonlyArray<Input>, context: Context) =>
    ask(context.settings, model, "create", { vals_list: [valsOf(input!, context)] }),
  answers: (body: unknown, inputs: ReadonlyArray<Input>) =>
    inputs.map((_, index) => Write.acceptedId(String(Call.at(body, String(index))))),
  idempotency: lookFor(model, own, [], (row) => row)
})

export interface Named {
  readonly platform_id: string
}
/** One call, which answers nothing of the record. */
export const change = <Input extends Named>(model: string, valsOf: (input: Input, context: Context) => Arguments) => ({
  call: ([input]: ReadonlyArray<Input>, context: Context) =>
    ask(context.settings, model, "write", { ids: [Number(input!.platform_id)], vals: valsOf(input!, context) }),
  answers: (_: unknown, inputs: ReadonlyArray<Input>) => inputs.map(() => Write.done),
  idempotency: Write.natural
})

/** Gone for good, where Odoo lets it go: what was posted or is used it keeps. */
export const removal = (model: string) => ({
  call: ([input]: ReadonlyArray<Named>, { settings }: Context) =>
    ask(settings, model, "unlink", { ids: [Number(input!.platform_id)] })
})

/** Whether a record of the status is in use. */
export const activeOf = (status: string | null | undefined): boolean | undefined =>
  status == null ? undefined : status !== "ARCHIVED"
