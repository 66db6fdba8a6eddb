/** Companies by their names, wherever an answer holds a number; kept for a minute. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { service } from "../app/Service.ts"

type Company = Awaited<ReturnType<typeof service.companies.get>>

/** Companies of one request. */
const together = 100
let waiting: Array<readonly [id: number, resolve: (found: Company | Promise<Company>) => void]> = []

const ask = async (some: typeof waiting): Promise<void> => {
  const alone = (id: number) => service.companies.get({ svc_id: id })
  const listed = async () => {
    const filter = { svc_id: { in: [...new Set(some.map(([id]) => id))] } }
    const { data } = await service.companies.list({ limit: together, filter }).page()
    return new Map(data.map((company) => [company.svc_id, company]))
  }
  // What cannot be had together is asked for alone, and says then what is wrong.
  const found = some.length < 2 ? undefined : await listed().catch(() => undefined)
  for (const [id, resolve] of some) resolve(found?.get(id) ?? alone(id))
}
/** One company: all that a page asks for in a moment, such as those of the rows of a table, are asked of the service together. */
export const companyOf = (id: number): Promise<Company> =>
  new Promise((resolve) => {
    if (waiting.push([id, resolve]) > 1) return
    setTimeout(() => {
      const all = waiting
      waiting = []
      for (let from = 0; from < all.length; from += together) void ask(all.slice(from, from + together))
    })
  })

export const useCompany = (id: number) =>
  useQuery({ queryKey: ["company", id], queryFn: () => companyOf(id), staleTime: 60_000 })

/** Such as "Acme Ltd". */
export const useCompanyName = (id: number): string => useCompany(id).data?.name ?? `Company ${id}`

export const CompanyName = ({ id }: { readonly id: number }) => (
  <Link to="/companies/$id" params={{ id: String(id) }}>
    {useCompanyName(id)}
  </Link>
)

export const ConnectionName = ({ id, of }: { readonly id: number; readonly of?: string }) => (
  <Link to="/connections/$id" params={{ id: String(id) }}>
    {of ?? "Connection"} <span className="soft">{id}</span>
  </Link>
)
