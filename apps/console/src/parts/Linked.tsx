/** A sentence whose addresses are links; they open beside the console. */
const address = /(https:\/\/[^\s,;)]*[^\s,;).:])/

export const Linked = ({ text }: { readonly text: string }) =>
  text.split(address).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <a key={`${place} ${part}`} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    )
  )
