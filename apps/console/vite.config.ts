/** How the console is built: one page and its files, by addresses relative to themselves, so that it can be served anywhere. */
import { defineConfig } from "vite"

export default defineConfig({
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
