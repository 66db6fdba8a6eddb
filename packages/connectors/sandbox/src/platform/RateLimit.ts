/**
 * How many requests an API key may make in each window. Windows are fixed and counted per key; a window's counts are
 * forgotten when the next begins.
 */

export interface RateLimit {
  readonly requests: number
  readonly perSeconds: number
}

export interface Allowance {
  readonly allowed: boolean
  readonly headers: Record<string, string>
}

export const makeRateLimit = ({ requests, perSeconds }: RateLimit): ((key: string, now: number) => Allowance) => {
  const length = perSeconds * 1000
  let window = -1
  let counts = new Map<string, number>()
  return (key, now) => {
    const current = Math.floor(now / length)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    const used = (counts.get(key) ?? 0) + 1
    counts.set(key, used)
    const reset = ((current + 1) * length) / 1000
    const headers: Record<string, string> = {
      "x-ratelimit-limit": String(requests),
      "x-ratelimit-remaining": String(Math.max(0, requests - used)),
      "x-ratelimit-reset": String(Math.ceil(reset))
    }
    if (used <= requests) return { allowed: true, headers }
    return {
      allowed: false,
      headers: { ...headers, "retry-after": String(Math.max(1, Math.ceil(reset - now / 1000))) }
    }
  }
}
