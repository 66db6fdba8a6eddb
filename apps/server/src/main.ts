#!/usr/bin/env node
/** Starts the service with the connectors of this repository: `pnpm start`, or `svc-server` where the package is installed. */
import * as CompileCache from "./CompileCache.ts"

CompileCache.keep()

const [{ launch }, { connectors, demo }] = await Promise.all([import("./Launch.ts"), import("./connectors.ts")])

launch({ connectors, demo })
