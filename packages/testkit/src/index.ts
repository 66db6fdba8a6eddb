/** The test kit: what proves a connector. */
export * as Case from "./Case.ts"
export * as FakePlatform from "./FakePlatform.ts"
export { capabilitiesOf, checks, suite } from "./suite.ts"
export type { Check, Subject } from "./Subject.ts"
