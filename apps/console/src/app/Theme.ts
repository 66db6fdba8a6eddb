/** Light, dark, or as the machine has it; kept in this browser alone. */
import { useEffect, useState, useSyncExternalStore } from "react"

export const themes = ["auto", "light", "dark"] as const
export type Theme = (typeof themes)[number]
const name = "console-theme"

const kept = (): Theme => themes.find((theme) => theme === localStorage.getItem(name)) ?? "auto"

export const useTheme = () => {
  const [theme, setTheme] = useState(kept)
  useEffect(() => {
    localStorage.setItem(name, theme)
    if (theme === "auto") delete document.documentElement.dataset["theme"]
    else document.documentElement.dataset["theme"] = theme
  }, [theme])
  return [theme, setTheme] as const
}

const media = matchMedia("(prefers-color-scheme: dark)")
const isDark = (): boolean => {
  const chosen = document.documentElement.dataset["theme"]
  return chosen === undefined ? media.matches : chosen === "dark"
}
const subscribe = (listener: () => void) => {
  const chosen = new MutationObserver(listener)
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] })
  media.addEventListener("change", listener)
  return () => {
    chosen.disconnect()
    media.removeEventListener("change", listener)
  }
}
/** Whether the page is dark now, for what the sheet does not colour. */
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDark)
