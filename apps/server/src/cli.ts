#!/usr/bin/env node
/** The command line, with the connectors of this repository: `pnpm svc`. */
import { commandLine } from "./cli/commandLine.ts"
import { connectors, demo } from "./connectors.ts"

commandLine({ connectors, demo })
