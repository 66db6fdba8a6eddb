/**
 * A real browser for tests of pages: the headless Chromium of `@sparticuz/chromium`, unpacked once for each user into the
 * temporary folder, or the one `TEST_CHROMIUM` names. It needs nothing from the machine and runs as any user.
 */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Browser, chromium } from "playwright-core"

const entry = fileURLToPath(import.meta.resolve("@sparticuz/chromium"))

/** Unpacks into a folder of its own: the package always writes to the temporary folder, and not for two users at once. */
const unpack = (target: string): void => {
  const draft = mkdtempSync(`${target}.draft-`)
  try {
    execFileSync(process.execPath, [join(import.meta.dirname, "unpack-chromium.ts")], {
      env: { ...process.env, TMPDIR: draft, NODE_OPTIONS: "" },
      stdio: ["ignore", "ignore", "inherit"]
    })
    // The fonts of the package are the only ones, so that pages look the same everywhere; none at all is a crash.
    writeFileSync(
      join(draft, "fonts", "fonts.conf"),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
       <fontconfig><dir>${target}/fonts</dir><cachedir>${target}/fonts-cache</cachedir></fontconfig>`
    )
    mkdirSync(join(draft, "home"))
    // Of two test files that unpack at once, the first wins and both use the same.
    if (!existsSync(target)) renameSync(draft, target)
  } catch (error) {
    if (!existsSync(target)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const packaged = (): { readonly path: string; readonly env: Record<string, string> } => {
  const { version } = JSON.parse(readFileSync(join(dirname(entry), "..", "package.json"), "utf8")) as {
    version: string
  }
  const folder = join(tmpdir(), `svc-test-chromium-${version}-${userInfo().uid}`)
  if (!existsSync(folder)) unpack(folder)
  // The temporary folder is everybody's: what somebody else put there is not run.
  if (statSync(folder).uid !== userInfo().uid) throw new Error(`${folder} belongs to another user: remove it.`)
  return {
    path: join(folder, "chromium"),
    env: {
      LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
      FONTCONFIG_PATH: join(folder, "fonts"),
      HOME: join(folder, "home")
    }
  }
}

/** Starts a browser; close it when done. */
export const launch = async (): Promise<Browser> => {
  const named = process.env["TEST_CHROMIUM"]
  const { env, path } = named === undefined || named === "" ? packaged() : { path: named, env: {} }
  return chromium.launch({
    executablePath: path,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--no-first-run",
      "--font-render-hinting=none"
    ],
    env: { ...(process.env as Record<string, string>), ...env }
  })
}
