/** What the planner says of a statement: `explain (format json)`, also of a cluster. */

export interface Explained {
  readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Planned }>
}
/** A plan; one of a cluster says what each of its nodes does, or one of them in place of all. */
interface Planned {
  readonly "Plan Rows": number
  readonly "Total Cost": number
  readonly "Distributed Query"?: {
    readonly Job: {
      readonly "Task Count": number
      readonly Tasks: ReadonlyArray<{
        readonly "Remote Plan": ReadonlyArray<ReadonlyArray<{ readonly Plan: Planned }>>
      }>
    }
  }
}

const planOf = ({ "QUERY PLAN": [first] }: Explained): Planned => first!.Plan

const rowsOfPlan = (plan: Planned): number =>
  plan["Distributed Query"]?.Job.Tasks.reduce((sum, task) => sum + rowsOfPlan(task["Remote Plan"][0]![0]!.Plan), 0) ??
  plan["Plan Rows"]
/** How many rows it is expected to select, on those nodes that were asked. */
export const rowsOf = (explained: Explained): number => rowsOfPlan(planOf(explained))

const costOfPlan = (plan: Planned): number => {
  const job = plan["Distributed Query"]?.Job
  if (job === undefined) return plan["Total Cost"]
  const shown = job.Tasks.reduce((sum, task) => sum + costOfPlan(task["Remote Plan"][0]![0]!.Plan), 0)
  return (shown / Math.max(1, job.Tasks.length)) * job["Task Count"]
}
/** What it costs in the planner's own unit; of all nodes, where one was asked in place of all. */
export const costOf = (explained: Explained): number => costOfPlan(planOf(explained))
