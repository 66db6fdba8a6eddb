/** Light, dark, or as the machine has it; kept in this browser alone. */
import { useEffect, useState } from "react"

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
