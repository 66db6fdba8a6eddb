/** What an agent's program does: the official SDK's client on a service, and the tools as it calls them. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"

export interface Said {
  readonly isError: boolean
  readonly text: string
  /** The text as JSON; undefined where it is none. */
  readonly body: any
  readonly structured: any
}
export interface Agent {
  readonly client: Client
  readonly tools: () => Promise<ReadonlyArray<string>>
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<Said>
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An agent over a transport. */
export const over = async (transport: Transport): Promise<Agent> => {
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(transport)
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given = {}) => {
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: given })
      const [first] = content as ReadonlyArray<{ readonly text: string }>
      return { isError: isError === true, text: first!.text, body: parsed(first!.text), structured: structuredContent }
    }
  }
}

/** An agent with a key, over HTTP. */
export const withKey = (url: string, key: string): Promise<Agent> =>
  over(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } }
    }) as Transport
  )
