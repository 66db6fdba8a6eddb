/** The one style sheet of the connect pages and their icon, served from our own origin under names made of their content. */
import { asset } from "./Asset.ts"
import { type Hex, inkOn, isHex, mix, readableOn } from "./Colour.ts"

/**
 * Colours are pairs of at least 4.5 to 1 in both schemes. Nothing moves, nothing depends on a script, and everything that
 * can be reached by keyboard shows where the focus is.
 */
const css = `
:root {
  color-scheme: light dark;
  --page: #f3f4f8; --card: #ffffff; --line: #d9dce6; --field: #8a90a5; --text: #171a26; --soft: #565d73;
  --accent: #3b3fd8; --accent-strong: #2c30b3; --focus: #3b3fd8; --wash: #eef0ff;
  --button: #3b3fd8; --button-strong: #2c30b3; --on-button: #ffffff; --on-button-strong: #ffffff;
  --bad: #b3132b; --bad-wash: #fdeef0; --good: #0b6b4a; --good-wash: #e4f6ee; --warn: #8a4b00; --warn-wash: #fff3e0;
  --shadow: 0 1px 2px rgb(23 26 38 / 6%), 0 12px 32px rgb(23 26 38 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1018; --card: #171a26; --line: #2d3244; --field: #767e99; --text: #eef0f7; --soft: #a7aec4;
    --accent: #a3a8ff; --accent-strong: #bcc0ff; --focus: #a3a8ff; --wash: #20243a;
    --button: #a3a8ff; --button-strong: #bcc0ff; --on-button: #10122a; --on-button-strong: #10122a;
    --bad: #ff9aa8; --bad-wash: #36161d; --good: #6fdcae; --good-wash: #11301f; --warn: #ffc26b; --warn-wash: #332412;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 35%);
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; padding: 1rem;
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 1.25rem;
  background: var(--page); color: var(--text); overflow-wrap: anywhere;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", "Helvetica Neue", sans-serif;
}
main {
  width: 100%; max-width: 34rem; padding: clamp(1.25rem, 5vw, 2.5rem);
  background: var(--card); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow);
}
footer { max-width: 34rem; color: var(--soft); font-size: .875rem; text-align: center; text-wrap: balance; }
footer p { margin: 0 0 .5rem; }
footer a { color: inherit; display: inline-block; padding: .25rem .375rem; }
footer details { margin: 0; padding: 0; border: 0; }
footer summary { font-weight: 400; display: inline-block; }
footer ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; justify-content: center; }
.brand { display: flex; justify-content: center; width: 100%; max-width: 34rem; }
.brand img { display: block; max-width: min(12rem, 60vw); height: 2.5rem; object-fit: contain; }
@media (prefers-color-scheme: dark) { .brand img { padding: .25rem .5rem; border-radius: .5rem; background: #ffffff; } }
footer svg { width: 1em; height: 1em; vertical-align: -.125em; margin-inline-end: .25em; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.375rem, 5vw, 1.75rem); line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 1.75rem 0 .625rem; font-size: .8125rem; letter-spacing: .05em; text-transform: uppercase; color: var(--soft); }
p { margin: 0 0 1rem; }
p:last-child { margin-bottom: 0; }
.lead { color: var(--soft); margin-bottom: 1.5rem; text-wrap: pretty; }
a { color: var(--accent); text-underline-offset: .2em; }
a:hover { color: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .25rem; }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus { inset-inline-start: 1rem; inset-block-start: 1rem; padding: .5rem 1rem; background: var(--card); }

.head { display: flex; align-items: center; gap: .875rem; margin-bottom: .75rem; }
.head h1 { margin: 0; }
.tile {
  flex: none; display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: .75rem;
  font-weight: 700; font-size: 1.125rem; background: var(--wash); color: var(--accent); overflow: hidden;
}
.tint-1 { background: #e3f4ec; color: #0b6b4a; } .tint-2 { background: #fdebdd; color: #8f3d00; }
.tint-3 { background: #fbe6ef; color: #9c1457; } .tint-4 { background: #e2f0fb; color: #0b5a91; }
.tint-5 { background: #f1e8fc; color: #6a25b0; } .tint-6 { background: #f4f0d6; color: #665300; }
.tint-7 { background: #dff3f5; color: #05636d; }
@media (prefers-color-scheme: dark) {
  .tint-1 { background: #12352a; color: #7fe0b7; } .tint-2 { background: #3b2415; color: #ffb787; }
  .tint-3 { background: #3a1a2a; color: #ff9fca; } .tint-4 { background: #14304a; color: #8ecbff; }
  .tint-5 { background: #2c1d42; color: #cda8ff; } .tint-6 { background: #332d10; color: #e8d374; }
  .tint-7 { background: #0f3338; color: #7ddbe5; }
}

.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: .625rem; }
.cards a {
  display: flex; align-items: center; gap: .875rem; min-height: 4.25rem; padding: .75rem .875rem;
  border: 1px solid var(--line); border-radius: .875rem; color: inherit; text-decoration: none;
}
.cards a:hover { border-color: var(--accent); background: var(--wash); }
.cards a:focus-visible { border-radius: .875rem; }
.cards .name { flex: 1; min-width: 0; overflow-wrap: anywhere; font-weight: 600; }
.cards small { display: block; margin-top: .125rem; font-size: .9375rem; font-weight: 400; color: var(--soft); }
.cards .arrow { flex: none; width: 1.25rem; height: 1.25rem; color: var(--soft); }
.badge { flex: none; padding: .125rem .625rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.badge.good { background: var(--good-wash); color: var(--good); }
.badge.warn { background: var(--warn-wash); color: var(--warn); }

form { margin: 0; }
.field { margin-bottom: 1.25rem; }
.field > label, legend { display: block; margin-bottom: .375rem; padding: 0; font-weight: 600; }
.optional { font-weight: 400; color: var(--soft); }
.help, .fault { margin: 0 0 .375rem; font-size: .9375rem; overflow-wrap: anywhere; }
.help { color: var(--soft); }
.fault { color: var(--bad); font-weight: 600; }
input:not([type]), input[type=text], input[type=search], input[type=password], select {
  display: block; width: 100%; min-height: 3rem; padding: .625rem .875rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--field); border-radius: .625rem;
}
select {
  appearance: none; padding-inline-end: 2.5rem; background-repeat: no-repeat;
  background-image: linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(135deg, currentColor 50%, transparent 50%);
  background-position: calc(100% - 1.3rem) 52%, calc(100% - .95rem) 52%; background-size: .35rem .35rem;
}
input[aria-invalid=true], select[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
input::placeholder { color: var(--soft); opacity: 1; }
input:focus-visible, select:focus-visible { outline-offset: 0; border-radius: .625rem; }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; }
.options { display: grid; gap: .625rem; }
.options label {
  display: flex; align-items: center; gap: .75rem; min-height: 3.25rem; padding: .625rem .875rem;
  border: 1px solid var(--line); border-radius: .75rem; cursor: pointer; overflow-wrap: anywhere;
}
.options label:hover { border-color: var(--accent); }
.options label:has(:checked) { border-color: var(--accent); background: var(--wash); }
.options label:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.options input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); outline: none; }
.options .name { flex: 1; min-width: 0; }

.button {
  display: block; width: 100%; min-height: 3rem; padding: .6875rem 1.25rem; font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; color: var(--on-button); background: var(--button);
  border: 1px solid var(--accent); border-radius: .625rem; overflow-wrap: anywhere;
}
.button:hover { background: var(--button-strong); color: var(--on-button-strong); }
.button:focus-visible { border-radius: .625rem; }
.more { margin: 1.25rem 0 0; text-align: center; }
.more a { display: inline-block; padding: .375rem .5rem; }

.note { margin: 0 0 1.25rem; padding: .875rem 1rem; border-radius: .75rem; overflow-wrap: anywhere; }
.note h2 { margin: 0 0 .25rem; font-size: 1rem; letter-spacing: 0; text-transform: none; color: inherit; }
.note p { margin: 0; }
.note p + p { margin-top: .375rem; }
.note ul { margin: .25rem 0 0; padding-inline-start: 1.25rem; }
.note.bad { background: var(--bad-wash); color: var(--bad); }
.note.bad a { color: inherit; }
.note.info { background: var(--wash); }
.detail { font-size: .875rem; }
details { margin-top: 1.25rem; border-top: 1px solid var(--line); padding-top: 1rem; }
summary { cursor: pointer; font-weight: 600; padding: .25rem 0; }
details h2 { margin: .875rem 0 .375rem; }
.chips { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .375rem; }
.chips li { padding: .125rem .625rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .875rem; color: var(--soft); }

.search { display: flex; flex-wrap: wrap; gap: .375rem .625rem; margin-bottom: 1.25rem; }
.search label { flex-basis: 100%; font-weight: 600; }
.search input { flex: 1 1 10rem; width: auto; }
.search .button { flex: none; width: auto; }
.search .button[hidden] { display: none; }
:lang(ar) h1, :lang(hi) h1, :lang(ja) h1 { letter-spacing: 0; }
:lang(ar) h2, :lang(hi) h2, :lang(ja) h2 { letter-spacing: 0; text-transform: none; font-size: .875rem; }
:lang(ar) p, :lang(ar) li, :lang(hi) p, :lang(hi) li { line-height: 1.7; }
:lang(ja) { line-break: strict; }
[dir=rtl] .arrow, [dir=rtl] .sign.info svg { transform: scaleX(-1); }
[dir=rtl] select { background-position: .95rem 52%, 1.3rem 52%; }
.unseen { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.guide { margin: 0 0 1.5rem; padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: .75rem; }
.guide h2 { margin: 0 0 .5rem; }
.guide ol { margin: 0; padding-inline-start: 1.25rem; display: grid; gap: .375rem; }

.status { text-align: center; }
.status .sign { display: inline-grid; place-items: center; width: 4rem; height: 4rem; border-radius: 50%; margin-bottom: 1rem; }
.status .sign svg { width: 2rem; height: 2rem; }
.status .sign.good { background: var(--good-wash); color: var(--good); }
.status .sign.bad { background: var(--bad-wash); color: var(--bad); }
.status .sign.info { background: var(--wash); color: var(--accent); }
.status .lead { margin-bottom: 0; }
.status .button { margin-top: 1.5rem; }
@media (forced-colors: active) { select { appearance: auto; } .button, .tile, .badge, .note, .sign { border: 1px solid; } }
@media (max-width: 26rem) { body { padding: .75rem; justify-content: flex-start; } .cards a { gap: .75rem; } }
`.trimStart()

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3b3fd8"/>' +
  '<path d="M11 8v5m10-5v5M8 13h16v3a8 8 0 0 1-16 0zm8 11v4" fill="none" stroke="#fff" stroke-width="2.6" ' +
  'stroke-linecap="round" stroke-linejoin="round"/></svg>'

