/** A run that is killed between two pages and goes on from its checkpoint, in another process: nothing lost, nothing new. */
import assert from "node:assert/strict"
import { Connector, type Models, type Read } from "@svc/core"
import type { Case } from "./Case.ts"
import { type Check, fakeOf, type Subject, withClient } from "./Subject.ts"
import { nowOf, sourceRun, type Step, walk } from "./Walk.ts"

export const resumeChecks = (subject: Subject, model: Models.ModelId, own: Case): ReadonlyArray<Check> => {
  const sources = Connector.sourcesOf(subject.connector, model)
  const { changes } = own
  return [
    {
      name: `${model}: a run killed after any page and resumed reads the same as a straight one`,
      run: async () => {
        for (const read of sources) await resumes(subject, read, own, own.exchanges, null)
      }
    },
    ...(changes === undefined || sources.every((read) => read.changes === undefined)
      ? []
      : [
          {
            name: `${model}: a run over a feed, killed and resumed, reads the same as a straight one`,
            run: async () => {
              for (const read of sources.filter((one) => one.changes !== undefined)) {
                await resumes(subject, read, own, changes.exchanges, changes.since)
              }
            }
          }
        ])
  ]
}

const resumes = async (
  subject: Subject,
  read: Read.Read,
  own: Case,
  exchanges: Case["exchanges"],
  since: string | null
) => {
  const run = async (state?: unknown) => {
    const fake = fakeOf(subject, exchanges, { now: nowOf(own) })
    const { steps } = await withClient(subject, fake, (client) => walk(client, fake, read, own, { since, state }))
    return steps
  }
  const isOwn = exchanges === own.exchanges && since === null
  const straight = isOwn ? (await sourceRun(subject, read, own)).walked.steps : await run()
  const states = straight.map(({ state }) => JSON.stringify(state))
  assert.equal(new Set(states).size, states.length, `a page of ${read.source} has the checkpoint of another`)
  for (const [cut, { state }] of straight.entries()) {
    if (state === undefined) continue
    const rest = await run(state)
    assert.deepEqual(rest.map(shown), straight.slice(cut).map(shown), `resumed after page ${cut} of ${read.source}`)
  }
}
const shown = ({ page, state }: Step) => ({ page, state })
