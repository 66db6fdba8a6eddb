/** Writes out the client's declarations, so that they stand alone: run when it is packed. */
import { write } from "./Declarations.ts"

write()
