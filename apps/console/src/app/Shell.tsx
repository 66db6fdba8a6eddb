/** What is around every view: where one can go, who is signed in, and the sign-in where nobody is. */
import { useQueryClient } from "@tanstack/react-query"
import { Link, Outlet, useRouterState } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import mark from "../mark.svg"
import { Fault } from "../parts/Fault.tsx"
import { CallerProvider, useWhoCalls } from "./Caller.tsx"
import { FileList } from "./FileList.tsx"
import { useLive } from "./Live.ts"
import { Palette } from "./Palette.tsx"
import { places } from "./Places.ts"
import { isSignedOut, service } from "./Service.ts"
import { SignIn } from "./SignIn.tsx"
import { themes, useTheme } from "./Theme.ts"
import { manners, setTimes, useTimes } from "./Times.ts"

const Choice = <A extends string>({
  label,
  of,
  onChoice,
  value
}: {
  readonly label: string
  readonly of: ReadonlyArray<A>
  readonly value: A
  readonly onChoice: (to: A) => void
}) => (
  <label className="field">
    <span>{label}</span>
    <select
      className="input"
      value={value}
      onChange={({ target }) => onChoice(of.find((one) => one === target.value)!)}
    >
      {of.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  </label>
)

export const Shell = () => {
  const caller = useWhoCalls()
  const cache = useQueryClient()
  const [theme, setTheme] = useTheme()
  const times = useTimes()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const main = useRef<HTMLElement>(null)
  const wasThere = useRef(false)
  if (caller.data) wasThere.current = true
  useLive(caller.data !== undefined)

  // Whoever hears the page is taken to what is new on it, and its name is that of the place.
  useEffect(() => {
    const parts = path.split("/")
    document.title = `${places.find(({ to }) => parts.includes(to.slice(1) || "-"))?.label ?? "Overview"} – Console`
    main.current?.focus({ preventScroll: true })
  }, [path])

  if (caller.isPending) return null
  if (caller.isError) {
    return isSignedOut(caller.error) ? (
      <SignIn isBack={wasThere.current} />
    ) : (
      <main className="sign-in">
        <Fault error={caller.error} />
      </main>
    )
  }
  const { api_key_name: name, scopes } = caller.data
  const signOut = async () => {
    await service.sessions.signOut()
    wasThere.current = false
    await cache.resetQueries()
  }
  return (
    <CallerProvider value={caller.data}>
      <div className="shell">
        <header className="side">
          <Link to="/" className="brand">
            <img src={mark} alt="" /> Console
          </Link>
          <Palette />
          <nav aria-label="Views">
            {places.map(({ label, to }) => (
              <Link key={to} to={to} activeOptions={{ exact: to === "/" }}>
                {label}
              </Link>
            ))}
          </nav>
          <div className="foot">
            <Choice label="Theme" of={themes} value={theme} onChoice={setTheme} />
            <Choice label="Times" of={manners} value={times} onChoice={setTimes} />
            <span className="soft">
              {name}: {scopes.join(", ")}
            </span>
            <button className="button" onClick={() => void signOut()}>
              Sign out
            </button>
          </div>
        </header>
        <main className="main" ref={main} tabIndex={-1}>
          <Outlet />
          <FileList />
        </main>
      </div>
    </CallerProvider>
  )
}
