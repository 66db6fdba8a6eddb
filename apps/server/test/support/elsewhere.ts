/** Loaded before a program: it takes itself to be on another machine, where the system gives it no place of its own. */
import { syncBuiltinESMExports } from "node:module"
import os from "node:os"

os.hostname = () => "elsewhere"
syncBuiltinESMExports()
