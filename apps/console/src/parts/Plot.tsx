/** Series over time, drawn by uPlot in the colours of the theme, with the same numbers as a table for who cannot see it. */
import { useEffect, useRef } from "react"
import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"

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
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const axis = {
      stroke: resolved("--ink-soft"),
      grid: { stroke: resolved("--line"), width: 1 },
      ticks: { show: false }
    }
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        series: [
          {},
          ...series.map(({ colour, label }) => ({
            label,
            stroke: resolved(colour),
            width: 1.5,
            fill: `${resolved(colour).replace("rgb(", "rgba(").replace(")", ", 0.1)")}`
          }))
        ],
        axes: [axis, axis],
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
  }, [height, series, times])
  return (
    <figure className="plot">
      <figcaption className="away">
        {title}:{" "}
        {series
          .map(({ label, values }) => `${label} ${values.findLast((value) => value !== null) ?? 0} last`)
          .join(", ")}
      </figcaption>
      <div ref={place} aria-hidden="true" />
    </figure>
  )
}
