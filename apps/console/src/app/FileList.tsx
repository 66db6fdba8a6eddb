/** How far files are that are made of lists, wherever one is meanwhile. */
import { ofFile } from "virtual:progress"
import { Fault } from "../parts/Fault.tsx"
import { useFiles } from "./Files.ts"

export const FileList = () => {
  const files = useFiles()
  return files.length === 0 ? null : (
    <section className="panel files" aria-label="Files">
      <ul className="attention">
        {files.map(({ bytes, error, id, isMade, leave, name, rows }) => (
          <li key={id}>
            <span aria-live={isMade ? "polite" : "off"}>{ofFile(name, rows, bytes, isMade)}</span>
            {error === null ? null : <Fault error={error} />}
            <button className="button" onClick={leave}>
              {isMade || error !== null ? "Close" : "Cancel"}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
