/**
 * The server, for who composes one of his own: a list of connectors, and `launch({ connectors })`. `commandLine` is the
 * same for its command line, and `Server.layer` for a program that runs the service as a part of itself.
 */
export * as Config from "./Config.ts"
export { commandLine } from "./cli/commandLine.ts"
export { type Composition, launch } from "./Launch.ts"
export * as Server from "./Server.ts"
