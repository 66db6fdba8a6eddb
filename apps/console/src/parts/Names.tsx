/** Companies by their names, wherever an answer holds a number; kept for a minute. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { service } from "../app/Service.ts"

export const useCompany = (id: number) =>
  useQuery({ queryKey: ["company", id], queryFn: () => service.companies.get({ svc_id: id }), staleTime: 60_000 })

export const CompanyName = ({ id }: { readonly id: number }) => {
  const { data } = useCompany(id)
  return (
    <Link to="/companies/$id" params={{ id: String(id) }}>
      {data?.name ?? `Company ${id}`}
    </Link>
  )
}

export const ConnectionName = ({ id, of }: { readonly id: number; readonly of?: string }) => (
  <Link to="/connections/$id" params={{ id: String(id) }}>
    {of ?? "Connection"} <span className="soft">{id}</span>
  </Link>
)
