/** Names and values of one thing. */
import type { ReactNode } from "react"

export const Facts = ({ of }: { readonly of: ReadonlyArray<readonly [name: string, value: ReactNode]> }) => (
  <dl className="facts">
    {of.map(([name, value]) => (
      <div key={name} style={{ display: "contents" }}>
        <dt>{name}</dt>
        <dd>{value ?? <span className="soft">none</span>}</dd>
      </div>
    ))}
  </dl>
)
