/** States of the interface as badges: the wire's own word, and a tone that says whether it needs somebody. */
type Tone = "good" | "warn" | "bad" | "plain"
const tones: Readonly<Record<string, Tone>> = {
  HEALTHY: "good",
  SUCCESS: "good",
  COMPLETED: "good",
  DELIVERED: "good",
  ENABLED: "good",
  IN_PROGRESS: "plain",
  PENDING: "plain",
  QUEUED: "plain",
  PARTIAL_SUCCESS: "warn",
  PARTIAL: "warn",
  DEGRADED: "warn",
  PAUSED: "warn",
  WAITING: "warn",
  REVOKED: "plain",
  CANCELLED: "plain",
  DISABLED: "warn",
  FAILED: "bad",
  REQUIRES_REAUTHENTICATION: "bad",
  DISCONNECTED: "plain"
}
export const toneOf = (status: string): Tone =>
  tones[status] ?? (/FAIL|ERROR|REAUTH|INVALID|EXPIRED/.test(status) ? "bad" : "plain")

/** Such as "requires reauthentication". */
export const spoken = (word: string): string => word.toLowerCase().replaceAll("_", " ")

export const Status = ({ of }: { readonly of: string | null }) =>
  of === null ? null : (
    <span className="badge" data-tone={toneOf(of)}>
      {spoken(of)}
    </span>
  )
