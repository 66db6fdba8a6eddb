/**
 * Prints the files of a report in which a test failed, a line each. Of more than three it prints none: so much is no chance, and
 * is not tried again.
 */
import { filesOf } from "./Report.ts"

const failed = (filesOf(process.argv[2]!) ?? []).filter(({ status }) => status !== "passed")
if (failed.length <= 3) for (const { name } of failed) console.log(name)
