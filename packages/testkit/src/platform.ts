/** The fake platform alone: without vitest, without Node. */
export * as FakePlatform from "./FakePlatform.ts"
export * as Fault from "./Fault.ts"
export * as Unruly from "./Unruly.ts"
