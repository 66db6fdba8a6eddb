/** What a view shows as a part of its address, so that what one sees is a link to share. */
import { useLocation, useNavigate } from "@tanstack/react-router"
import { useCallback } from "react"

/** A parameter of the address; it is changed in place, without a step in the history. */
export const useParameter = (name: string): readonly [value: string | null, set: (value: string | null) => void] => {
  const { searchStr } = useLocation()
  const navigate = useNavigate()
  const text = new URLSearchParams(searchStr).get(name)
  // The router writes texts that look like something else as JSON.
  const value = text !== null && /^".*"$/.test(text) ? (JSON.parse(text) as string) : text
  const set = useCallback(
    (to: string | null) =>
      void navigate({
        to: ".",
        replace: true,
        resetScroll: false,
        search: ((before: Record<string, unknown>) => {
          const { [name]: _, ...others } = before
          return to === null || to === "" ? others : { ...others, [name]: to }
        }) as never
      }),
    [name, navigate]
  )
  return [value, set]
}
