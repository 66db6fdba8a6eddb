/** What a query gives, or that it is on its way, or why it cannot be had. */
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Fault } from "./Fault.tsx"

export const Shown = <A,>({
  of,
  children
}: {
  readonly of: UseQueryResult<A>
  readonly children: (value: A) => ReactNode
}) => {
  if (of.data !== undefined) return children(of.data)
  return of.isError ? <Fault error={of.error} /> : <p className="soft">Loading…</p>
}
