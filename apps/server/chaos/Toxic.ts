/**
 * A TCP proxy between a process and its database that spoils connections by chance: late, in small pieces, cut in the
 * middle, swallowed without a word, reset, refused. With one seed it makes the same choices.
 */
import { connect, createServer, type Socket } from "node:net"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { Chance } from "../test/support/Chance.ts"

export interface Toxic {
  readonly port: number
  /** From now on connections are spoiled, or not any more; those that were spoiled are then cut. */
  readonly spoil: (on: boolean) => void
  /** How many connections were spoiled, by what. */
  readonly counts: Readonly<Record<string, number>>
  readonly close: () => Promise<void>
}

const kinds = ["latency", "slices", "cut", "blackhole", "reset", "refuse"] as const

export const start = async (target: number, chance: Chance): Promise<Toxic> => {
  const counts: Record<string, number> = Object.fromEntries(kinds.map((kind) => [kind, 0]))
  const spoiled = new Set<Socket>()
  let on = false
  const server = createServer({ noDelay: true }, (near) => {
    const kind = on && chance.some(0.5) ? chance.one(kinds) : null
    near.on("error", () => {})
    if (kind !== null) {
      counts[kind]!++
      spoiled.add(near)
    }
    if (kind === "refuse") return void near.resetAndDestroy()
    const far = connect({ port: target, host: "127.0.0.1", noDelay: true })
    far.on("error", () => near.destroy())
    near.on("close", () => {
      spoiled.delete(near)
      far.destroy()
    })
    far.on("close", () => near.destroy())
    // Connections live long: what is to happen to one happens after so many bytes.
    let left = kind === "cut" || kind === "reset" || kind === "blackhole" ? 2_000 + chance.int(60_000) : Infinity
    const pass = (from: Socket, to: Socket) => {
      let turn = Promise.resolve()
      from.on("data", (piece: Buffer) => {
        left -= piece.length
        if (left <= 0) {
          if (kind === "cut") return void near.destroy()
          if (kind === "reset") return void near.resetAndDestroy()
          // Swallowed: both sides wait, until time limits or the end of the fault end it.
          return
        }
        turn = turn.then(async () => {
          if (kind === "latency") await sleep(5 + chance.int(60))
          if (kind !== "slices") return void to.write(piece)
          for (let at = 0; at < piece.length && !to.destroyed; at += 97) {
            to.write(piece.subarray(at, at + 97))
            await sleep(1)
          }
        })
      })
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    spoil: (wanted) => {
      on = wanted
      if (!on) for (const socket of spoiled) socket.destroy()
    },
    counts,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of spoiled) socket.destroy()
      })
    }
  }
}
