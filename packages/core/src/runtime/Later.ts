/**
 * What is loaded by who first needs it, beside what reads. All of it is one part: of parts that share modules with each other and
 * with the start, a bundler makes so many files that what they say to each other outweighs what is left out.
 */
export * as Accounts from "./Accounts.ts"
export * as Calls from "./Calls.ts"
export * as ClientWrites from "./ClientWrites.ts"
export * as Confine from "./Confine.ts"
export * as Files from "./Files.ts"
export * as Given from "./GivenLater.ts"
export * as InSpite from "./InSpite.ts"
export * as Inbound from "./Inbound.ts"
export * as Made from "./Made.ts"
export * as OAuth from "./OAuth.ts"
export * as Renewing from "./Renewing.ts"
export * as Subscribing from "./Subscribing.ts"
