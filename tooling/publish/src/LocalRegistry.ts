/**
 * A registry on this machine, for tests that publish as others do. It has what is published to it, and asks the registry that is
 * configured here for everything else.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { runServer } from "verdaccio"
import { pnpm } from "./Packed.ts"

export interface LocalRegistry {
  readonly url: string
  /** Lets npm and pnpm in this folder and below use it, and nothing else. */
  readonly use: (folder: string) => void
  readonly close: () => Promise<void>
}

const open = { access: "$all", publish: "$all" }

/** Starts one whose packages are kept in `folder`; names that match `own` are never looked for elsewhere. */
export const start = async (folder: string, own: ReadonlyArray<string>): Promise<LocalRegistry> => {
  mkdirSync(folder, { recursive: true })
  const upstream = (await pnpm(folder, "config", "get", "registry")).trim().split("\n").at(-1)!
  const config = {
    storage: join(folder, "packages"),
    self_path: folder,
    configPath: join(folder, "config.yaml"),
    web: { enable: false },
    uplinks: { upstream: { url: upstream } },
    packages: { ...Object.fromEntries(own.map((name) => [name, open])), "**": { access: "$all", proxy: "upstream" } },
    log: { type: "stdout", format: "pretty", level: "fatal" }
  }
  const server = await runServer(config as never)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    // Who publishes is not asked here, but the clients refuse to publish without a token.
    use: (project) =>
      writeFileSync(
        join(project, ".npmrc"),
        `registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=nobody\nupdate-notifier=false\naudit=false\nfund=false\n`
      ),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      })
  }
}
