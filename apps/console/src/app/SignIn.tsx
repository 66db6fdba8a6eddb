/** The first page: an API key is asked for once, and a session begun with it. */
import { type FormEvent, useId, useState } from "react"
import mark from "../mark.svg"
import { Fault } from "../parts/Fault.tsx"
import { cache, signIn } from "./Service.ts"

export const SignIn = ({ isBack }: { readonly isBack: boolean }) => {
  const [fault, setFault] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const about = useId()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const key = String(new FormData(event.currentTarget).get("key")).trim()
    setBusy(true)
    setFault(null)
    try {
      await signIn(key)
      await cache.resetQueries()
    } catch (error) {
      setFault(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="sign-in">
      <form className="panel stack" onSubmit={submit}>
        <div className="row">
          <img src={mark} alt="" width="28" height="28" />
          <h1>Console</h1>
        </div>
        {isBack ? <p className="notice">The session has ended. Sign in again to go on where you were.</p> : null}
        <label className="field">
          <span>API key</span>
          <input
            className="input mono"
            name="key"
            type="password"
            autoComplete="off"
            required
            autoFocus
            aria-describedby={about}
          />
        </label>
        <p id={about} className="soft">
          The service says its first key when it starts for the first time; <code>svc api-key create</code> makes
          another. The key is not kept in this browser.
        </p>
        {fault === null ? null : <Fault error={fault} />}
        <button className="button" data-kind="main" disabled={isBusy}>
          {isBusy ? "Signing in…" : "Sign in"}
        </button>
      </form>
    </main>
  )
}
