/** How accounts are written: a change says which version it is of. */
import type { Writes } from "@svc/core"
import * as Call from "@svc/core/Call"
import * as Lookup from "@svc/core/Lookup"
import * as Read from "@svc/core/Read"
import * as Wire from "@svc/core/Wire"
import * as Write from "@svc/core/Write"
import { accountFields, accounts } from "./accounts.ts"
import { ask } from "./asking.ts"
import { answered } from "./values.ts"
import { archiving, same, status, writing } from "./writing.ts"

const Subtype = Wire.struct({ value: Wire.required(Wire.id), type: Wire.struct({ value: Wire.text }) })
/** The kinds of account that there are, each of one category. */
const subtypes = Lookup.make({
  call: ({ items: all }: Lookup.LookupContext<Writes.ItemOf<"ACCOUNTS">>) =>
    all.some(({ sub_category }) => sub_category)
      ? ask("query Subtypes { accountSubtypes { value type { value } } }", {})
      : null,
  response: answered({ accountSubtypes: Wire.required(Wire.list(Wire.required(Subtype))) }),
  pick: ({ data }) => new Map(data.accountSubtypes.map(({ type, value }) => [value, type?.value ?? null])),
  absent: new Map(),
  lasting: true
})
export const writeAccounts = writing("ACCOUNTS", ["create", "update"], {
  record: accounts,
  one: "account",
  fields: accountFields,
  versioned: true,
  turn: archiving("account"),
  requires: { create: ["name", "sub_category"] },
  lookups: { subtypes },
  takes: { name: "name", description: "description", nominal_code: "displayId", status },
  creates: {
    currency_id: "currency",
    sub_category: (subtype, { item, lookups, refuse }) => {
      if (!lookups.subtypes.has(subtype)) return refuse("is no subtype of accounts at Wave")
      const type = lookups.subtypes.get(subtype)
      return item.category && type !== item.category ? refuse(`is one of ${String(type)}`) : { subtype }
    },
    category: (_, { item, refuse }) => (item.sub_category ? {} : refuse("needs a sub_category beside it"))
  },
  clears: ["description", "nominal_code"],
  // Quirk: accounts do not say when they were made; one of the same name, kind and number is the one.
  departs: ({ create, ...usual }) => ({
    ...usual,
    create: {
      ...create,
      idempotency: Write.lookup<Writes.ItemOf<"ACCOUNTS">>({
        call: ({ sub_category }, { settings }) =>
          ask(
            "query Alike($business: ID!, $subtypes: [AccountSubtypeValue!]) { business(id: $business) { id " +
              "list: accounts(page: 1, pageSize: 100, subtypes: $subtypes, isArchived: false) " +
              `{ edges { node { ${accountFields} } } } } }`,
            { business: settings["business"], subtypes: [sub_category] }
          ),
        find: (body, { name, nominal_code }) =>
          Read.requiredArrayAt(body, "data.business.list.edges")
            .map((edge) => Call.at(edge, "node"))
            .find((raw) => same(Call.at(raw, "name"), name) && same(Call.at(raw, "displayId"), nominal_code))
      })
    }
  })
})
