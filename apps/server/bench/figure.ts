/** One measured line of goals.md. */
export interface Figure {
  readonly goal: string
  readonly what: string
  /** As measured on this machine, with its unit. */
  readonly figure: string
  /** Beside the reference that was measured in the same run. */
  readonly ratio: number
  /** Least ratio that meets the goal. */
  readonly wanted: number
}
