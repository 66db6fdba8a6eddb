/**
 * Processes in a process namespace of their own, as in a container: their numbers mean nothing outside, and the first of
 * them is the one that no signal from within ends. Where the machine does not allow that, a process only takes itself to
 * be on another machine.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const ways: ReadonlyArray<ReadonlyArray<string>> = [
  ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"],
  ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"]
]

/** What a command is begun with to run in a namespace of its own; undefined where that is not allowed. */
export const command = ways.find(([name, ...args]) => spawnSync(name!, [...args, "true"]).status === 0)

/** What is loaded before a program whose locks of the kernel reach nobody, as between machines with one network folder. */
export const withoutKernelLock = (): string =>
  [
    `--import=${join(import.meta.dirname, "no-kernel-lock.ts")}`,
    ...(command === undefined ? [`--import=${join(import.meta.dirname, "elsewhere.ts")}`] : [])
  ].join(" ")
