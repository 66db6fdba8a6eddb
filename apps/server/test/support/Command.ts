/** The command line: as a process of its own, or in this one. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { spawn } from "node:child_process"
import { program } from "../../src/cli/commandLine.ts"
import * as Composed from "../../src/connectors.ts"
import * as Programs from "./Programs.ts"

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs `svc` with these arguments on a data folder. */
export const svc = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): Promise<Ended> => {
  const program = await Programs.fileOf(Programs.cli)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--liftoff-only", program, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], SVC_DEMO: "0", ...env }
    })
    let out = ""
    let err = ""
    child.stdout.on("data", (chunk) => (out += chunk))
    child.stderr.on("data", (chunk) => (err += chunk))
    child.on("close", (code) => resolve({ code, out, err }))
  })
}

/**
 * The same without a process: what it opens it also closes, and all else that a start loads is there. For what a command does;
 * that it does it as a program, and beside another, is for `svc`.
 */
export const svcHere = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): Promise<Ended> => {
  let [out, err] = ["", ""]
  const own: Console.Console = {
    ...globalThis.console,
    log: (...values) => void (out += `${values.join(" ")}\n`),
    error: (...values) => void (err += `${values.join(" ")}\n`)
  }
  const exit = await Effect.runPromiseExit(
    program(Composed, { SVC_DEMO: "0", ...env }, args).pipe(Effect.provideService(Console.Console, own))
  )
  let code: number | null = null
  Runtime.defaultTeardown(exit, (given) => (code = given))
  return { code, out, err }
}
