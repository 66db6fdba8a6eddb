/** The command line as a process of its own. */
import { spawn } from "node:child_process"
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
