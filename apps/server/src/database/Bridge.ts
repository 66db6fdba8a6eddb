/**
 * Makes one PGlite session serve any number of ordinary PostgreSQL connections. A connection takes the session with its
 * first message and gives it back only when the server says it is idle, so query cycles and transactions of different
 * connections never mix. What a connection leaves behind (an open transaction, prepared statements) is cleaned up.
 */
import type { PGlite } from "@electric-sql/pglite"
import type { Duplex } from "node:stream"

export interface BridgeOptions {
  /** How long one connection may keep the session while another waits, in milliseconds. Default 30 000. */
  readonly holdLimit?: number | undefined
}

export interface Bridge {
  /** Serves the PostgreSQL protocol on a connected stream until it ends. Never rejects. */
  readonly accept: (stream: Duplex) => Promise<void>
  /** Ends all connections, rolls back what they left open and waits for it. */
  readonly close: () => Promise<void>
}

/** The application name of connections whose statements are small, and go before those of all others that wait. */
export const QUICK = "svc quick"
/** That of connections whose statements are nobody's request, and go after those of others that wait. */
export const BACKGROUND = "svc background"
/** So many go before one that has waited longer, at most, in a row. */
const IN_A_ROW = 8

/** Who goes first, by the bytes of a start-up packet: less goes before more. */
const rankOf = (packet: Buffer): number =>
  packet.includes(`application_name\0${QUICK}\0`) ? 0 : packet.includes(`application_name\0${BACKGROUND}\0`) ? 2 : 1

const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const CANCEL_REQUEST = 80877102
const PROTOCOL_3 = 196608

// Message types sent by a client
const PARSE = 0x50
const CLOSE = 0x43
const QUERY = 0x51
const SYNC = 0x53
const FLUSH = 0x48
const TERMINATE = 0x58
// Message types sent by the server
const READY = 0x5a
const NOTIFICATION = 0x41
const IDLE = 0x49
/** In a Close message: the name is that of a statement, not of a portal. */
const STATEMENT = 0x53

/** The engine runs without a pause of its own, so timers and sockets get a turn after this many milliseconds. */
const SLICE = 5

/** Starts a bridge over an opened PGlite, which nothing else may use from then on. */
export const makeBridge = async (db: PGlite, options: BridgeOptions = {}): Promise<Bridge> => {
  const session = new Session(db, options.holdLimit ?? 30_000)
  const greeting = await session.greet()
  const connections = new Map<Connection, Promise<void>>()
  const fanOut = (message: Buffer, from: Connection | undefined): void => {
    for (const connection of connections.keys()) if (connection !== from) connection.notify(message)
  }
  return {
    accept: async (stream) => {
      const connection = new Connection(stream, session, greeting, fanOut)
      const served = connection.serve().finally(() => connections.delete(connection))
      connections.set(connection, served)
      await served
    },
    close: async () => {
      const all = [...connections]
      for (const [connection] of all) connection.end()
      await Promise.all(all.map(([, served]) => served))
    }
  }
}

/** One session for all: a queue of those who want it, and the call into the engine. */
class Session {
  readonly #db: PGlite
  readonly #holdLimit: number
  readonly #waiting: Array<Waiter> = []
  #holder: Connection | undefined
  #heldSince = 0
  #sliceStart = 0
  /** How many went before others that waited longer, in a row. */
  #ahead = 0

  constructor(db: PGlite, holdLimit: number) {
    this.#db = db
    this.#holdLimit = holdLimit
  }

