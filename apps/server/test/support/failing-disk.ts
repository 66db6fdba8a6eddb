/** Loaded before a program: its disk refuses every `fsync` as soon as the file named by `FAULT_FILE` is there. */
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

const fsync = fs.fsyncSync
fs.fsyncSync = (fd) => {
  if (fs.existsSync(process.env["FAULT_FILE"] ?? "")) throw new Error("EIO: the disk is broken")
  fsync(fd)
}
syncBuiltinESMExports()
