/**
 * A button that does something at the service, shown to those who may; what cannot be taken back is asked for once more,
 * with the name of what it is done to typed where all of it would go.
 */
import { AlertDialog } from "@base-ui/react/alert-dialog"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { type Scope, useMay } from "../app/Caller.tsx"
import { Fault } from "./Fault.tsx"

interface Props {
  readonly label: string
  readonly scope: Scope
  readonly act: () => Promise<unknown>
  readonly onDone?: (answer: any) => void
  readonly kind?: "main" | "danger"
  /** What happens, said before it does. */
  readonly asked?: ReactNode
  /** What has to be typed first. */
  readonly typed?: string
}

export const Act = ({ act, asked, kind, label, onDone, scope, typed }: Props) => {
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
      await cache.invalidateQueries()
    }
  })
  if (!may) return null
  const run = () => doing.mutate()
  if (asked === undefined) {
    return (
      <>
        <button className="button" data-kind={kind} disabled={doing.isPending} onClick={run}>
          {doing.isPending ? `${label}…` : label}
        </button>
        {doing.isError ? <Fault error={doing.error} /> : null}
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
          <AlertDialog.Description render={<div />}>{asked}</AlertDialog.Description>
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
