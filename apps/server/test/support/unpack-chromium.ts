/** Unpacks the browser of `@sparticuz/chromium` into the temporary folder, which whoever starts this has set. */
import { inflate } from "@sparticuz/chromium"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..", "bin")
await Promise.all(["chromium.br", "fonts.tar.br", "al2023.tar.br"].map((name) => inflate(join(folder, name))))
