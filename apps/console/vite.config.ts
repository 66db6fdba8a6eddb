/** How the console is built: one page and its files, by addresses relative to themselves, so that it can be served anywhere. */
import { Models } from "@svc/core"
import { defineConfig } from "vite"

/** Which records name which, by data model: the page needs no more of what data models are. */
const relations = () => {
  const found = Object.fromEntries(
    Models.modelIds.map((id) => [id, { one: {} as Record<string, string>, many: [] as Array<[string, string]> }])
  )
  for (const id of Models.modelIds) {
    for (const relation of Object.values<any>(Models.get(id).relations)) {
      if (relation._tag !== "One") continue
      found[id]!.one[relation.by] = relation.model
      found[relation.model]!.many.push([id, relation.by])
    }
  }
  return found
}

export default defineConfig({
  plugins: [
    {
      name: "relations",
      resolveId: (id) => (id === "virtual:relations" ? "\0relations" : undefined),
      load: (id) =>
        id === "\0relations" ? `export const relations = JSON.parse('${JSON.stringify(relations())}')` : undefined
    }
  ],
  base: "./",
  build: {
    target: "es2022",
    // Nothing may stand in the page itself: its policy runs files alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      onwarn: (warning, warn) => {
        // Which of a library's modules a server may run is nothing to a page.
        if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning)
      }
    }
  },
  server: {
    // `pnpm start` beside it answers the interface.
    proxy: {
      "/v3": "http://localhost:8080",
      "/passthrough": "http://localhost:8080",
      "/openapi.json": "http://localhost:8080"
    }
  }
})
