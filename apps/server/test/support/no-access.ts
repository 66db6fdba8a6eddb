/** Loaded before a program: the system lets it into no folder of a database, as one who is not its owner. */
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

const access = fs.accessSync
fs.accessSync = (path, mode) => {
  if (/[\\/]pg$/.test(String(path))) throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" })
  access(path, mode)
}
syncBuiltinESMExports()
