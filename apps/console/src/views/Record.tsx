import type { ModelId } from "@svc/client"
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { Json } from "../parts/Code.tsx"
import { Shown } from "../parts/Shown.tsx"

export const View = () => {
  const { id = "", model = "" } = useParams({ strict: false })
  const record = useQuery({
    queryKey: ["record", model, id],
    queryFn: () =>
      service.get(model as ModelId, Number(id), { select: ["raw_data"], include_deleted_records: true }) as Promise<any>
  })
  return (
    <Shown of={record}>
      {({ raw_data: raw, ...unified }) => (
        <>
          <h1>
            {model} {id}
          </h1>
          {unified.svc_deleted_at === null ? null : (
            <p className="notice" data-tone="warn">
              It was deleted at the platform.
            </p>
          )}
          <div className="columns">
            <section className="panel">
              <Json label="As the interface answers it" value={unified} />
            </section>
            <section className="panel">
              {raw == null ? (
                <p className="empty">The platform's own item is not kept any more.</p>
              ) : (
                <Json label="As the platform answered it" value={raw} />
              )}
            </section>
          </div>
        </>
      )}
    </Shown>
  )
}
