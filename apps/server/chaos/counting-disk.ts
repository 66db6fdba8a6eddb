/** Loaded before a program: each `fsync` of its disk adds a byte to the file named by `FSYNC_COUNTER`. */
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

const counter = fs.openSync(process.env["FSYNC_COUNTER"] ?? "", "a")
const fsync = fs.fsyncSync
fs.fsyncSync = (fd) => {
  fsync(fd)
  fs.writeSync(counter, ".")
}
syncBuiltinESMExports()
