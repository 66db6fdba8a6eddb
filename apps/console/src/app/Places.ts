/** Where one can go from everywhere: the navigation, and what the palette finds by name. */
export const places = [
  { to: "/", label: "Overview" },
  { to: "/companies", label: "Companies" },
  { to: "/connections", label: "Connections" },
  { to: "/syncs", label: "Syncs" },
  { to: "/records", label: "Records" },
  { to: "/writes", label: "Writes" },
  { to: "/webhooks", label: "Webhooks" },
  { to: "/integrations", label: "Integrations" },
  { to: "/connect", label: "Connect page" },
  { to: "/links", label: "Invite links" },
  { to: "/keys", label: "Keys and sessions" },
  { to: "/audit", label: "Audit log" },
  { to: "/service", label: "Service" }
] as const
