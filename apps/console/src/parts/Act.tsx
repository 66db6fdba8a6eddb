/**
 * A button that does something at the service, in the words of the command line, shown to those who may; what cannot be taken
 * back is asked for once more, with the name of what it is done to typed where all of it would go.
 */
import { AlertDialog } from "@base-ui/react/alert-dialog"
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { type ActId, acts } from "virtual:acts"
import { type Scope, useMay } from "../app/Caller.tsx"
import { Code } from "./Code.tsx"
import { Fault } from "./Fault.tsx"

interface Props {
  /** What is done, which has its words. */
  readonly of?: ActId
  /** What it is done to, by the names in its command. */
  readonly on?: Readonly<Record<string, string | number>>
  /** Other words on the button; what has no entry in the table has its own. */
  readonly label?: string
  readonly scope: Scope
  readonly act: () => Promise<unknown>
  readonly onDone?: (answer: any) => void
  /** What queries are about, by what their keys begin with, that is no more when it is done: nobody asks for it again. */
  readonly gone?: ReadonlyArray<QueryKey>
  readonly kind?: "main" | "danger"
  /** What happens, said before it does; `true` for what the table says. */
  readonly asked?: ReactNode
  /** What has to be typed first. */
  readonly typed?: string
  /** How far it is, while it is done. */
  readonly meanwhile?: ReactNode
}

/** The same as a command. */
export const commandOf = (id: ActId, on: Readonly<Record<string, string | number>>): string =>
  `svc ${acts[id].command.replace(/:(\w+)/g, (_, name: string) => String(on[name] ?? `<${name}>`))}`

export const Act = ({
  act,
  asked,
  gone = [],
  kind,
  label: own,
  meanwhile,
  of,
  on = {},
  onDone,
  scope,
  typed
}: Props) => {
  const may = useMay(scope)
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState("")
  const doing = useMutation({
    mutationFn: act,
    onSuccess: async (answer) => {
      setOpen(false)
      setText("")
      onDone?.(answer)
      for (const queryKey of gone) cache.removeQueries({ queryKey, type: "inactive" })
      await cache.invalidateQueries({
        predicate: ({ queryKey }) => !gone.some((key) => key.every((part, place) => queryKey[place] === part))
      })
    }
  })
  if (!may) return null
  const words = of === undefined ? null : acts[of]
  const label = own ?? words?.label ?? ""
  const run = () => doing.mutate()
  if (asked === undefined) {
    return (
      <>
        <button className="button" data-kind={kind} disabled={doing.isPending} onClick={run} title={words?.says}>
          {doing.isPending ? `${label}…` : label}
        </button>
        {doing.isError ? <Fault error={doing.error} /> : null}
        {doing.isSuccess && words !== null ? (
          <span className="away" role="status">
            {words.done}
          </span>
        ) : null}
      </>
    )
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger className="button" data-kind={kind}>
        {label}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title>{label}?</AlertDialog.Title>
          <AlertDialog.Description render={<div />}>
            {asked === true ? null : asked}
            {words === null ? null : <p>{words.says}</p>}
          </AlertDialog.Description>
          {of === undefined ? null : <Code label="The same as a command" text={commandOf(of, on)} />}
          {typed === undefined ? null : (
            <label className="field">
              <span>
                Type <code>{typed}</code> to go on
              </span>
              <input
                className="input"
                value={text}
                onChange={(event) => setText(event.target.value)}
                autoComplete="off"
              />
            </label>
          )}
          {doing.isPending ? meanwhile : null}
          {doing.isError ? <Fault error={doing.error} /> : null}
          <div className="row">
            <button
              className="button"
              data-kind={kind ?? "main"}
              disabled={doing.isPending || (typed !== undefined && text !== typed)}
              onClick={run}
            >
              {doing.isPending ? `${label}…` : label}
            </button>
            <AlertDialog.Close className="button">Leave it</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
