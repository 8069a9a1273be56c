import type { Elements } from '@avouch/design/jsx-runtime'
import { Component, StrictMode, useEffect, useLayoutEffect } from 'react'
import { LoadingScreen, MessageScreen } from '#screens/layout/message-screen.tsx'
import { pageShown } from '#analytics/track.ts'
import { authState } from '#visit/auth-state.ts'
import { navigate, type Shown, tryAgain, useShown } from '#router/navigation.ts'
import { Blocked } from '#api/connection.ts'
import { report } from '#api/report.ts'
import { processingIntent, session } from '#api/session.ts'
import { Root } from '#screens/layout/root.route.tsx'

function startOver() {
  session.clear()
  processingIntent.clear()
  authState.reset()
  window.location.reload()
}

type Caught = { shown: Shown; error?: unknown }

/** Keeps the layout where a screen fails; the next screen starts without the error. */
class Boundary extends Component<{ shown: Shown; children: Elements }, Caught> {
  override state: Caught = { shown: this.props.shown }

  static getDerivedStateFromError = (error: unknown): Partial<Caught> => ({ error })
  static getDerivedStateFromProps = ({ shown }: { shown: Shown }, before: Caught): Caught | null =>
    before.shown === shown ? null : { shown, error: undefined }

  override componentDidCatch(error: unknown): void {
    report('a screen failed', error)
  }

  override render(): Elements {
    return this.state.error === undefined ? this.props.children : <MessageScreen message="crash" onAct={startOver} />
  }
}

function Screen({ content }: Pick<Shown, 'content'>) {
  if (content === 'loading') return <LoadingScreen />
  if (content === 'offline') return <MessageScreen message={content} onAct={tryAgain} />
  if (content === 'missing') return <MessageScreen message={content} onAct={() => void navigate({ to: '/' })} />
  if ('failure' in content) {
    const { failure } = content
    if (!(failure instanceof Blocked)) throw failure
    // A failed fetch is repeated without a reload, which would lose what was typed; a browser remembers a failed module.
    return <MessageScreen message="blocked" onAct={failure.isOutage ? tryAgain : () => window.location.reload()} />
  }
  return <content.screen />
}

/** Renders the screen of the address inside the layout: all that is in the root element, in the browser and on the server. */
export function App() {
  const shown = useShown()
  const { location, content } = shown
  useLayoutEffect(() => {
    if (shown.scrollTo !== undefined) window.scrollTo(0, shown.scrollTo)
  }, [shown])
  useEffect(() => {
    if (content !== 'loading') pageShown({ pathname: location.pathname, title: document.title })
  }, [location, content])
  return (
    <StrictMode>
      <Root>
        <Boundary shown={shown}>
          <Screen key={location.pathname} content={content} />
        </Boundary>
      </Root>
    </StrictMode>
  )
}
