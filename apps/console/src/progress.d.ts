/** How far long work is, in the words of the command line (see vite.config.ts). */
declare module "virtual:progress" {
  import type { Progress } from "@svc/core/api"
  export const counted: typeof Progress.counted
  export const ofFile: typeof Progress.ofFile
  export const ofReplay: typeof Progress.ofReplay
  export const ofSync: typeof Progress.ofSync
  export const sized: typeof Progress.sized
}
