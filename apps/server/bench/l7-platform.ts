/** The sandbox platform in a thread of its own, for L7. */
import { parentPort } from "node:worker_threads"
import * as UnrulySandbox from "../test/support/UnrulySandbox.ts"

const platform = await UnrulySandbox.start()
parentPort!.postMessage(platform.url)
