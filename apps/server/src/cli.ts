#!/usr/bin/env node
/** The command line, with the connectors of this repository: `pnpm svc`. */
import * as CompileCache from "./CompileCache.ts"

CompileCache.keep()

const [{ commandLine }, { connectors, demo }] = await Promise.all([
  import("./cli/commandLine.ts"),
  import("./connectors.ts")
])

commandLine({ connectors, demo })
