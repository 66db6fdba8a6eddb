/** Rate, errors and duration of requests, by route. */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

const duration = Metric.histogram("http_server_request_duration_seconds", {
  description: "How long requests took, by route, method and status.",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
})

const known = new Set(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])

export const record = (method: string, route: string, status: number, seconds: number): Effect.Effect<void> =>
  Metric.update(
    Metric.withAttributes(duration, {
      "http.request.method": known.has(method) ? method : "other",
      "http.route": route,
      "http.response.status_code": String(status)
    }),
    seconds
  )
