#!/usr/bin/env node
/** The command line, with the connectors of this repository: `pnpm svc`. What Node compiles is kept as by `main.ts`. */
import { enableCompileCache } from "node:module"
import { join } from "node:path"

enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/svc"))

const [{ commandLine }, { connectors, demo }] = await Promise.all([
  import("./cli/commandLine.ts"),
  import("./connectors.ts")
])

commandLine({ connectors, demo })
