/**
 * The data models that this program knows: those that its connectors bring along (`Connector.models`), and all of them where the
 * registry itself is loaded (`Models.ts`). So a bundle with a CRM's connector holds no model of accounting.
 */
import type { AnyModel } from "./Model.ts"

const known = new Map<string, AnyModel>()

/** Makes models known, and answers them. Of two with one id, such as of two copies of core, the first one stays. */
export const add = <A extends Readonly<Record<string, AnyModel>>>(models: A): A => {
  for (const model of Object.values(models)) if (!known.has(model.id)) known.set(model.id, model)
  return models
}

/** The data model of an id; undefined for one that is not known. */
export const find = (id: string): AnyModel | undefined => known.get(id)

/** The model of this id; throws where nobody brought it. */
export const get = (id: string): AnyModel => {
  const model = known.get(id)
  if (model === undefined) throw new Error(`nobody brought the data model ${id}: the connector's \`models\` lack it`)
  return model
}
