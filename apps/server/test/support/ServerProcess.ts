/** The server as a process of its own, on a data folder, so that it can be killed and started again. */
import { execFileSync, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { nodeConnections } from "./Postgres.ts"
import * as Programs from "./Programs.ts"

export const apiKey = "svc_test_0123456789abcdefghijklmnopqrstuvwxyz"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}
export interface ServerProcess {
  readonly url: string
  /** Calls the interface with the test's key. Rejects when the process is gone. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Answer>
  /** What it wrote to its outputs so far. */
  readonly said: () => string
  /** Bytes of memory that it holds. */
  readonly memory: () => number
  /** Resolves when it is gone, with its exit code. */
  readonly ended: Promise<number | null>
  /** The most bytes that it ever held. */
  readonly peak: () => number
  /** Ends it the hard way and waits until it is gone. */
  readonly kill: () => Promise<void>
  /** Stops it where it stands, or lets it go on. */
  readonly signal: (name: "SIGSTOP" | "SIGCONT") => void
  /** Asks it to stop and gives its exit code. */
  readonly stop: () => Promise<number | null>
}

/** Ports that this process gave out: who speaks to a server that is gone is not to reach another at its address. */
const given = new Set<number>()

/**
 * A port that nobody listens on, below those that the system gives out by itself: none of them is taken by somebody's
 * connection between this look and its use.
 */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = 10_240 + Math.floor(Math.random() * 20_000)
    if (given.has(port)) return resolve(freePort())
    given.add(port)
    const probe = createServer()
      .once("error", () => resolve(freePort()))
      .listen(port, "127.0.0.1", () => probe.close(() => resolve(port)))
  })

/** Kilobytes in `/proc` where there is one; a small Linux has no `ps`, and elsewhere nobody keeps the peak. */
const memoryOf = (pid: number, kept: "VmRSS" | "VmHWM"): number => {
  const status = `/proc/${pid}/status`
  const kilobytes = existsSync(status)
    ? new RegExp(`^${kept}:\\s*(\\d+)`, "m").exec(readFileSync(status, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })
  return Number(kilobytes) * 1024
}

/** Calls the interface at an address with the test's key. */
export const caller =
  (url: string): ServerProcess["call"] =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        api_key: apiKey,
        "accept-encoding": "identity",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) }
  }

/** The process that a command has begun, and that one, to the last. */
const innermost = (pid: number): number => {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")
    return child === undefined || child === "" ? pid : innermost(Number(child))
  } catch {
    return pid
  }
}

/** As the runner of the tests has them: what lives for a few seconds is not worth optimising, a long run of faults is. */
const flags = process.execArgv.filter((flag) => flag === "--liftoff-only")

/**
 * Starts the server and waits until it is ready, unless it is going to be killed before that; `main` composes another, and
 * `within` is the command that it is begun by.
 */
export const start = async (
  env: Readonly<Record<string, string>>,
  untilReady = true,
  main = Programs.main,
  within: ReadonlyArray<string> = []
): Promise<ServerProcess> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [command, ...args] = [...within, process.execPath, ...flags, await Programs.fileOf(main)]
  const child = spawn(command!, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      PORT: String(port),
      SVC_DEMO: "0",
      SVC_API_KEY: apiKey,
      SVC_ALLOW_PRIVATE_TARGETS: "1",
      SVC_DATABASE_NODE_CONNECTIONS: nodeConnections,
      ...env
    }
  })
  let said = ""
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve))
  let ended: number | null | undefined
  void closed.then((code) => (ended = code))
  const read = (chunk: Buffer) => (said += chunk.toString())
  child.stdout.on("data", read)
  child.stderr.on("data", read)
  const signal = (name: NodeJS.Signals): void => {
    if (ended === undefined) process.kill(within.length === 0 ? child.pid! : innermost(child.pid!), name)
  }
  const ready = until(
    async () => {
      if (ended !== undefined) throw new Error(`The server ended with ${ended}:\n${said}`)
      return fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 0
      )
    },
    (status) => status === 200,
    120
  ).catch((error: unknown) => {
    // Whoever gets no server has none to end.
    if (untilReady) child.kill("SIGKILL")
    throw error
  })
  if (untilReady) await ready
  else ready.catch(() => {})
  return {
    url,
    call: caller(url),
    said: () => said,
    ended: closed,
    memory: () => memoryOf(child.pid!, "VmRSS"),
    peak: () => memoryOf(child.pid!, "VmHWM"),
    kill: async () => {
      child.kill("SIGKILL")
      await closed
    },
    signal,
    stop: () => {
      signal("SIGTERM")
      return closed
    }
  }
}

/** Asks until the answer is as wanted; what another process does has no event to wait for here. */
export const until = async <A>(ask: () => Promise<A>, wanted: (answer: A) => boolean, seconds = 60): Promise<A> => {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    if (performance.now() > end) throw new Error(`Not within ${seconds} s: ${JSON.stringify(answer).slice(0, 500)}`)
    await sleep(50)
  }
}
