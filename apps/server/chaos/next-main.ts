/**
 * The server of the release after this one: a migration that adds a column to every table, and a connector that maps
 * contacts in another way.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { sandbox } from "@svc/sandbox"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Config from "../src/Config.ts"
import * as Migrations from "../src/database/Migrations.ts"
import * as Observability from "../src/http/Observability.ts"
import * as Server from "../src/Server.ts"

const { CONTACTS: contacts } = sandbox.reads
/** What its mapping says that this release's does not. */
const remark = "as the next release maps it"
const connector: typeof sandbox = {
  ...sandbox,
  reads: {
    ...sandbox.reads,
    CONTACTS: {
      ...contacts,
      mapping: 2,
      map: (raw, context) =>
        ({ ...(contacts.map(raw, context) as { readonly platform_id: string }), contact_name: remark }) as never
    }
  }
}
const added = "9001_added"
const schema: Migrations.Schema = {
  migrations: {
    ...Migrations.migrations,
    [added]: SqlClient.SqlClient.use(
      (sql) =>
        sql.unsafe(`do $do$ declare t regclass; begin
        for t in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not relispartition and relname <> 'svc_migrations'
        loop execute format('alter table %s add column added_next text', t); end loop;
        create table next_table (id bigint primary key, note text);
      end $do$`).unprepared
    )
  },
  expanding: new Set([added])
}
const { config } = Config.read(process.env, [connector.id])
NodeRuntime.runMain(
  Layer.launch(Server.layer({ connectors: [connector], config })).pipe(
    Effect.provideService(Migrations.Schema, schema),
    Effect.provide(Observability.logs(config))
  ),
  { disableErrorReporting: true, teardown: (_, onExit) => onExit(0) }
)
