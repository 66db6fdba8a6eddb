/** The same service with other connectors; settings come from the environment, as they do for `pnpm start`. */
import { launch } from "@svc/server"
import { connectors } from "./connectors.ts"

launch({ connectors })
