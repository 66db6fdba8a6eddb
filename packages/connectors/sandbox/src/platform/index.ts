/** The sandbox platform, without anything of Node. */
export type { RateLimit } from "./RateLimit.ts"
export type { Sandbox, SandboxOptions } from "./Sandbox.ts"
export { makeSandbox } from "./Sandbox.ts"
export { type Sample, samples } from "./samples.ts"
export type { Store } from "./Store.ts"
export { MemoryStore } from "./Store.ts"
export { sign } from "./Webhook.ts"
