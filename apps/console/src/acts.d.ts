/** What operators do, in the words of the command line (see vite.config.ts). */
declare module "virtual:acts" {
  import type { Acts } from "@svc/core/api"
  export type ActId = Acts.ActId
  export const acts: Readonly<Record<ActId, Pick<Acts.Act, "command" | "done" | "label" | "says">>>
}
