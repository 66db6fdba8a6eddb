/** Everything by name: places, companies and connections, found as one types. Ctrl+K or ⌘K opens it. */
import { Autocomplete } from "@base-ui/react/autocomplete"
import { Dialog } from "@base-ui/react/dialog"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useDeferredValue, useEffect, useMemo, useState } from "react"
import { companyOf } from "../parts/Names.tsx"
import { places } from "./Places.ts"
import { service } from "./Service.ts"

interface Item {
  readonly value: string
  readonly label: string
  readonly kind: string
  readonly to: string
}

/** So many of each are there before anything is typed. */
const most = 200

const companies = async (filter: object, signal: AbortSignal) => {
  const { data, next } = await service.companies.list({ limit: most, filter }, { signal }).page()
  const items = data.map(({ name, partner_id, svc_id }): Item => ({
    value: `company ${svc_id}`,
    label: `${name ?? `Company ${svc_id}`}${partner_id === null ? "" : ` (${partner_id})`}`,
    kind: "Company",
    to: `/companies/${svc_id}`
  }))
  return { items, isAll: next === null }
}
const connections = async (filter: object, signal: AbortSignal) => {
  const { data, next } = await service.connections.list({ limit: most, filter }, { signal }).page()
  const items = data.map(async ({ integration_type, svc_company_id: of, svc_id }): Promise<Item> => {
    const name = await companyOf(of).then(
      ({ name }) => name,
      () => null
    )
    return {
      value: `connection ${svc_id}`,
      label: `${integration_type} of ${name ?? `company ${of}`}`,
      kind: `Connection ${svc_id}`,
      to: `/connections/${svc_id}`
    }
  })
  return { items: await Promise.all(items), isAll: next === null }
}
const firstOf = async (signal: AbortSignal) => {
  const found = await Promise.all([companies({}, signal), connections({}, signal)])
  return { items: found.flatMap(({ items }) => items), isAll: found.every(({ isAll }) => isAll) }
}
/** What is called so: "xero of acme" is a platform and a company. */
const called = async (text: string, signal: AbortSignal): Promise<ReadonlyArray<Item>> => {
  const [, platform = "", name = text] = /^(.*) of (.*)$/i.exec(text) ?? []
  const found = await Promise.all([
    companies({ name: { icontains: text } }, signal),
    companies({ partner_id: { icontains: text } }, signal),
    connections(
      {
        "company.name": { icontains: name },
        ...(platform === "" ? {} : { integration_type: { icontains: platform } })
      },
      signal
    )
  ])
  return found.flatMap(({ items }) => items)
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
  const [typed, setTyped] = useState("")
  const text = useDeferredValue(typed.trim())
  const first = useQuery({ queryKey: ["palette"], enabled: isOpen, queryFn: ({ signal }) => firstOf(signal) })
  // Where there are more than these, those that are called so are asked for as one types.
  const like = useQuery({
    queryKey: ["palette", text],
    enabled: isOpen && text !== "" && first.data?.isAll === false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => called(text, signal)
  })
  const items = useMemo((): Array<Item> => {
    const found = [...(first.data?.items ?? []), ...(like.data ?? [])]
    return [
      ...places.map(({ label, to }) => ({ value: to, label, kind: "Go to", to })),
      ...new Map(found.map((item) => [item.value, item])).values()
    ]
  }, [first.data, like.data])
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
            onValueChange={setTyped}
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
