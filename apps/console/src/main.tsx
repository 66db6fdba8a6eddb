/** Begins the console in its page. */
import "./app/Locale.ts"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { createRoot } from "react-dom/client"
import { router } from "./app/Router.tsx"
import { cache } from "./app/Service.ts"
import "./style.css"

createRoot(document.getElementById("root")!).render(
  <QueryClientProvider client={cache}>
    <RouterProvider router={router} />
  </QueryClientProvider>
)
