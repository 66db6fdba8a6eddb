import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    projects: ["packages/*", "apps/*", "tooling/*"].map((folder) => ({
      test: { name: folder, include: [`${folder}/test/**/*.test.ts`] }
    }))
  }
})
