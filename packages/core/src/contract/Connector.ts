/**
 * A connector and what it is made of, under one name. The parts are modules of their own, for who reads writes nothing: what
 * describes writes is not in a bundle with the rest.
 */
export * from "./ConnectorValue.ts"
export { create, delete, update, void } from "./Write.ts"
