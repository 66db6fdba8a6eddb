/** Starts the service with the connectors of this repository: `pnpm start`. */
import { connectors, demo } from "./connectors.ts"
import { launch } from "./Launch.ts"

launch({ connectors, demo })
