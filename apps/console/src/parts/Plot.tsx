/** Series over time, drawn by uPlot in the colours of the theme, with the same numbers as a table for who cannot see it. */
import { useEffect, useRef } from "react"
import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import { locale } from "../app/Locale.ts"
import { useIsDark } from "../app/Theme.ts"
import { exact } from "./Time.tsx"

export interface Series {
  readonly label: string
  /** A custom property of the sheet, such as `--accent`. */
  readonly colour: string
  readonly values: ReadonlyArray<number | null>
}
interface Props {
  readonly title: string
  /** Milliseconds since 1970, ascending. */
  readonly times: ReadonlyArray<number>
  readonly series: ReadonlyArray<Series>
  readonly height?: number
}

const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" })
const seconds = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit" })
const day = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric" })
/** Marks of an axis of times in the words of whoever looks; what is within a second is told apart by milliseconds. */
const marks = (at: ReadonlyArray<number>): Array<string> => {
  const step = at.length < 2 ? 60 : at[1]! - at[0]!
  if (step < 1)
    return at.map((time) => `${seconds.format(time * 1000)}.${String(Math.round((time % 1) * 1000)).padStart(3, "0")}`)
  const format = step < 60 ? seconds : step < 86_400 ? clock : day
  return at.map((time) => format.format(time * 1000))
}

const resolved = (name: string): string => {
  // A canvas knows no light-dark(): an element resolves it.
  const probe = document.createElement("span")
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

export const Plot = ({ height = 160, series, times, title }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  const isDark = useIsDark()
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const axis = {
      stroke: resolved("--ink-soft"),
      grid: { stroke: resolved("--line"), width: 1 },
      ticks: { show: false }
    }
    // Where nobody points, the legend says the last moment of which anything is known.
    const last = times.findLastIndex((_, at) => series.some(({ values }) => values[at] !== null))
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        // The last mark of the axis has room for its second half.
        padding: [8, 40, 0, 0],
        series: [
          { label: "at", value: (_, time) => (last < 0 ? "" : exact(time === null ? times[last]! : time * 1000)) },
          ...series.map(({ colour, label, values }) => ({
            label,
            value: (_: uPlot, value: number | null, _own: number, at: number | null) =>
              (at === null ? values[last] : value) ?? "–",
            stroke: resolved(colour),
            width: 1.5,
            points: { size: 4 },
            // Several one over another would be mud.
            ...(series.length > 2 ? {} : { fill: resolved(colour).replace("rgb(", "rgba(").replace(")", ", 0.1)") })
          }))
        ],
        axes: [
          {
            ...axis,
            size: 30,
            space: (_, _axis, low, high) => (high - low < 10 ? 100 : 70),
            values: (_, at) => marks(at)
          },
          { ...axis, size: 44 }
        ],
        scales: { y: { range: (_, low, high) => [Math.min(0, low), Math.max(1, high)] } }
      },
      [times.map((time) => time / 1000), ...series.map(({ values }) => [...values])] as uPlot.AlignedData,
      element
    )
    const follow = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    follow.observe(element)
    return () => {
      follow.disconnect()
      plot.destroy()
    }
  }, [height, isDark, series, times])
  return (
    <figure className="plot">
      <figcaption className="away">
        {title}:{" "}
        {series
          .map(({ label, values }) => {
            const own = values.findLast((value) => value !== null)
            return own === undefined ? `${label} none` : `${label} ${own} last`
          })
          .join(", ")}
      </figcaption>
      <div ref={place} aria-hidden="true" />
    </figure>
  )
}
