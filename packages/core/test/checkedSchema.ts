import * as Schema from "effect/Schema"
import { memberSchemas } from "./FieldSchema.ts"
import { dateTime } from "../src/contract/Field.ts"
import type { AnyModel } from "../src/contract/Model.ts"

/** A record as the check leaves it: every field present, nothing else, no service ids yet. */
export const checkedSchema = ({ fields }: AnyModel): Schema.Codec<unknown, unknown> =>
  Schema.Struct({
    platform_id: Schema.NonEmptyString,
    platform_unique_id: Schema.String,
    ...memberSchemas({ ...fields, updated_at: dateTime })
  }) as never
