/** The manifest of a connector's package and the README beside it, as checks of the suite. */
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { manifestFaults } from "./manifest.ts"
import type { Check, Subject } from "./Subject.ts"
import { shows, tableOf } from "./table.ts"

export const manifestChecks = ({ connector, manifest }: Subject): ReadonlyArray<Check> =>
  manifest === undefined
    ? []
    : [
        {
          name: "has a manifest that says what it is and needs",
          run: async () =>
            assert.deepEqual(
              manifestFaults(JSON.parse(readFileSync(manifest, "utf8"))).map(({ message }) => message),
              [],
              "faults of the manifest"
            )
        },
        {
          name: "has a README that says what it can do",
          run: async () => {
            const file = new URL("./README.md", manifest)
            const page = existsSync(file) ? readFileSync(file, "utf8") : ""
            assert.ok(shows(page, connector), `README.md does not show this table:\n\n${tableOf(connector)}\n`)
          }
        }
      ]
