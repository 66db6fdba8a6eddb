/** `svc invite`: a link on which somebody connects a platform. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Acts from "./acts.ts"
import { Door } from "./Door.ts"
import * as Output from "./Output.ts"

const words = (text: Option.Option<string>): ReadonlyArray<string> =>
  Option.match(text, { onNone: () => [], onSome: (all) => all.split(",").map((word) => word.trim().toUpperCase()) })

export const invite = Command.make(
  "invite",
  {
    company: Argument.String("company").pipe(
      Argument.withDescription("Name of a new company, or svc_id of one that is there; without it the user is asked"),
      Argument.optional
    ),
    categories: Flag.String("categories").pipe(
      Flag.withDescription("Comma separated: accounting, payments, crm, ecommerce, custom"),
      Flag.withDefault("accounting")
    ),
    integrations: Flag.String("integrations").pipe(
      Flag.withDescription("Comma separated, such as xero; without them all of the categories"),
      Flag.optional
    ),
    json: Output.json
  },
  Effect.fn(function* ({ categories, company, integrations, json }) {
    const door = yield* Door
    const given = Option.getOrNull(company)
    const isId = given !== null && /^\d+$/.test(given)
    const { data } = yield* door.request("POST", "/v3/core/invite_links", {
      integration_categories: words(Option.some(categories)),
      integrations: words(integrations),
      ...(isId ? { company_id: Number(given) } : { company_name: given })
    })
    yield* Output.print(
      json,
      data,
      () => `${data.url}\n\nWorks until ${data.expires_at}, for company ${data.company.svc_id}.`
    )
  })
).pipe(
  Command.withDescription(Acts.saidOf("invite")),
  Command.withExamples([
    { command: "svc invite 'Acme Ltd' --integrations xero", description: "For a new company, Xero only" },
    { command: "svc invite 1042", description: "For a company that is there" }
  ])
)
