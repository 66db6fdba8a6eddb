/** Loaded before a program: no file grows while the file named by `FAULT_FILE` is there, as on a disk that is full. */
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

const isFull = () => fs.existsSync(process.env["FAULT_FILE"] ?? "")
const refuse = (): never => {
  throw Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    errno: -28,
    syscall: "write"
  })
}
const write = fs.writeSync
// Databases write at a position; what has none is a pipe, a log, a lock.
fs.writeSync = ((fd: number, from: Uint8Array, offset: number, length: number, position: unknown) => {
  if (typeof position === "number" && isFull() && position + length > fs.fstatSync(fd).size) refuse()
  return write(fd, from, offset, length, position as number)
}) as typeof fs.writeSync
const truncate = fs.ftruncateSync
fs.ftruncateSync = (fd, length) => {
  if (isFull() && (length ?? 0) > fs.fstatSync(fd).size) refuse()
  truncate(fd, length)
}
syncBuiltinESMExports()
