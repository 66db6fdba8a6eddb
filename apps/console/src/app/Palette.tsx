/** Everything by name: places, companies and connections, found as one types. Ctrl+K or ⌘K opens it. */
import { Autocomplete } from "@base-ui/react/autocomplete"
import { Dialog } from "@base-ui/react/dialog"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useMemo, useState } from "react"
import { places } from "./Places.ts"
import { service } from "./Service.ts"

interface Item {
  readonly value: string
  readonly label: string
  readonly kind: string
  readonly to: string
}

export const Palette = () => {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen((was) => !was)
    }
    addEventListener("keydown", listen)
    return () => removeEventListener("keydown", listen)
  }, [])
  const companies = useQuery({
    queryKey: ["palette", "companies"],
    enabled: isOpen,
    queryFn: ({ signal }) => service.companies.list({ limit: 1000 }, { signal }).page()
  })
  const connections = useQuery({
    queryKey: ["palette", "connections"],
    enabled: isOpen,
    queryFn: ({ signal }) => service.connections.list({ limit: 1000 }, { signal }).page()
  })
  const items = useMemo((): Array<Item> => {
    const names = new Map(companies.data?.data.map(({ name, svc_id }) => [svc_id, name]))
    return [
      ...places.map(({ label, to }) => ({ value: to, label, kind: "Go to", to })),
      ...(companies.data?.data ?? []).map(({ name, partner_id, svc_id }) => ({
        value: `company ${svc_id}`,
        label: `${name ?? `Company ${svc_id}`}${partner_id === null ? "" : ` (${partner_id})`}`,
        kind: "Company",
        to: `/companies/${svc_id}`
      })),
      ...(connections.data?.data ?? []).map(({ integration_type, svc_company_id, svc_id }) => ({
        value: `connection ${svc_id}`,
        label: `${integration_type} of ${names.get(svc_company_id) ?? `company ${svc_company_id}`}`,
        kind: `Connection ${svc_id}`,
        to: `/connections/${svc_id}`
      }))
    ]
  }, [companies.data, connections.data])
  const go = ({ to }: Item) => {
    setOpen(false)
    void navigate({ to })
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className="button">
        Find… <kbd>Ctrl K</kbd>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette" aria-label="Find">
          <Autocomplete.Root
            items={items}
            open
            inline
            autoHighlight="always"
            keepHighlight
            itemToStringValue={({ label }) => label}
          >
            <Autocomplete.Input
              className="input"
              aria-label="Find a page, a company or a connection"
              placeholder="Find a page, a company or a connection"
            />
            <Dialog.Close className="away">Close</Dialog.Close>
            <Autocomplete.Empty>
              <p className="empty">Nothing has that name.</p>
            </Autocomplete.Empty>
            <Autocomplete.List>
              {(item: Item) => (
                <Autocomplete.Item key={item.value} value={item} onClick={() => go(item)}>
                  <span>{item.label}</span>
                  <span className="soft">{item.kind}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
