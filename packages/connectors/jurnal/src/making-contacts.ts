/** How a contact is made: as a customer or a vendor, which take an id of ours, and then completed as a person, who has the rest. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { path } from "./company.ts"
import { Named } from "./lists.ts"
import { idIn, numeric, once } from "./writing.ts"

const Defaults = Wire.struct({
  default_accounts: Wire.struct({ default_account_receiveable: Named, default_account_payable: Named })
})
/** Quirk: a new customer or vendor is given the company's own accounts by their names. */
const defaults = Lookup.make({
  call: { path },
  response: Defaults,
  pick: ({ default_accounts: own }) => ({
    default_ar_account_name: own?.default_account_receiveable?.name ?? undefined,
    default_ap_account_name: own?.default_account_payable?.name ?? undefined
  }),
  absent: { default_ar_account_name: undefined, default_ap_account_name: undefined },
  lasting: true
})

/** What only people have, and neither customers nor vendors. */
const isOfPeople = (name: string) => /^(billing_address_|identity_number|archive)/.test(name)
const partOf = (body: object, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => isWanted(name)))

const steps: Writer.Steps = ({ answered, body, kind, lookups }) => {
  const { completed, made } = answered
  const more = partOf(body, isOfPeople)
  if (made === undefined) {
    const own = Call.present({ ...partOf(body, (name) => !isOfPeople(name)), ...lookups["defaults"] })
    return Write.step(
      "made",
      { method: "POST", path: `/${kind}s`, body: { [kind]: own } },
      {
        id: (answer) => idIn(answer.body, kind),
        undo: (answer) => ({ method: "DELETE", path: `/contacts/${Call.segment(idIn(answer.body, kind))}` }),
        ...(kind === "vendor" ? { idempotency: once(kind) } : {})
      }
    )
  }
  const id = idIn(made.body, kind)
  if (Object.keys(more).length === 0 || completed !== undefined) return Write.acceptedId(id)
  const call = {
    method: "PATCH",
    path: `/contacts/${Call.segment(id)}`,
    body: { person: { id: numeric(id), ...more } }
  } as const
  return Write.step("completed", call, { idempotency: Write.natural })
}

export const making: Writer.Doing = { steps, lookups: { defaults }, idempotency: once("customer") }
