#!/usr/bin/env node
/** `npm create svc-connector <platform> [folder]`: a connector package that passes its checks at once. */
import { basename, relative, resolve } from "node:path"
import { files, FolderRefused, Names, write } from "./index.ts"

const usage = `Usage: npm create svc-connector <platform> [folder]

Makes a package for a connector to a platform, in svc-connector-<platform> or the folder you name.
  npm create svc-connector acme-books
`

const make = (slug: string, folder: string | undefined): void => {
  const names = Names.of(slug)
  const target = resolve(folder ?? `svc-connector-${names.slug}`)
  write(target, files(names))
  process.stdout.write(`Made svc-connector-${names.slug}, a connector to ${names.title}. Now:

  cd ${relative(process.cwd(), target) || "."}
  npm install
  npm run check     # types, laws, the suite of the contract, the manifest

${basename(target)}/AGENTS.md has the contract on one page.
`)
}

const [slug, folder, ...more] = process.argv.slice(2)
if (slug === "--help" || slug === "-h") {
  process.stdout.write(usage)
} else if (slug === undefined || slug.startsWith("-") || more.length > 0) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  try {
    make(slug, folder)
  } catch (error) {
    if (!(error instanceof Names.NameRefused || error instanceof FolderRefused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
