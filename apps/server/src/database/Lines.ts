/**
 * Many texts that the database sends one after another, for who passes them on unread. They are taken from the connection in
 * front of the driver, which would make an object of each: here what stands between two texts becomes the end of a line, in
 * the bytes as they came. All else of a statement (its parameters, its errors, how it is given up) is the driver's.
 */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Pool from "effect/Pool"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import { connect as connectTo, isIP, type Socket } from "node:net"
import { Duplex } from "node:stream"
import { connect as secure, type ConnectionOptions } from "node:tls"

/** What a statement sent. */
export interface Sent {
  /** The texts as lines, each with its end. */
  readonly bytes: ReadonlyArray<Uint8Array>
  /** Gives the memory of the bytes back, for others to be put there: only for who knows that nobody reads them any more. */
  readonly free: () => void
  readonly n: number
  /** The id of the last row. */
  readonly last: number | null
  /** What stands in each row between id and text; null where nothing does. */
  readonly floor: number | null
  /** False when the text of a row was null: then there are no bytes. */
  readonly isWhole: boolean
}

export interface Lines {
  /** Sends a statement of two or three columns: an id, perhaps another number, and a text in bytes. */
  readonly read: (sql: string, params: ReadonlyArray<string>) => Effect.Effect<Sent, SqlError>
}
/** The way to the database; each has its own. */
export const Current = Context.Reference<Lines | null>("@svc/server/database/Lines", { defaultValue: () => null })

/** A row and what it is before its text: type, length, count of columns, id, number, length of the text. */
const ROW = 0x44
const HEAD = 5 + 2 + 12 + 12 + 4
/** Begins every other message: type and length. */
const START = 5
const ENDED = 0x43
const END_OF_LINE = 10
const NULL = -1

/** Bytes of memory that lines are put into, and how many such are kept for the next. */
const SLAB = 262_144
const KEPT = 64
/** Memory is used over and over: what is thrown away in megabytes makes the engine look for garbage in all that there is. */
const slabsOf = () => {
  const kept: Array<Buffer> = []
  return {
    take: (): Buffer => kept.pop() ?? Buffer.allocUnsafeSlow(SLAB),
    free: (slabs: ReadonlyArray<Buffer>): void => void kept.push(...slabs.slice(0, KEPT - kept.length))
  }
}
type Slabs = ReturnType<typeof slabsOf>

interface Sink {
  readonly slabs: Array<Buffer>
  /** Bytes in the last of them. */
  filled: number
  n: number
  last: number | null
  floor: number | null
  isWhole: boolean
}

const int8 = (bytes: Buffer, at: number): number => bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)

/** Takes rows out of what a server sends while there is a sink for them; the rest is passed on. What it is given it writes to. */
const sieve = ({ take }: Slabs, pass: (bytes: Uint8Array) => void) => {
  let sink: Sink | null = null
  /** The beginning of a message that is not whole yet. */
  let rest: Buffer | null = null
  /** What is still to come of the message under way, and whether it is a text to be kept. */
  let left = 0
  let isText = false

  /** Reads what a row is before its text; gives where the text begins. */
  const begin = (sink: Sink, bytes: Buffer, from: number): number => {
    const hasFloor = bytes.readInt16BE(from + START) === 3
    let at = from + START + 2
    sink.last = int8(bytes, at + 4)
    at += 12
    if (hasFloor) {
      const isNull = bytes.readInt32BE(at) === NULL
      sink.floor = isNull ? null : int8(bytes, at + 4)
      at += isNull ? 4 : 12
    }
    left = bytes.readInt32BE(at)
    sink.n++
    isText = left !== NULL
    if (!isText) {
      left = 0
      sink.isWhole = false
    }
    return at + 4
  }
  const keep = (sink: Sink, bytes: Buffer, size: number): void => {
    for (let from = 0; from < size;) {
      if (sink.slabs.length === 0 || sink.filled === SLAB) {
        sink.slabs.push(take())
        sink.filled = 0
      }
      const copied = bytes.copy(sink.slabs.at(-1)!, sink.filled, from, size)
      sink.filled += copied
      from += copied
    }
  }

  const push = (given: Buffer): void => {
    const bytes = rest === null ? given : Buffer.concat([rest, given])
    rest = null
    const end = bytes.length
    let from = 0
    // Texts are moved to the front over what stood between them, which is always longer than the end of a line.
    let to = 0
    let isOver = false
    const others: Array<Uint8Array> = []
    while (from < end) {
      if (left > 0) {
        const size = Math.min(left, end - from)
        if (!isText) others.push(Buffer.from(bytes.subarray(from, from + size)))
        else if (sink?.isWhole === true) {
          if (to !== from) bytes.copyWithin(to, from, from + size)
          to += size
        }
        from += size
        left -= size
        continue
      }
      const isRow = bytes[from] === ROW && sink !== null
      const size = end - from < START ? START : bytes.readUInt32BE(from + 1) + 1
      if (end - from < (isRow ? Math.min(size, HEAD) : START)) {
        rest = Buffer.from(bytes.subarray(from))
        break
      }
      if (isRow) {
        const isFirst = sink!.n === 0
        from = begin(sink!, bytes, from)
        if (!isFirst && sink!.isWhole) bytes[to++] = END_OF_LINE
      } else {
        isOver ||= bytes[from] === ENDED
        isText = false
        left = size
      }
    }
    if (sink?.isWhole === true) {
      // What tells the end is longer than the end of the last line.
      if (isOver && sink.n > 0) bytes[to++] = END_OF_LINE
      keep(sink, bytes, to)
    }
    // Last, for with the end of the statement its sink is taken away.
    for (const one of others) pass(one)
  }
  return { push, into: (next: Sink | null) => void (sink = next) }
}

