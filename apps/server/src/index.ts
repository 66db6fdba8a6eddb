/**
 * The server, for who composes one of his own: a list of connectors, and `launch({ connectors })`. In the list are connectors as
 * they are, and those that are to be loaded when they are first needed (`lazy`). `commandLine` is the
 * same for its command line, and `Server.layer` for a program that runs the service as a part of itself.
 */
export * as Config from "./Config.ts"
export { commandLine } from "./cli/commandLine.ts"
export { type Composition, launch } from "./Launch.ts"
export { type Composed, type Lazy, lazy } from "./LazyConnector.ts"
export * as Server from "./Server.ts"
