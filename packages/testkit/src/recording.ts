/** The recorder alone: without vitest, for whoever builds tools on it. */
export { record, type Recording, type RecordOptions } from "./record.ts"
export * as Recorder from "./Recorder.ts"
export * as Scrub from "./Scrub.ts"
