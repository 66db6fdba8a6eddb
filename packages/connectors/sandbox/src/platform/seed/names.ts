/** Names of the people in the seed, and how names become parts of addresses. */

/** A list written as text. */
export const names = (text: string): ReadonlyArray<string> => text.split(",").map((name) => name.trim())

export const givenNames = names(`
  Anna, Bram, Chiara, Daan, Elif, Femke, Giulia, Hugo, Ines, Jonas, Kavya, Lars, Mara, Noor, Oscar, Priya,
  Quentin, Rosa, Sven, Tess
`)
export const familyNames = names(`
  Adler, Bakker, Conti, de Wit, Eriksen, Fischer, García, Haas, Iyer, Jansen, Keller, Lindqvist, Mensah,
  Novak, O’Brien, Peeters, Rao, Smit, Tanaka, Visser
`)

/** Letters and digits of a name, lower case, without accents. */
export const slugOf = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "")
