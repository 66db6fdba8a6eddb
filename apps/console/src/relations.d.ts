/** Made when the console is built, from the definitions of the data models. */
declare module "virtual:relations" {
  /** By data model: the members that name one record of another model, and the models whose records name one of it. */
  export const relations: Readonly<
    Record<
      string,
      {
        readonly one: Readonly<Record<string, string>>
        readonly many: ReadonlyArray<readonly [model: string, member: string]>
      }
    >
  >
}
