/** A caller who asks for little, again and again, as a process of its own: what else goes on in the one that strikes is not to be measured with it. */
import { setTimeout as sleep } from "node:timers/promises"

/** What is asked for in turn, of whom and with which key. */
export interface Asked {
  readonly url: string
  readonly apiKey: string
  readonly paths: ReadonlyArray<string>
}

const { apiKey, paths, url } = JSON.parse(process.env["WAITING_ASKED"]!) as Asked
/** Milliseconds from each question to the end of its answer. */
const times: Array<number> = []
const over = new AbortController()
process.on("message", () => over.abort())
for (let turn = 0; !over.signal.aborted; turn++) {
  const from = performance.now()
  await fetch(url + paths[turn % paths.length]!, { headers: { api_key: apiKey } })
    .then((response) => response.arrayBuffer())
    .catch(() => {})
  times.push(performance.now() - from)
  await sleep(20)
}
process.send!(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0, () => process.exit(0))
