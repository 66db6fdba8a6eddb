#!/usr/bin/env node
/**
 * Starts the service with the connectors of this repository: `pnpm start`, or `svc-server` where the package is installed. What Node compiles is kept beside the code, which
 * halves the time a later start takes to load; where nothing can be written there, it is compiled again.
 */
import { enableCompileCache } from "node:module"
import { join } from "node:path"

enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/svc"))

const [{ launch }, { connectors, demo }] = await Promise.all([import("./Launch.ts"), import("./connectors.ts")])

launch({ connectors, demo })
