/** The fake platform alone, and what it is given of a subject: without vitest, without Node. */
export * as FakePlatform from "./FakePlatform.ts"
export * as Fault from "./Fault.ts"
export { basesOf, withQuery } from "./Subject.ts"
export * as Unruly from "./Unruly.ts"
