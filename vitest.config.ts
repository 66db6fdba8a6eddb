import { existsSync, readdirSync } from "node:fs"
import { defineConfig } from "vitest/config"

const folders = ["packages", "apps", "tooling", "examples"].flatMap((parent) =>
  existsSync(parent) ? readdirSync(parent).map((name) => `${parent}/${name}`) : []
)

export default defineConfig({
  test: {
    projects: folders
      .filter((folder) => existsSync(`${folder}/test`))
      .map((folder) => ({ test: { name: folder, include: [`${folder}/test/**/*.test.ts`] } }))
  }
})
