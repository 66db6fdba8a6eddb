/**
 * Runs `turbo boundaries` on the workspace in the current folder, without telemetry: which package may depend on which is said
 * by the tags in `turbo.json`. Answers its exit code.
 */
import { spawnSync } from "node:child_process"

const run = spawnSync("turbo", ["boundaries", "--no-color"], {
  stdio: "inherit",
  env: { ...process.env, DO_NOT_TRACK: "1", TURBO_TELEMETRY_MESSAGE_DISABLED: "1" }
})
if (run.error) throw run.error
process.exit(run.status ?? 1)
