import { type ModelId, pathOf } from "@svc/client"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { Shown } from "../parts/Shown.tsx"

export const View = () => {
  const found = useQuery({ queryKey: ["capabilities"], queryFn: () => service.capabilities.list(), staleTime: 600_000 })
  return (
    <>
      <h1>Records</h1>
      <p className="soft">Choose a data model: its records of all companies are listed, to be narrowed and sorted.</p>
      <Shown of={found}>
        {(all) => {
          const models = new Set(all.flatMap(({ data_models }) => data_models.map(({ data_model }) => data_model)))
          // A platform of one category may have data models of another: each stands where its lists are.
          const by = Map.groupBy([...models].toSorted(), (model) => pathOf(model as ModelId).split("/")[2]!)
          if (by.size === 0) return <p className="empty">No connector is composed that reads any.</p>
          return (
            <div className="columns narrow">
              {[...by].map(([category, models]) => (
                <section key={category} className="panel">
                  <h2>{category}</h2>
                  <ul>
                    {models.map((model) => (
                      <li key={model}>
                        <Link to="/records/$model" params={{ model }}>
                          {model}
                        </Link>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )
        }}
      </Shown>
    </>
  )
}
