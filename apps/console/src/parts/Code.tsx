/** Text to read and copy: JSON, or the same request as a command. */
import { useRef, useState } from "react"

export const Code = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const [said, setSaid] = useState<string | null>(null)
  const place = useRef<HTMLPreElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid("Copied")
    } catch {
      // Who has left it meanwhile copies nothing any more.
      if (place.current === null) return
      // The browser does not allow it, or the page has no https: it is selected, and one key press away.
      getSelection()?.selectAllChildren(place.current)
      setSaid("Selected: press Ctrl+C")
    }
    setTimeout(() => setSaid(null), 2000)
  }
  return (
    <div className="stack">
      <div className="row apart">
        <span className="soft">{label}</span>
        <span className="row">
          <span className="soft" role="status">
            {said}
          </span>
          <button className="button" onClick={() => void copy()}>
            Copy
          </button>
        </span>
      </div>
      <pre className="code" ref={place} tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  )
}

export const Json = ({ label, value }: { readonly label: string; readonly value: unknown }) => (
  <Code label={label} text={JSON.stringify(value, null, 2)} />
)
