/** The person of a new customer or vendor: a contact of its own, at the company that Business Central keeps among contacts. */
import type { Writer } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Read from "@svc/core/Read"
import * as Write from "@svc/core/Write"
import { contactId, type Kind } from "./contacts.ts"
import { literal, one, values } from "./lists.ts"
import { anyVersion } from "./writing.ts"

const idOf = ({ body }: Write.StepAnswer): string => String(Call.at(body, "id"))
/** The number of the company that a customer or vendor is among contacts; undefined where it is none. */
const companyIn = ({ body }: Write.StepAnswer): string | undefined =>
  Read.arrayAt(body, "contactsInformation").flatMap((own) =>
    Call.at(own, "contactType") === "Company" ? [String(Call.at(own, "contactNumber"))] : []
  )[0]

/** Before a repeat, a person of this name who was made at the company since. */
const once = (person: Readonly<Record<string, string>>) =>
  Write.lookup({
    call: (_, { since }) => ({
      path: "/contacts",
      query: {
        $filter: [
          ...Object.entries(person).map(([name, value]) => `${name} eq ${literal(value)}`),
          `lastModifiedDateTime ge ${since}`
        ].join(" and ")
      }
    }),
    find: (body) => values(body)[0]
  })

/** New contacts, and then their persons. */
export const withPerson = ({ create, ...usual }: Writer.Way): Writer.Way => ({
  ...usual,
  create: {
    ...create,
    steps: (sent) => {
      const { answered, item } = sent
      const { company, made, person } = answered
      const kind: Kind = item["contact_type"] === "VENDOR" ? "vendor" : "customer"
      const at = (answer: Write.StepAnswer) => one(`${kind}s`, idOf(answer))
      if (made === undefined)
        return Write.step("made", create!.call!(sent), {
          undo: (answer) => ({ method: "DELETE", path: at(answer), headers: anyVersion }),
          id: (answer) => contactId(kind, idOf(answer))
        })
      const name: string | null | undefined = item["contact_name"]
      if (!name || person !== undefined) return Write.accepted(made.body)
      if (company === undefined)
        return Write.ask("company", { path: at(made), query: { $select: "id", $expand: "contactsInformation" } })
      const companyNumber = companyIn(company)
      if (companyNumber === undefined) {
        const message =
          "This company of Business Central keeps no contact for a new one, so that a person has no place."
        return Write.refused({ field: "contact_name", message }, company.body)
      }
      const own = { type: "Person", displayName: name, companyNumber }
      return Write.step("person", { method: "POST", path: "/contacts", body: own }, { idempotency: once(own) })
    }
  }
})
