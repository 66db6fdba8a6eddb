/** The service with platforms that take few calls: `limit` of `UnrulySandbox` set to the same shows whether it keeps to it. */
import { sandbox } from "@svc/sandbox"
import { xero } from "@svc/xero"
import { launch } from "../src/Launch.ts"
import { limit } from "./limit.ts"

const limits = { ...sandbox.http.limits, windows: [limit], remaining: () => [] }
launch({ connectors: [{ ...sandbox, http: { ...sandbox.http, limits } }, xero] })
