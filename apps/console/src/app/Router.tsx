/** Every view by its address. A view is loaded when somebody first goes there. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link } from "@tanstack/react-router"
import { Fault } from "../parts/Fault.tsx"
import { basePath } from "./Service.ts"
import { Shell } from "./Shell.tsx"

const root = createRootRoute({
  component: Shell,
  errorComponent: ({ error }) => <Fault error={error} />,
  notFoundComponent: () => (
    <div className="panel empty">
      <h1>There is no such page.</h1>
      <Link to="/">Go to the overview</Link>
    </div>
  )
})
const at = <P extends string>(path: P, load: () => Promise<{ readonly View: () => React.JSX.Element }>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, "View") })

const tree = root.addChildren([
  at("/", () => import("../views/Overview.tsx")),
  at("/companies", () => import("../views/Companies.tsx")),
  at("/companies/$id", () => import("../views/Company.tsx")),
  at("/connections", () => import("../views/Connections.tsx")),
  at("/connections/$id", () => import("../views/Connection.tsx")),
  at("/syncs", () => import("../views/Syncs.tsx")),
  at("/syncs/$id", () => import("../views/Sync.tsx")),
  at("/records", () => import("../views/Models.tsx")),
  at("/records/$model", () => import("../views/Records.tsx")),
  at("/records/$model/$id", () => import("../views/Record.tsx")),
  at("/writes", () => import("../views/Writes.tsx")),
  at("/writes/new", () => import("../views/NewWrite.tsx")),
  at("/writes/$id", () => import("../views/Write.tsx")),
  at("/webhooks", () => import("../views/Webhooks.tsx")),
  at("/webhooks/verify", () => import("../views/Verify.tsx")),
  at("/webhooks/$id", () => import("../views/Webhook.tsx")),
  at("/integrations", () => import("../views/Integrations.tsx")),
  at("/integrations/$id", () => import("../views/Integration.tsx")),
  at("/connect", () => import("../views/ConnectPage.tsx")),
  at("/links", () => import("../views/Links.tsx")),
  at("/keys", () => import("../views/Keys.tsx")),
  at("/audit", () => import("../views/Audit.tsx")),
  at("/service", () => import("../views/ServicePage.tsx"))
])

export const router = createRouter({
  routeTree: tree,
  basepath: basePath,
  defaultPreload: "intent",
  scrollRestoration: true
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
