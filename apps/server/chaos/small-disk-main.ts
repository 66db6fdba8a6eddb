/**
 * A PostgreSQL on a machine with a small disk: run by `unshare`, it sees a file system of its own in `disk` beside its
 * data. It says `up` when it serves, and stops when its input ends.
 */
import { cluster } from "../test/support/Cluster.ts"

const [databaseDir = "", port = ""] = process.argv.slice(2)
const server = cluster({ databaseDir, port: Number(port), persistent: true })
await server.start()
process.stdout.write("up\n")
process.stdin.resume().on("end", () => {
  void server.stop().finally(() => process.exit(0))
})
