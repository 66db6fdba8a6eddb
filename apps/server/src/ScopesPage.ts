/** docs/scopes.md, made from the table of who sees which member. */
import { Visibility } from "@svc/core/api"

const hidden = (): string =>
  Object.entries<Readonly<Record<string, Visibility.Audience>>>(Visibility.visibility)
    .flatMap(([name, members]) =>
      Object.entries(members).flatMap(([member, audience]) =>
        audience === "all"
          ? []
          : [`| ${name} | \`${member}\` | \`${audience.scope}\` | ${Visibility.instead[audience.others]} |`]
      )
    )
    .join("\n")

/** The page. */
export const markdown =
  (): string => `<!-- Made by \`pnpm run docs\` from packages/core/src/api/Visibility.ts; a test fails when it differs. -->
# Scopes

An API key has one or more scopes, and none implies another. A key for one company sees that company alone, whatever its scopes; webhooks hear of all
companies, so such a key manages none.

| scope | may |
|---|---|
| \`read\` | read lists, records and everything of the management interface but API keys and the audit log |
| \`write\` | write records, start and cancel syncs |
| \`passthrough\` | send raw calls to the platforms |
| \`admin\` | change everything of the management interface, read API keys and the audit log |

Each operation of \`/openapi.json\` says which scope it needs.

## Members that not every key sees

Whoever may call an endpoint sees all of its answer but these: what they hold opens something. A member that is hidden keeps its place.

| of | member | shown to | others get |
|---|---|---|---|
${hidden()}

The secret of a key, of a webhook and of an integration, and an inbound address, are shown in the answer to the call that made them and never again.
`
