/** Logs, traces and metrics: what leaves the process, and in which form. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as LogLevel from "effect/LogLevel"
import * as Metric from "effect/Metric"
import * as Otlp from "effect/observability/Otlp"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as References from "effect/References"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { createServer } from "node:http"
import type { Config } from "../Config.ts"
import * as RouteTable from "./RouteTable.ts"

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

/** Exports traces, logs and metrics as the standard OTEL_ variables say; nothing without them. */
export const otlp: Layer.Layer<never> = Layer.suspend(() =>
  Object.keys(process.env).some((name) => /^OTEL_EXPORTER_OTLP_([A-Z]+_)?ENDPOINT$/.test(name))
    ? (Otlp.layerFromConfig({
        resource: { serviceName: process.env["OTEL_SERVICE_NAME"] ?? "svc" },
        loggerMergeWithExisting: true
      }).pipe(
        Layer.provide(
          process.env["OTEL_EXPORTER_OTLP_PROTOCOL"] === "http/json"
            ? OtlpSerialization.layerJson
            : OtlpSerialization.layerProtobuf
        ),
        Layer.provide(FetchHttpClient.layer)
      ) as Layer.Layer<unknown> as Layer.Layer<never>)
    : Layer.empty
)

/** Spans of requests are named after their route, and the probes have none. */
export const spans = (table: RouteTable.RouteTable): Layer.Layer<never> =>
  Layer.mergeAll(
    Layer.succeed(
      HttpMiddleware.SpanNameGenerator,
      (request) => `${request.method} ${table.find(RouteTable.pathOf(request.url))?.template ?? "unknown"}`
    ),
    Layer.succeed(HttpMiddleware.TracerDisabledWhen, ({ url }) => url === "/healthz" || url === "/readyz")
  )

/** Prometheus metrics on a listener of their own, when the operator wants them. */
export const metrics = (config: Config) =>
  config.metricsPort === null
    ? Layer.empty
    : Layer.mergeAll(
        HttpRouter.serve(PrometheusMetrics.layerHttp({ path: "/metrics" }), {
          disableLogger: true,
          disableListenLog: true
        }).pipe(
          Layer.provide(
            NodeHttpServer.layer(() => createServer(), { port: config.metricsPort, host: config.metricsHost })
          )
        ),
        Metric.enableRuntimeMetricsLayer,
        Layer.effectDiscard(
          Effect.logInfo(`Metrics are at http://${config.metricsHost}:${config.metricsPort}/metrics.`)
        )
      )
