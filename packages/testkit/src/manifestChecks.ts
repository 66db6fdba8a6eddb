/** The manifest of a connector's package, as a check of the suite. */
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { manifestFaults } from "./manifest.ts"
import type { Check, Subject } from "./Subject.ts"

export const manifestChecks = ({ manifest }: Subject): ReadonlyArray<Check> =>
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
        }
      ]
