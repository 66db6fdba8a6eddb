/** Who is signed in, and what they may: no button is shown that the service would refuse. */
import { useQuery } from "@tanstack/react-query"
import { createContext, useContext } from "react"
import { service } from "./Service.ts"

export type Caller = Awaited<ReturnType<typeof service.sessions.caller>>
export type Scope = Caller["scopes"][number]

const Current = createContext<Caller | null>(null)
export const CallerProvider = Current.Provider

export const useCaller = (): Caller => {
  const caller = useContext(Current)
  if (caller === null) throw new Error("A view outside of the signed-in part asks who is signed in.")
  return caller
}
export const useMay = (scope: Scope): boolean => useCaller().scopes.includes(scope)

export const useWhoCalls = () =>
  useQuery({ queryKey: ["caller"], queryFn: () => service.sessions.caller(), staleTime: 60_000 })
