/** The HTTP interface of the service as values: what the server implements and the client calls. */
export * as ApiError from "./ApiError.ts"
