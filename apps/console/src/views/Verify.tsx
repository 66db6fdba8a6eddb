/** How a receiver checks that a delivery is from the service, in six languages; each of them is run by a test. */
import { Tabs } from "@base-ui/react/tabs"
import { useParameter } from "../parts/Address.ts"
import { Code } from "../parts/Code.tsx"
import go from "../verify/verify.go?raw"
// oxlint-disable-next-line import/default -- its text
import javascript from "../verify/verify.mjs?raw"
import java from "../verify/Verify.java?raw"
import php from "../verify/verify.php?raw"
import python from "../verify/verify.py?raw"
import ruby from "../verify/verify.rb?raw"

const languages = [
  ["JavaScript", javascript],
  ["Python", python],
  ["Ruby", ruby],
  ["PHP", php],
  ["Go", go],
  ["Java", java]
] as const

export const View = () => {
  const [named, setNamed] = useParameter("in")
  const language = languages.find(([name]) => name === named)?.[0] ?? languages[0][0]
  return (
    <>
      <h1>Check what is delivered</h1>
      <section className="panel stack">
        <p>
          Anybody can send something to your endpoint. What comes from here is signed with the secret of the webhook, as{" "}
          <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
            Standard Webhooks
          </a>{" "}
          says: the base64 of an HMAC-SHA256 over <code>webhook-id</code>, <code>webhook-timestamp</code> and the body
          as it came, joined by dots. Refuse what fails, answer any 2xx within 15 seconds, and do the work afterwards.
        </p>
        <p>
          The secret (<code>whsec_…</code>) is shown once, when the webhook is made or its secret is rotated. An event
          may come twice: it has the same <code>webhook-id</code> then.
        </p>
      </section>
      <Tabs.Root value={language} onValueChange={(name) => setNamed(name === languages[0][0] ? null : String(name))}>
        <Tabs.List className="tabs" aria-label="Languages">
          {languages.map(([name]) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map(([name, text]) => (
          <Tabs.Panel key={name} value={name} className="stack">
            <Code label={name} text={text} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </>
  )
}
