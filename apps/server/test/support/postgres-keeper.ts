/**
 * Runs the PostgreSQL of one test run: started by the first test that needs it, and stopped, with its folder removed,
 * when the process of the run is gone. A run that is killed leaves nothing behind.
 */
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import * as Certificate from "./Certificate.ts"
import { cluster } from "./Cluster.ts"
import * as Databases from "./Databases.ts"
import { schemaName } from "./Postgres.ts"
import { freePort } from "./ServerProcess.ts"

const [folder, run] = [process.argv[2]!, Number(process.argv[3])]

const port = await freePort()

mkdirSync(folder, { recursive: true })
// PostgreSQL never runs as root; its own user must be able to reach the folder.
chmodSync(folder, 0o755)
const server = cluster({
  databaseDir: join(folder, "data"),
  port,
  persistent: false,
  initdbFlags: ["--no-sync"]
})
await server.initialise()
// It speaks TLS to who asks for it.
const { gid, uid } = statSync(join(folder, "data"))
const { certificate, key } = Certificate.make("localhost")
for (const [name, text] of [
  ["server.crt", certificate],
  ["server.key", key]
] as const) {
  const path = join(folder, "data", name)
  writeFileSync(path, text, { mode: 0o600 })
  chownSync(path, uid, gid)
}
appendFileSync(join(folder, "data/postgresql.conf"), "ssl = on\n")
await server.start()
const url = `postgres://postgres:postgres@127.0.0.1:${port}`
await server.createDatabase(schemaName)
await Databases.withSchema(`${url}/${schemaName}`, folder)
writeFileSync(join(folder, "url.next"), `${url}/postgres`)
renameSync(join(folder, "url.next"), join(folder, "url"))

const runs = (): boolean => {
  try {
    process.kill(run, 0)
    return true
  } catch {
    return false
  }
}
const watch = setInterval(() => {
  if (runs() && existsSync(folder)) return
  clearInterval(watch)
  void server.stop().finally(() => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  })
}, 300)
