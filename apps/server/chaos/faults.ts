/** The faults, each under the name it has among the goals. */
import type { Fault } from "./Fault.ts"
import { F19, F19_EMBEDDED } from "./faults/callers.ts"
import { F9, F9_EMBEDDED } from "./faults/clock.ts"
import { MOVE, NODE } from "./faults/cluster.ts"
import { F5, F6, F7 } from "./faults/database.ts"
import { F8, F8_EMBEDDED } from "./faults/disk.ts"
import { F10, F17 } from "./faults/embedded.ts"
import { F18 } from "./faults/hostile.ts"
import { F12 } from "./faults/platform.ts"
import { F20 } from "./faults/pollers.ts"
import { F16 } from "./faults/poison.ts"
import { F1, F2, F4 } from "./faults/processes.ts"
import { F11 } from "./faults/receivers.ts"
import { F15 } from "./faults/restore.ts"
import { F13, F14, F3 } from "./faults/rolling.ts"

export const faults: Readonly<Record<string, Fault>> = {
  F1,
  F2,
  F3,
  F4,
  F5,
  F6,
  F7,
  F8,
  "F8-EMBEDDED": F8_EMBEDDED,
  F9,
  "F9-EMBEDDED": F9_EMBEDDED,
  F10,
  F11,
  F12,
  F13,
  F14,
  F15,
  F16,
  F17,
  F18,
  F20,
  F19,
  "F19-EMBEDDED": F19_EMBEDDED
}

/** Those of a cluster: the ones that its coordinator takes like a PostgreSQL, and what happens to nodes. */
export const onCluster: Readonly<Record<string, Fault>> = { F1, F2, F4, F5, NODE, MOVE, F7, F13, F15 }
