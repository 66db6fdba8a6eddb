/**
 * Reads statements of Salesforce's query language, as far as connectors write them: fields by dotted paths, statements over
 * children, conditions, order and limit. What it cannot read it says, with the place.
 */

export interface Comparison {
  readonly field: string
  readonly operator: string
  /** As written: quoted texts with their quotes. */
  readonly values: ReadonlyArray<string>
}
export interface Statement {
  readonly fields: ReadonlyArray<string>
  readonly children: ReadonlyArray<Statement>
  /** An object, or in a statement over children their relationship. */
  readonly from: string
  readonly conditions: ReadonlyArray<Comparison>
  readonly order: ReadonlyArray<string>
  readonly limit: number | null
}

const token =
  /\s*(?:('(?:[^'\\]|\\['"\\bfnrt_%])*')|(\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?)|([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)|(-?\d+(?:\.\d+)?)|(<=|>=|!=|<|>|=|\(|\)|,))/y

const tokensOf = (text: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  token.lastIndex = 0
  while (text.slice(token.lastIndex).trim() !== "") {
    const at = token.lastIndex
    const match = token.exec(text)
    if (match === null) throw new Error(`cannot be read at ${text.slice(at, at + 30)}`)
    found.push(match[0].trim())
  }
  return found
}

/** Reads a statement, or throws an error that names the place. */
export const parse = (text: string): Statement => {
  const tokens = tokensOf(text)
  let at = 0
  const peek = (word: string) => tokens[at]?.toUpperCase() === word
  const take = (): string => tokens[at++] ?? fail("more")
  const fail = (expected: string): never => {
    throw new Error(`expects ${expected} at ${tokens.slice(at, at + 5).join(" ") || "the end"}`)
  }
  const accept = (word: string): boolean => {
    const is = peek(word)
    if (is) at++
    return is
  }
  const expect = (word: string): void => {
    if (!accept(word)) fail(word)
  }
  const name = (): string => (/^[A-Za-z]\w*(\.\w+)*$/.test(tokens[at] ?? "") ? take() : fail("a name"))
  const listOf = <A>(one: () => A): ReadonlyArray<A> => {
    const found = [one()]
    while (accept(",")) found.push(one())
    return found
  }

  const comparison = (): ReadonlyArray<Comparison> => {
    if (accept("NOT")) return comparison()
    if (accept("(")) {
      const inner = conditions()
      expect(")")
      return inner
    }
    const field = name()
    const operator = accept("NOT") ? (expect("IN"), "NOT IN") : take().toUpperCase()
    if (operator === "IN" || operator === "NOT IN") {
      expect("(")
      const values = listOf(take)
      expect(")")
      return [{ field, operator, values }]
    }
    return ["=", "!=", "<", "<=", ">", ">=", "LIKE"].includes(operator)
      ? [{ field, operator, values: [take()] }]
      : fail("an operator")
  }
  const conditions = (): ReadonlyArray<Comparison> => {
    const found = [...comparison()]
    while (peek("AND") || peek("OR")) {
      // Quirk: both words side by side want brackets.
      const word = take().toUpperCase()
      found.push(...comparison())
      if (peek(word === "AND" ? "OR" : "AND")) fail(`brackets around what ${word} joins`)
    }
    return found
  }
  const statement = (): Statement => {
    expect("SELECT")
    const fields: Array<string> = []
    const children: Array<Statement> = []
    listOf(() => {
      if (!accept("(")) return fields.push(name())
      children.push(statement())
      return expect(")")
    })
    expect("FROM")
    const from = name()
    const where = accept("WHERE") ? conditions() : []
    const order = accept("ORDER")
      ? (expect("BY"),
        listOf(() => {
          const field = name()
          if (!accept("ASC")) accept("DESC")
          if (accept("NULLS") && !accept("FIRST")) expect("LAST")
          return field
        }))
      : []
    const limit = accept("LIMIT") ? Number(take()) : null
    return { fields, children, from, conditions: where, order, limit }
  }
  const whole = statement()
  return at < tokens.length ? fail("the end") : whole
}
