import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { expect, it } from "vitest"

const apiKey = "svc_example_0123456789abcdefghij"

it("starts, offers its own connectors, and stops with 0", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-example-"))
  const child = spawn(process.execPath, [join(import.meta.dirname, "../main.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      SVC_DATA_DIR: folder,
      SVC_DEMO: "0",
      SVC_API_KEY: apiKey,
      SVC_LOG_LEVEL: "none"
    }
  })
  const closed = once(child, "exit")
  try {
    let url = ""
    for await (const line of createInterface(child.stdout)) {
      url = /^svc listens on (\S+)/.exec(line)?.[1] ?? ""
      if (url !== "") break
    }
    const answer = await fetch(`${url}/v3/core/integrations`, { headers: { api_key: apiKey } })
    const { data } = (await answer.json()) as { data: ReadonlyArray<{ integration_type: string }> }
    expect(data.map(({ integration_type }) => integration_type).toSorted()).toEqual(["LEDGERLY", "SVC_SANDBOX"])
  } finally {
    child.kill("SIGTERM")
  }
  expect((await closed)[0]).toBe(0)
  rmSync(folder, { recursive: true })
})
