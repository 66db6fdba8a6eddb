/** How the console is built: one page and its files, by addresses relative to themselves, so that it can be served anywhere. */
import { Models } from "@svc/core"
import { Acts } from "@svc/core/api"
import { join } from "node:path"
import { defineConfig } from "vite"

/** Which records name which, by data model: the page needs no more of what data models are. */
const relations = () => {
  const found = Object.fromEntries(
    Models.modelIds.map((id) => [
      id,
      {
        one: {} as Record<string, string>,
        many: [] as Array<[string, string]>,
        parts: {} as Record<string, string>
      }
    ])
  )
  for (const id of Models.modelIds) {
    for (const [name, { of, to }] of Object.entries<any>(Models.get(id).fields)) {
      if (of !== undefined) found[id]!.parts[name] = of.id
      if (to !== undefined) found[id]!.one[name] = to
    }
    for (const relation of Object.values<any>(Models.get(id).relations)) {
      if (relation._tag !== "One") continue
      found[id]!.one[relation.by] = relation.model
      found[relation.model]!.many.push([id, relation.by])
    }
  }
  return found
}

/** The words of acts, without what the page asks by the client. */
const acts = () =>
  Object.fromEntries(
    Object.entries(Acts.acts).map(([id, { command, done, label, says }]) => [id, { command, done, label, says }])
  )

/** How far long work is, in words: of core the one module that the page takes as it is. */
const progress = join(import.meta.dirname, "../../packages/core/src/api/Progress.ts")

/** What the page needs of core, as JSON: core itself is not in it. */
const made = { relations, acts }

export default defineConfig({
  plugins: [
    {
      name: "of-core",
      resolveId: (id) =>
        id === "virtual:progress"
          ? progress
          : id.startsWith("virtual:") && id.slice(8) in made
            ? `\0${id.slice(8)}`
            : undefined,
      load: (id) => {
        const name = id.slice(1) as keyof typeof made
        return id.startsWith("\0") && name in made
          ? `export const ${name} = ${JSON.stringify(made[name]())}`
          : undefined
      }
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
      output: {
        // Small files of their own compress badly: views that are alike are one.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: "lists",
              test: /views\/(Audit|Companies|Company|Connections|Integrations|Keys|Links|Models|Syncs|Writes?|Webhooks)\.tsx/
            },
            {
              name: "things",
              test: /views\/(Connection|Integration|Logs|Record|Records|RecordQuery|ServicePage|Sync|Webhook)\.tsx?/
            }
          ]
        }
      },
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
