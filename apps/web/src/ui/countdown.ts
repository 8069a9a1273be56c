import { COUNTDOWN_TICK_MS, SECOND_MS } from '@avouch/contract'
import { useEffect, useState } from 'react'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Formats the time left until a moment as mm:ss; over at 00:00. */
function remaining(until: number, now: number): { running: boolean; label: string } {
  const seconds = Math.max(0, Math.ceil((until - now) / SECOND_MS))
  return { running: seconds > 0, label: `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}` }
}

/** Ticks until a time of `performance.now()`, which no change of the clock affects; another time restarts it. */
export function useCountdown(until: number): { running: boolean; label: string } {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const tick = () => {
      setNow(performance.now())
      if (performance.now() >= until) clearInterval(timer)
    }
    const timer = setInterval(tick, COUNTDOWN_TICK_MS)
    tick()
    return () => clearInterval(timer)
  }, [until])
  return remaining(until, now)
}
