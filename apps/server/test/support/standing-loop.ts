/** Loaded before a program: as soon as the file named by `FAULT_FILE` is there, its loop stands still for ever. */
import { existsSync, writeSync } from "node:fs"
import { isMainThread } from "node:worker_threads"

if (isMainThread) {
  setInterval(() => {
    if (!existsSync(process.env["FAULT_FILE"] ?? "")) return
    writeSync(2, "The loop stands still.\n")
    for (;;);
  }, 50).unref()
}
