import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { service } from "../app/Service.ts"
import { Shown } from "../parts/Shown.tsx"

export const View = () => {
  const found = useQuery({ queryKey: ["capabilities"], queryFn: () => service.capabilities.list(), staleTime: 600_000 })
  return (
    <>
      <h1>Records</h1>
      <Shown of={found}>
        {(all) => {
          const by = Map.groupBy(
            all.flatMap(({ category, data_models }) => data_models.map(({ data_model }) => ({ category, data_model }))),
            ({ category }) => category
          )
          return (
            <div className="columns">
              {[...by].map(([category, models]) => (
                <section key={category} className="panel">
                  <h2>{category.toLowerCase()}</h2>
                  <ul>
                    {[...new Set(models.map(({ data_model }) => data_model))].toSorted().map((model) => (
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
