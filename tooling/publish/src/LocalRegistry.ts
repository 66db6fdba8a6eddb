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
  /** Lets npm and pnpm in a folder use it and nothing else, and take what was published a moment ago. */
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
    use: (project) => {
      const lines = [
        `registry=http://127.0.0.1:${port}/`,
        // Who publishes is not asked here, but the clients refuse to publish without a token.
        `//127.0.0.1:${port}/:_authToken=nobody`,
        // What another run published under the same version is not taken for this run's: neither by npm nor, below, by pnpm.
        `cache=${join(folder, "npm")}`,
        "update-notifier=false",
        "audit=false",
        "fund=false"
      ]
      writeFileSync(join(project, ".npmrc"), `${lines.join("\n")}\n`)
      writeFileSync(
        join(project, "pnpm-workspace.yaml"),
        `minimumReleaseAge: 0\ncacheDir: ${JSON.stringify(join(folder, "pnpm"))}\n`
      )
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      })
  }
}
