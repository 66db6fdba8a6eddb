/** Writes the pages of docs/ that are made from the program, and the marks of platforms: `pnpm run docs`. */
import { writeFileSync } from "node:fs"
import * as ConfigPage from "./ConfigPage.ts"
import * as MarksFile from "./connect/MarksFile.ts"
import { connectors } from "./connectors.ts"
import * as ScopesPage from "./ScopesPage.ts"

writeFileSync(
  new URL("../../../docs/configuration.md", import.meta.url),
  ConfigPage.markdown(connectors.map(({ id }) => id))
)
writeFileSync(new URL("../../../docs/scopes.md", import.meta.url), ScopesPage.markdown())
writeFileSync(new URL("connect/Marks.ts", import.meta.url), MarksFile.source())