/** Where a server listens, and how it is spoken to. */
interface Address {
  readonly to: { readonly path: string } | { readonly host: string; readonly port: number }
  readonly tls: ConnectionOptions | null
}

/** What a client of PostgreSQL asks a server with that is to speak TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const YES = 0x53
/** Bytes that are read at once. */
const READ = 65_536

/** Connects, and gives what comes to `take`, which keeps none of it: it is where the next is read to. */
const connected = (
  { tls, to }: Address,
  take: (bytes: Buffer) => void,
  then: (error: Error | null, socket: Socket) => void
): Socket => {
  const buffer = Buffer.allocUnsafeSlow(READ)
  const read = (size: number): boolean => {
    take(buffer.subarray(0, size))
    return true
  }
  const onread = tls === null ? { onread: { buffer, callback: read } } : {}
  const socket = connectTo({ ...to, ...onread, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 })
  let isBegun = false
  const begun = (error: Error | null, on: Socket) => {
    if (isBegun) return
    isBegun = true
    then(error, on)
  }
  socket.once("error", (error) => begun(error, socket))
  socket.once("close", () => begun(new Error("The connection was closed"), socket))
  socket.once("connect", () => {
    if (tls === null) return begun(null, socket)
    socket.once("data", (answer) => {
      if (answer.length !== 1 || answer[0] !== YES) return begun(new Error("The server does not speak TLS"), socket)
      const host = "host" in to && isIP(to.host) === 0 ? { servername: to.host } : {}
      const inside = secure({ ...host, ...tls, socket })
      inside.once("error", (error) => begun(error, inside))
      inside.on("data", take)
      inside.once("secureConnect", () => begun(null, inside))
    })
    socket.write(SSL_REQUEST)
  })
  return socket
}

interface Tap {
  /** What the driver reads and writes. */
  readonly stream: Duplex
  /** Where rows go from here on; null for the driver. */
  readonly into: (sink: Sink | null) => void
}
const tapOf = (address: Address, slabs: Slabs): Tap => {
  let socket: Socket
  const { into, push } = sieve(slabs, (bytes) => stream.push(bytes))
  const stream: Duplex = new Duplex({
    construct(done) {
      socket = connected(address, push, (error, ready) => {
        socket = ready
        if (error !== null) return done(error)
        ready.on("error", (error) => stream.destroy(error))
        ready.on("close", () => stream.destroy())
        ready.on("end", () => stream.push(null))
        done()
      })
    },
    read() {},
    write: (bytes, _, done) => void socket.write(bytes, done),
    final: (done) => void socket.end(done),
    destroy(error, done) {
      socket.destroy()
      done(error)
    }
  })
  return { stream, into }
}

const addressOf = ({ host, path, port, ssl, url }: PgConnection.Config): Address => {
  if (path !== undefined) return { to: { path }, tls: null }
  const parsed = url === undefined ? null : new URL(Redacted.value(url))
  const asked = parsed?.searchParams
  const name =
    host ?? asked?.get("host") ?? decodeURIComponent(parsed?.hostname.replace(/^\[(.*)\]$/, "$1") || "localhost")
  const number = port ?? Number(asked?.get("port") ?? (parsed?.port || 5432))
  if (name.startsWith("/")) return { to: { path: `${name}/.s.PGSQL.${number}` }, tls: null }
  const isSecure = ssl ?? ["require", "verify-ca", "verify-full"].includes(asked?.get("sslmode") ?? "")
  return { to: { host: name, port: number }, tls: isSecure === true ? {} : isSecure === false ? null : isSecure }
}

/** Sessions at once: an export has one only while a piece of it is read. */
const SESSIONS = 4

/** One way, with sessions of its own: opened when they are asked for, and closed when nobody asked for a minute. */
export const make = Effect.fnUntraced(function* (
  options: PgConnection.Config,
  guard: (session: PgConnection.PgConnection) => Effect.Effect<void, SqlError> = () => Effect.void
): Effect.fn.Return<Lines, never, Scope.Scope> {
  const address = addressOf(options)
  const slabs = slabsOf()
  const acquire = Effect.suspend(() => {
    let own: Tap | undefined
    // The driver asks for another one to give a statement up.
    const stream = () => {
      const tap = tapOf(address, slabs)
      own ??= tap
      return tap.stream
    }
    const { url, ...others } = options
    return Effect.map(
      PgConnection.make({ ...others, ...(url === undefined ? {} : { url }), ssl: false, stream }),
      (session) => ({ session, tap: own! })
    )
  })
  const pool = yield* Pool.makeWithTTL({ acquire, min: 0, max: SESSIONS, timeToLive: "1 minute" })
  /** One that still stands: what was closed meanwhile is not lent again. */
  const lent: Effect.Effect<Effect.Success<typeof acquire>, SqlError, Scope.Scope> = Effect.flatMap(
    Pool.get(pool),
    (one) => (one.tap.stream.destroyed ? Effect.andThen(Pool.invalidate(pool, one), lent) : Effect.succeed(one))
  )
  return {
    read: Effect.fnUntraced(function* (sql, params) {
      const { session, tap } = yield* lent
      yield* guard(session)
      const sink: Sink = { slabs: [], filled: 0, n: 0, last: null, floor: null, isWhole: true }
      tap.into(sink)
      yield* Effect.ensuring(
        session.query(sql, params),
        Effect.sync(() => tap.into(null))
      )
      const { filled, floor, isWhole, last, n, slabs: full } = sink
      const bytes = full.map((slab, index) => (index === full.length - 1 ? slab.subarray(0, filled) : slab))
      const sent: Sent = { bytes: isWhole ? bytes : [], free: () => slabs.free(full), n, last, floor, isWhole }
      return sent
    }, Effect.scoped)
  }
})
