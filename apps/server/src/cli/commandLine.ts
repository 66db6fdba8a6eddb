/** The command line as a program. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import * as Config from "../Config.ts"
import * as Observability from "../http/Observability.ts"
import { type Composition, programFile } from "../Launch.ts"
import { audit } from "./audit.ts"
import { companies } from "./companies.ts"
import { connections } from "./connections.ts"
import * as Door from "./Door.ts"
import { inboundAddress } from "./inbound-address.ts"
import { invite } from "./invite.ts"
import * as Lists from "./lists.ts"
import { keys } from "./keys.ts"
import { mcp } from "./mcp.ts"
import { distribute } from "./distribute.ts"
import { moveToPostgres } from "./move-to-postgres.ts"
import { overview } from "./overview.ts"
import { records } from "./records.ts"
import { refusals } from "./refusals.ts"
import { remap } from "./remap.ts"
import { restored } from "./restored.ts"
import { rotateSecrets } from "./rotate-secrets.ts"
import { sync } from "./sync.ts"
import { usage } from "./usage.ts"

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))

/**
 * Carries out what arguments say, by the settings of an environment, and writes to the console of its fiber. What went wrong has
 * been said there when it fails.
 */
export const program = (
  composition: Composition,
  env: Readonly<Record<string, string | undefined>>,
  args: ReadonlyArray<string>
): Effect.Effect<void, unknown> => {
  const { config: given, faults } = Config.read(
    env,
    composition.connectors.map(({ id }) => id)
  )
  if (faults.length > 0) {
    return Effect.andThen(
      Effect.forEach(faults, (fault) => Console.error(fault)),
      Effect.fail(faults)
    )
  }
  const isQuiet = (env["SVC_LOG_LEVEL"] ?? "") === ""
  const config: Config.Config = isQuiet ? { ...given, logLevel: "error" } : given
  // Opened by a command that needs it, not by help.
  const door = Door.layer({ ...composition, ...programFile(), config })
  const svc = Command.make("svc").pipe(
    Command.withDescription("Manages a svc installation"),
    Command.withSubcommands([
      overview.pipe(Command.provide(door)),
      keys.pipe(Command.provide(door)),
      companies.pipe(Command.provide(door)),
      connections.pipe(Command.provide(door)),
      invite.pipe(Command.provide(door)),
      inboundAddress.pipe(Command.provide(door)),
      sync.pipe(Command.provide(door)),
      refusals.pipe(Command.provide(door)),
      usage.pipe(Command.provide(door)),
      Lists.calls.pipe(Command.provide(door)),
      Lists.events.pipe(Command.provide(door)),
      Lists.uploadJobs.pipe(Command.provide(door)),
      Lists.syncs.pipe(Command.provide(door)),
      Lists.jobs.pipe(Command.provide(door)),
      Lists.inviteLinks.pipe(Command.provide(door)),
      records.pipe(Command.provide(door)),
      Lists.webhooks.pipe(Command.provide(door)),
      Lists.integrations.pipe(Command.provide(door)),
      Lists.fieldMappings.pipe(Command.provide(door)),
      Lists.sessions.pipe(Command.provide(door)),
      remap.pipe(Command.provide(door)),
      audit.pipe(Command.provide(door)),
      rotateSecrets.pipe(Command.provide(door)),
      restored.pipe(Command.provide(door)),
      moveToPostgres(config),
      distribute(config),
      mcp(config)
    ])
  )
  return Command.runWith(svc, { version })(args).pipe(
    Effect.provide(NodeServices.layer),
    Effect.provide(Observability.logs(config)),
    Effect.tapCause((cause) => {
      const error = Cause.squash(cause)
      // What is wrong with the command line itself has been said by then.
      return CliError.isCliError(error) || Cause.hasInterruptsOnly(cause)
        ? Effect.void
        : Console.error(error instanceof Error ? error.message : String(error))
    })
  )
}

/** Carries out what the arguments of this process say. */
export const commandLine = (composition: Composition): void => {
  process.umask(0o077)
  NodeRuntime.runMain(program(composition, process.env, process.argv.slice(2)), { disableErrorReporting: true })
}
