/** Logs, traces and metrics: what leaves the process, and in which form. */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpServerError from "effect/http/HttpServerError"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as LogLevel from "effect/LogLevel"
import * as Metric from "effect/Metric"
import * as Otlp from "effect/observability/Otlp"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as References from "effect/References"
import { createServer } from "node:http"
import type { Config } from "../Config.ts"

const levels: Readonly<Record<Config["logLevel"], LogLevel.LogLevel>> = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  none: "None"
}

/** One JSON object for each line, or prose for a person at a terminal. */
export const logs = (config: Config): Layer.Layer<never> => {
  const pretty = config.logFormat === "pretty" || (config.logFormat === "auto" && process.stdout.isTTY)
  return Layer.merge(
    Logger.layer([pretty ? Logger.consolePretty() : Logger.consoleJson, Logger.tracerLogger]),
    Layer.succeed(References.MinimumLogLevel, levels[config.logLevel])
  )
}

/** What OpenTelemetry says holds where the environment says nothing. */
const otlpDefaults = ConfigProvider.layerAdd(
  ConfigProvider.fromUnknown({
    OTEL_SERVICE_NAME: "svc",
    OTEL_TRACES_EXPORTER: ["otlp"],
    OTEL_LOGS_EXPORTER: ["otlp"],
    OTEL_METRICS_EXPORTER: ["otlp"]
  })
)

/** Exports traces, logs and metrics as the standard OTEL_ variables say; nothing without an endpoint. */
export const otlp: Layer.Layer<never> = Layer.suspend(() =>
  Object.keys(process.env).some((name) => /^OTEL_EXPORTER_OTLP_([A-Z]+_)?ENDPOINT$/.test(name))
    ? (Otlp.layerFromConfig({ loggerMergeWithExisting: true }).pipe(
        Layer.provide(
          process.env["OTEL_EXPORTER_OTLP_PROTOCOL"] === "http/json"
            ? OtlpSerialization.layerJson
            : OtlpSerialization.layerProtobuf
        ),
        Layer.provide(FetchHttpClient.layer),
        Layer.provide(otlpDefaults)
      ) as Layer.Layer<unknown> as Layer.Layer<never>)
    : Layer.empty
)

/** Requests have the gate's span: the one effect would make holds the address, in which a token may stand. */
export const spans: Layer.Layer<never> = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)

/** Prometheus metrics on a listener of their own, when the operator wants them: nothing of it is on the public one. */
export const metrics = (config: Config): Layer.Layer<never, HttpServerError.ServeError> =>
  config.metricsPort === null
    ? Layer.empty
    : Layer.merge(
        Metric.enableRuntimeMetricsLayer,
        Layer.effectDiscard(
          Effect.gen(function* () {
            const run = Effect.runPromiseWith(yield* Effect.context<never>())
            const server = createServer((request, response) => {
              if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
                response.writeHead(404).end()
                return
              }
              void run(PrometheusMetrics.format()).then((text) => {
                response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text)
              })
            })
            yield* Effect.acquireRelease(
              Effect.callback<void, HttpServerError.ServeError>((resume) => {
                server.on("error", (cause) => resume(Effect.fail(new HttpServerError.ServeError({ cause }))))
                server.listen(config.metricsPort!, config.metricsHost, () => resume(Effect.void))
              }),
              () =>
                Effect.callback<void>((resume) => {
                  server.close(() => resume(Effect.void))
                  server.closeAllConnections()
                })
            )
            yield* Effect.logInfo(`Metrics are at http://${config.metricsHost}:${config.metricsPort}/metrics`)
          })
        )
      )
