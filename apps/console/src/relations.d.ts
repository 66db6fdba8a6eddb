/** Made when the console is built, from the definitions of the data models. */
declare module "virtual:relations" {
  /**
   * By data model: the members that name records of another model, the models whose records name one of it, and the members
   * that hold parts which are records of a model of their own.
   */
  export const relations: Readonly<
    Record<
      string,
      {
        readonly one: Readonly<Record<string, string>>
        readonly parts: Readonly<Record<string, string>>
        readonly many: ReadonlyArray<readonly [model: string, member: string]>
      }
    >
  >
}