export const style = asset("page", "css", "text/css; charset=utf-8", css)
export const favicon = asset("icon", "svg", "image/svg+xml", icon)

/** The colours of an organisation, where it has one: what is read is darkened or lightened until it can be, in both schemes. */
export const coloured = (colour: Hex): string => {
  const scheme = (page: Hex, card: Hex, share: number): string => {
    const wash = mix(card, colour, share)
    const accent = readableOn(colour, [card, page, wash])
    const strong = mix(accent, inkOn(card), 0.25)
    const button = mix(colour, inkOn(colour) === "#ffffff" ? "#000000" : "#ffffff", 0.15)
    return (
      `:root { --accent: ${accent}; --accent-strong: ${strong}; --focus: ${accent}; --wash: ${wash}; ` +
      `--button: ${colour}; --on-button: ${inkOn(colour)}; --button-strong: ${button}; --on-button-strong: ${inkOn(button)}; }`
    )
  }
  return `${scheme("#f3f4f8", "#ffffff", 0.08)}\n@media (prefers-color-scheme: dark) { ${scheme("#0e1018", "#171a26", 0.12)} }\n`
}
const colourStem = "colour-"
/** The style sheet of a colour, under a name that says the colour: it is made when it is asked for. */
export const colourName = (colour: Hex): string => `${colourStem}${colour.slice(1).toLowerCase()}-1.css`
/** The colour of such a name. */
export const colourOf = (name: string): Hex | null => {
  const hex = `#${name.slice(colourStem.length, -"-1.css".length)}`
  return isHex(hex) && colourName(hex) === name ? hex : null
}
