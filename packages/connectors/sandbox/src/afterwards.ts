/** A record that is made first and then given what may be refused to it, such as the bills that a credit note is put on. */
import * as Call from "@svc/core/Call"
import * as Normalize from "@svc/core/Normalize"
import * as Write from "@svc/core/Write"

const idOf = ({ body }: Write.StepAnswer) => Normalize.text(Call.at(body, "id")) ?? ""

/** The steps of such a record; one that is refused what it is given is deleted. `body` is all that it is made of. */
export const afterwards = (
  resource: string,
  member: string,
  body: Readonly<Record<string, unknown>>,
  { applied, made }: Write.Answered
): Write.Step | Write.Answer => {
  const { [member]: given, ...rest } = body
  const address = (answer: Write.StepAnswer) => `/${resource}/${Call.segment(idOf(answer))}`
  if (made === undefined) {
    const undo = (answer: Write.StepAnswer) => ({ method: "DELETE", path: address(answer) }) as const
    return Write.step("made", { method: "POST", path: `/${resource}`, body: rest }, { id: idOf, undo })
  }
  if (!Array.isArray(given) || given.length === 0) return Write.accepted(made.body)
  return applied === undefined
    ? Write.step("applied", { method: "PATCH", path: address(made), body: { [member]: given } })
    : Write.accepted(applied.body)
}
