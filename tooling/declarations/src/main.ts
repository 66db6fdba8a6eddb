/** Writes out the client's declarations, so that they stand alone: run when it is packed, and with `--packed` after that. */
import { forget, write } from "./Declarations.ts"

if (process.argv[2] === "--packed") forget()
else write()
