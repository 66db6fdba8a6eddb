/** docs/configuration.md, made from the table of settings. */
import * as Config from "./Config.ts"

const cell = (text: string): string => text.replaceAll("|", "\\|")

const table = (prefix: string, settings: Readonly<Record<string, Config.Setting>>): string => {
  const rows = Object.values(settings).map(
    ({ default: shown, description, expected, name, secret }) =>
      `| \`${prefix}${name}\` | ${cell(expected)}${secret ? " (secret)" : ""} | ${shown === null ? "" : cell(shown)} | ${cell(description)} |`
  )
  return ["| variable | must be | default | what for |", "|---|---|---|---|", ...rows].join("\n")
}

/** The page, for a server with these integrations. */
export const markdown = (
  integrations: ReadonlyArray<string>
): string => `<!-- Made by \`pnpm run docs\` from apps/server/src/Config.ts; a test fails when it differs. -->
# Configuration

Everything is set by environment variables. An empty value counts as none. A value that cannot be used stops the start with
a sentence that names it; a variable that begins with \`SVC_\` and means nothing is warned about, with the nearest name.

${table("", Config.settings)}

Traces, logs and metrics are exported by OpenTelemetry when \`OTEL_EXPORTER_OTLP_ENDPOINT\` is set; the other standard
\`OTEL_\` variables (\`OTEL_SERVICE_NAME\`, \`OTEL_RESOURCE_ATTRIBUTES\`, \`OTEL_EXPORTER_OTLP_HEADERS\`, …) are obeyed as well.

## Limits

How much is taken and held at most. A request beyond one is refused with a sentence that names the limit and its setting:
with 413 for bytes, 400 for lengths, numbers and depth, 429 for what a key does too often, 503 for what others take up.

${table("", Config.limits)}

## Integrations

Each composed connector has these, after its identifier. An organisation may bring its own OAuth application by
\`PUT /integrations/{integration_id}\`; what is set here is the service's own, for all others.

${table("SVC_<INTEGRATION>_", Config.integrationSettings)}

| integration | variables begin with |
|---|---|
${integrations.map((id) => `| ${id} | \`${Config.integrationPrefix(id)}\` |`).join("\n")}
`