  /** What the engine answers to a start-up packet; the same for every connection, since they share one session. */
  async greet(): Promise<Buffer> {
    const parameters = Buffer.from("user\0postgres\0database\0postgres\0client_encoding\0UTF8\0\0")
    const packet = Buffer.alloc(8 + parameters.length)
    packet.writeInt32BE(packet.length, 0)
    packet.writeInt32BE(PROTOCOL_3, 4)
    parameters.copy(packet, 8)
    return Buffer.from(await this.#db.execProtocolRaw(packet))
  }

  /**
   * Waits for the session, first come first served among those of one rank. Gives false when another connection kept it for longer than the
   * limit: a transaction that waits for a statement on a second connection would otherwise wait for ever.
   */
  async take(connection: Connection): Promise<boolean> {
    if (this.#holder === undefined && this.#waiting.length === 0) this.#grant(connection)
    else {
      const granted = await new Promise<boolean>((resolve) => {
        const waiter: Waiter = { connection, resolve, timer: undefined }
        this.#waiting.push(waiter)
        this.#arm(waiter, this.#holdLimit)
      })
      if (!granted) return false
    }
    if (performance.now() - this.#sliceStart > SLICE) {
      await new Promise((resolve) => setImmediate(resolve))
      this.#sliceStart = performance.now()
    }
    return true
  }

  give(connection: Connection): void {
    if (this.#holder !== connection) return
    this.#holder = undefined
    const next = this.#next()
    if (next === undefined) return
    clearTimeout(next.timer)
    this.#grant(next.connection)
    next.resolve(true)
  }

  #next(): Waiter | undefined {
    let at = 0
    if (this.#ahead < IN_A_ROW) {
      for (let n = 1; n < this.#waiting.length; n++) {
        if (this.#waiting[n]!.connection.rank < this.#waiting[at]!.connection.rank) at = n
      }
    }
    this.#ahead = at > 0 ? this.#ahead + 1 : 0
    return this.#waiting.splice(at, 1)[0]
  }

  holds(connection: Connection): boolean {
    return this.#holder === connection
  }

  exec(messages: Uint8Array, onRawData: (data: Uint8Array) => void): Promise<void> {
    return this.#db.runExclusive(() => this.#db.execProtocolRawStream(messages, { onRawData, syncToFs: false }))
  }

  #grant(connection: Connection): void {
    this.#holder = connection
    this.#heldSince = performance.now()
  }

  #arm(waiter: Waiter, delay: number): void {
    waiter.timer = setTimeout(() => {
      // The session may have changed hands meanwhile: a long queue is not a deadlock, one long holder may be.
      const left = this.#heldSince + this.#holdLimit - performance.now()
      if (left > 0) return this.#arm(waiter, left)
      const at = this.#waiting.indexOf(waiter)
      if (at >= 0) this.#waiting.splice(at, 1)
      waiter.resolve(false)
    }, delay)
  }
}

interface Waiter {
  readonly connection: Connection
  readonly resolve: (granted: boolean) => void
  timer: ReturnType<typeof setTimeout> | undefined
}

/** One client: cuts its bytes into batches the engine can run in one go, and the engine's output into messages. */
class Connection {
  readonly #stream: Duplex
  readonly #session: Session
  readonly #greeting: Buffer
  readonly #fanOut: (message: Buffer, from: Connection | undefined) => void
  readonly #statements = new Set<string>()
  #input: Buffer = Buffer.alloc(0)
  #output: Buffer = Buffer.alloc(0)
  #started = false
  #rank = 1
  #status = IDLE
  /** A batch that ended in Flush leaves its cycle open, whatever the last status was. */
  #cycleOpen = false
  #closing = false

  constructor(
    stream: Duplex,
    session: Session,
    greeting: Buffer,
    fanOut: (message: Buffer, from: Connection | undefined) => void
  ) {
    this.#stream = stream
    this.#session = session
    this.#greeting = greeting
    this.#fanOut = fanOut
    // A broken pipe also ends the loop of `serve`; without a listener it would end the thread.
    stream.on("error", () => {})
  }

  /** Less goes before more. */
  get rank(): number {
    return this.#rank
  }

