/**
 * Finding a platform by what somebody types. The server answers the search as a page; where scripts run, the page does it while
 * somebody types, by the same rule, and moves along the list with the arrow keys.
 */
import { asset } from "./Asset.ts"

/** In small letters, without accents. */
export const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** Whether all words of a query are in the words (`folded`) of a platform, as they are or as parts of others. */
export const isFound = (words: string, query: string): boolean =>
  folded(query)
    .split(/\s+/)
    .every((word) => words.includes(word))

/** What `Choosing.choose` writes: a form of the role "search", cards with `data-words`, and a status that says how many. */
const js = `
const form = document.querySelector("form[role=search]")
const box = form?.elements.namedItem("q")
const folded = (text) => text.normalize("NFKD").replace(/\\p{M}/gu, "").toLowerCase()
if (box) {
  const status = document.querySelector("[role=status]")
  const { dataset, lang } = document.documentElement
  const forms = JSON.parse(status.dataset.forms)
  const counted = (count) =>
    (forms[new Intl.PluralRules(lang).select(count)] ?? forms.other).replaceAll(
      "#",
      new Intl.NumberFormat(dataset.region).format(count)
    )
  const cards = [...document.querySelectorAll("[data-words]")]
  const links = () => cards.filter(({ hidden }) => !hidden).map((card) => card.querySelector("a"))
  const find = () => {
    const words = folded(box.value).split(/\\s+/)
    for (const card of cards) card.hidden = !words.every((word) => card.dataset.words.includes(word))
    for (const group of document.querySelectorAll("[data-group]"))
      group.hidden = !group.querySelector("[data-words]:not([hidden])")
    const found = links().length
    status.textContent = found === 0 ? status.dataset.none : counted(found)
    status.classList.toggle("unseen", found > 0)
  }
  form.querySelector("button").hidden = true
  box.addEventListener("input", find)
  if (box.value !== "") find()
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    const found = links()
    if (found.length === 1) found[0].click()
    else found[0]?.focus()
  })
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const all = links()
    const at = all.indexOf(document.activeElement)
    const isInBox = document.activeElement === box
    const go = (target) => {
      event.preventDefault()
      target?.focus()
    }
    if (event.key === "/" && !isInBox) go(box)
    else if (event.key === "Escape" && isInBox && box.value !== "") {
      box.value = ""
      event.preventDefault()
      find()
    } else if (event.key === "ArrowDown" && (isInBox || at >= 0)) go(all[at + 1])
    else if (event.key === "ArrowUp" && at >= 0) go(at === 0 ? box : all[at - 1])
    else if (event.key === "Home" && at >= 0) go(all[0])
    else if (event.key === "End" && at >= 0) go(all.at(-1))
  })
}
`.trimStart()

export const script = asset("search", "js", "text/javascript; charset=utf-8", js)
