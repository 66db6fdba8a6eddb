/** Whether one request is what the description allows, with the departures a profile explains set apart. */
import type { Description, Operation, Outgoing } from "./Description.ts"
import type { Departure, Profile } from "./Profile.ts"

export interface Verdict {
  readonly operation: Operation | null
  /** Sentences, each beginning with the operation. */
  readonly faults: ReadonlyArray<string>
  readonly explained: ReadonlyArray<{ readonly fault: string; readonly departure: Departure }>
}

export const of = (
  description: Description,
  profile: Pick<Profile, "departures">,
  request: Outgoing,
  options: { readonly anyHost?: boolean } = {}
): Verdict => {
  const found = description.find(request, options)
  const said =
    found.operation === null
      ? [`${request.method} ${request.url.pathname}: ${found.reason}`]
      : found.operation.faults(request).map((fault) => `${found.operation!.id}: ${fault}`)
  const faults: Array<string> = []
  const explained: Array<{ readonly fault: string; readonly departure: Departure }> = []
  for (const fault of said) {
    const departure = profile.departures?.find((one) => one.fault.test(fault))
    if (departure === undefined) faults.push(fault)
    else explained.push({ fault, departure })
  }
  return { operation: found.operation, faults, explained }
}
