/** Counts the connections this process tries to make, at the socket: whatever makes one goes through there. */
import dns from "node:dns"
import { syncBuiltinESMExports } from "node:module"
import { isIP, Socket } from "node:net"

export interface Sockets {
  /** `address port` of every attempt so far that was not to an expected port. */
  readonly attempts: ReadonlyArray<string>
  /** Attempts to these ports of this machine are the test's own business. */
  readonly expect: (...ports: ReadonlyArray<number>) => void
  readonly forget: () => void
  readonly stop: () => void
}

/** Watches from now on. */
export const watch = (): Sockets => {
  const attempts: Array<string> = []
  const expected = new Set<string>()
  const original = Socket.prototype.connect
  Socket.prototype.connect = function (this: Socket, ...args: Array<any>) {
    this.on("connectionAttempt", (address: string, port: number) => {
      // The embedded database is spoken to by a socket of the file system.
      if (address.endsWith("/.s.PGSQL.5432")) return
      if (!expected.has(`127.0.0.1 ${port}`) || (address !== "127.0.0.1" && address !== "::1")) {
        attempts.push(`${address} ${port}`)
      }
    })
    return Reflect.apply(original, this, args) as Socket
  } as typeof original
  return {
    attempts,
    expect: (...ports) => {
      for (const port of ports) expected.add(`127.0.0.1 ${port}`)
    },
    forget: () => void (attempts.length = 0),
    stop: () => void (Socket.prototype.connect = original)
  }
}

/**
 * Answers name look-ups of this process. A list of lists is answered one after the other, the last again and again: a
 * name that is bound anew.
 */
export const answerNames = (
  names: Readonly<Record<string, ReadonlyArray<string> | ReadonlyArray<ReadonlyArray<string>>>>
): { readonly asked: (name: string) => number; readonly stop: () => void } => {
  const original = dns.lookup
  const turns = new Map<string, number>()
  const fake = (host: string, options: any, done?: any): void => {
    if (isIP(host) !== 0) return void Reflect.apply(original, dns, [host, options, done])
    const callback = typeof options === "function" ? options : done
    const name = host.replace(/\.$/, "").toLowerCase()
    const turn = turns.get(name) ?? 0
    turns.set(name, turn + 1)
    const known = Object.hasOwn(names, name) ? names[name]! : []
    const found = (Array.isArray(known[0]) ? known[Math.min(turn, known.length - 1)] : known) as ReadonlyArray<string>
    const all = found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    queueMicrotask(() => {
      if (all.length === 0) callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" }))
      else if (options?.all === true) callback(null, all)
      else callback(null, all[0]!.address, all[0]!.family)
    })
  }
  dns.lookup = fake as unknown as typeof original
  syncBuiltinESMExports()
  return {
    asked: (name) => turns.get(name) ?? 0,
    stop: () => {
      dns.lookup = original
      syncBuiltinESMExports()
    }
  }
}
