/**
 * Bytes of which nobody knows how many will come, in one buffer that grows with them. The engine gives the smaller buffer back
 * at once, and would let chunks lie about until it collects what is old.
 */
export interface Gathered {
  readonly size: () => number
  readonly add: (chunk: Uint8Array) => void
  /** Ends it: a buffer with what came and no more, whose owner may give it back by `transfer(0)`. */
  readonly whole: () => ArrayBuffer
}

export const make = (): Gathered => {
  let buffer = new ArrayBuffer(0)
  let size = 0
  return {
    size: () => size,
    add: (chunk) => {
      const before = size
      size += chunk.length
      if (size > buffer.byteLength) buffer = buffer.transfer(Math.max(size, 2 * buffer.byteLength))
      new Uint8Array(buffer, before).set(chunk)
    },
    whole: () => buffer.transfer(size)
  }
}
