/**
 * Holds tarballs against "are the types wrong", all in one process, since to load its compiler takes far longer than a package does:
 * prints, as JSON, what is wrong with each. A package without any types is fine by that tool, and not by us.
 */
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { readFileSync } from "node:fs"

/** Who resolves as these do cannot load an ES module anyway. */
const notOurs: ReadonlyArray<string> = ["node10", "node16-cjs"]

const wrong: Array<ReadonlyArray<string>> = []
for (const tarball of process.argv.slice(2)) {
  const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))))
  wrong.push(
    checked.types === false
      ? ["it does not contain types"]
      : checked.problems
          .filter((problem) => !("resolutionKind" in problem && notOurs.includes(problem.resolutionKind)))
          .map((problem) => JSON.stringify(problem))
  )
}
process.stdout.write(JSON.stringify(wrong))
