/** The service with these connectors; settings come from the environment. */
import { launch } from "@svc/server"
import { connectors } from "./connectors.ts"

launch({ connectors })