  async serve(): Promise<void> {
    try {
      for await (const chunk of this.#stream) {
        this.#input = this.#input.length === 0 ? chunk : Buffer.concat([this.#input, chunk])
        if (!(await this.#pump())) break
      }
    } catch {
      // The client went away in the middle of a message; what it left is cleaned up below like any other end.
    } finally {
      this.#closing = true
      await this.#cleanUp().catch(() => {})
      this.#stream.destroy()
    }
  }

  end(): void {
    this.#closing = true
    this.#stream.destroy()
  }

  notify(message: Buffer): void {
    if (this.#started) this.#write(message)
  }

  #write(data: Uint8Array): void {
    if (!this.#closing && this.#stream.writable) this.#stream.write(data)
  }

  /** Works off what has arrived; false when the connection is over. */
  async #pump(): Promise<boolean> {
    while (!this.#started) {
      if (this.#input.length < 8) return true
      const length = this.#input.readInt32BE(0)
      if (this.#input.length < length) return true
      const code = this.#input.readInt32BE(4)
      this.#rank = rankOf(this.#input.subarray(8, length))
      this.#input = this.#input.subarray(Math.max(length, 8))
      // The engine cannot be cancelled: a statement runs to its end.
      if (code === CANCEL_REQUEST) return false
      if (code === SSL_REQUEST || code === GSS_REQUEST) this.#write(Buffer.from("N"))
      else {
        this.#write(this.#greeting)
        this.#started = true
      }
    }
    let end = 0
    let offset = 0
    let answers = 0
    let last = 0
    let terminate = false
    while (this.#input.length - offset >= 5) {
      const length = 1 + this.#input.readInt32BE(offset + 1)
      if (length < 5) return false
      if (this.#input.length - offset < length) break
      const type = this.#input[offset]!
      if (type === TERMINATE) {
        terminate = true
        break
      }
      this.#remember(type, offset, length)
      offset += length
      if (type === SYNC || type === QUERY || type === FLUSH) {
        end = offset
        last = type
        if (type !== FLUSH) answers += 1
      }
    }
    if (end > 0) {
      const batch = this.#input.subarray(0, end)
      this.#input = this.#input.subarray(end)
      if (!(await this.#run(batch, last, answers))) return false
    }
    return !terminate
  }

  /** Keeps the names of prepared statements: the session outlives the connection, and so would they. */
  #remember(type: number, offset: number, length: number): void {
    if (type !== PARSE && type !== CLOSE) return
    const start = type === PARSE ? offset + 5 : offset + 6
    const stop = this.#input.indexOf(0, start)
    if (stop <= start || stop >= offset + length) return
    const name = this.#input.toString("utf8", start, stop)
    if (type === PARSE) this.#statements.add(name)
    else if (this.#input[offset + 5] === STATEMENT) this.#statements.delete(name)
  }

  async #run(batch: Buffer, last: number, answers: number): Promise<boolean> {
    if (!this.#session.holds(this) && !(await this.#session.take(this))) {
      // Without a Sync there is no place to go on from after an error.
      if (last === FLUSH) return false
      for (let n = 0; n < answers; n++) this.#write(lockTimeout)
      return true
    }
    this.#cycleOpen = last === FLUSH
    await this.#session.exec(batch, (data) => this.#receive(data))
    if (!this.#cycleOpen && this.#status === IDLE) this.#session.give(this)
    return true
  }

  /** Cuts the engine's output into whole messages, so that notifications of others can be put between them. */
  #receive(data: Uint8Array): void {
    // Copied: the bytes belong to the engine and change with its next step.
    const fresh = Buffer.from(data)
    const bytes = this.#output.length === 0 ? fresh : Buffer.concat([this.#output, fresh])
    let offset = 0
    while (bytes.length - offset >= 5) {
      const length = 1 + bytes.readInt32BE(offset + 1)
      if (bytes.length - offset < length) break
      if (bytes[offset] === READY) this.#status = bytes[offset + 5]!
      else if (bytes[offset] === NOTIFICATION) {
        this.#fanOut(Buffer.from(bytes.subarray(offset, offset + length)), this)
      }
      offset += length
    }
    if (offset > 0) this.#write(bytes.subarray(0, offset))
    this.#output = bytes.subarray(offset)
  }

  async #cleanUp(): Promise<void> {
    const open = this.#session.holds(this)
    if (!open && this.#statements.size === 0) return
    const messages: Array<Buffer> = []
    // Twice, with a Sync between: the first is skipped when a failed cycle still waits for its Sync.
    if (open) messages.push(query("ROLLBACK"), sync, query("ROLLBACK"))
    for (const name of this.#statements) messages.push(closeStatement(name))
    if (this.#statements.size > 0) messages.push(sync)
    if (!open && !(await this.#session.take(this))) return
    try {
      await this.#session.exec(Buffer.concat(messages), (data) => this.#receive(data))
    } finally {
      this.#session.give(this)
    }
  }
}

const frame = (type: number, body: Buffer): Buffer => {
  const message = Buffer.alloc(5 + body.length)
  message[0] = type
  message.writeInt32BE(4 + body.length, 1)
  body.copy(message, 5)
  return message
}

const sync = frame(SYNC, Buffer.alloc(0))
const query = (sql: string): Buffer => frame(QUERY, Buffer.from(`${sql}\0`))
const closeStatement = (name: string): Buffer => frame(CLOSE, Buffer.from(`S${name}\0`))

const lockTimeout = Buffer.concat([
  frame(
    0x45,
    Buffer.from(
      "SERROR\0VERROR\0C55P03\0" +
        "MThe embedded database was kept by another transaction for too long. It runs one transaction at a time, so a " +
        "transaction must not wait for a statement on another connection.\0\0"
    )
  ),
  frame(READY, Buffer.from("I"))
])
