/** Long work that is under way, in sentences, and how far it is; nothing where there is none of it. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useCaller } from "../app/Caller.tsx"
import { pulse, service } from "../app/Service.ts"
import { Time } from "./Time.tsx"

type Work = Awaited<ReturnType<typeof service.overview.work>>[number]

const Where = ({ of: { connection_id, webhook_id, work } }: { readonly of: Work }) =>
  connection_id !== null ? (
    <Link to="/connections/$id" params={{ id: String(connection_id) }}>
      Look at the connection
    </Link>
  ) : webhook_id !== null ? (
    <Link to="/webhooks/$id" params={{ id: webhook_id }}>
      Look at the webhook
    </Link>
  ) : work === "KEY_ROTATION" || work === "SPREADING" ? (
    <Link to="/service">Look at the service</Link>
  ) : null

/** How often it is asked by who waits for it, and where there was none, milliseconds. */
const awaited = 2_000
const idle = 60_000

/** What of it is shown is chosen by `about`; all of it where that is absent. `isAwaited` where it was just begun here. */
export const UnderWay = ({
  about,
  isAwaited = false
}: {
  readonly about?: (work: Work) => boolean
  readonly isAwaited?: boolean
}) => {
  const { company_id } = useCaller()
  const { data } = useQuery({
    queryKey: ["work"],
    enabled: company_id === null,
    // Nothing that changes tells that a command has begun some.
    refetchInterval: ({ state }) => (isAwaited ? awaited : state.data?.length ? pulse * 2 : idle),
    queryFn: () => service.overview.work()
  })
  const shown = about === undefined ? data : data?.filter(about)
  if (shown === undefined || shown.length === 0) return null
  return (
    <section className="panel" aria-label="Under way">
      <h2>Under way</h2>
      <ul className="attention">
        {shown.map((one) => (
          <li key={`${one.work} ${one.connection_id ?? one.webhook_id ?? one.svc_company_id}`}>
            <span role="status">
              {one.sentence}{" "}
              {one.since === null ? null : (
                <span className="soft">
                  Begun <Time at={one.since} />.
                </span>
              )}
            </span>
            <Where of={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}
