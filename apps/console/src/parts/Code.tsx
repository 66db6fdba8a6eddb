/** Text to read and copy: JSON, or the same request as a command. */
import { useState } from "react"

export const Code = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <div className="stack">
      <div className="row apart">
        <span className="soft">{label}</span>
        <button className="button" onClick={() => void copy()}>
          {isCopied ? "Copied" : "Copy"}
        </button>
      </div>
      <pre className="code" tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  )
}

export const Json = ({ label, value }: { readonly label: string; readonly value: unknown }) => (
  <Code label={label} text={JSON.stringify(value, null, 2)} />
)
