/** Finds a code with the camera, or in the window of the other screen. Only on tap; the page works without it. */

import jsqr from 'jsqr'

const LOOK_EVERY_MS = 200
/** Enough for a code on a screen, and not too much for slow phones. */
const LARGEST = 1_200

const byId = (id: string) => document.getElementById(id)
const video = () => document.querySelector<HTMLVideoElement>('#finder video')

let stream: MediaStream | undefined
let timer: ReturnType<typeof setInterval> | undefined

function tell(text: string | undefined) {
  const problem = byId('scan-problem')
  if (problem) Object.assign(problem, { textContent: text ?? '', hidden: text === undefined })
}

function stop() {
  clearInterval(timer)
  for (const track of stream?.getTracks() ?? []) track.stop()
  stream = undefined
  Object.assign(video() ?? {}, { srcObject: null })
  byId('finder')?.setAttribute('hidden', '')
}

const canvas = document.createElement('canvas')

function read(picture: HTMLVideoElement): string | undefined {
  const scale = Math.min(1, LARGEST / Math.max(picture.videoWidth, picture.videoHeight, 1))
  canvas.width = Math.round(picture.videoWidth * scale)
  canvas.height = Math.round(picture.videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || canvas.width === 0 || canvas.height === 0) return undefined
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return jsqr.default(data, width, height)?.data
}

/** Looks for a code until the user withdraws the permission, or closes the shown window. */
function look() {
  const picture = video()
  if (!stream?.active || !picture) return stop()
  const text = read(picture)
  const [field, form] = [byId('link'), byId('scan-form')]
  if (!text || !(field instanceof HTMLInputElement) || !(form instanceof HTMLFormElement)) return
  stop()
  field.value = text
  form.requestSubmit()
}

const open = {
  camera: () => navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
  screen: () => navigator.mediaDevices.getDisplayMedia({ video: true }),
}

async function start(source: keyof typeof open) {
  stop()
  tell(undefined)
  const [finder, picture, announcer] = [byId('finder'), video(), byId('announcer')]
  if (!finder || !picture) return
  try {
    stream = await open[source]()
    picture.srcObject = stream
    finder.hidden = false
    await picture.play()
    timer = setInterval(look, LOOK_EVERY_MS)
    if (announcer) announcer.textContent = finder.dataset['looking'] ?? ''
  } catch (error) {
    stop()
    const denied = error instanceof DOMException && error.name === 'NotAllowedError'
    tell(finder.dataset[source === 'screen' ? 'unshared' : denied ? 'denied' : 'missing'])
  }
}

document.addEventListener('click', ({ target }) => {
  const what = target instanceof Element && target.closest<HTMLElement>('[data-scan]')?.dataset['scan']
  if (what === 'camera' || what === 'screen') start(what).catch(reportError)
  if (what === 'stop') stop()
})
addEventListener('pagehide', stop)
// Another window is still captured while this one is behind it; the camera stops.
document.addEventListener('visibilitychange', () => {
  const isCamera = stream?.getVideoTracks()[0]?.getSettings().facingMode !== undefined
  if (document.visibilityState === 'hidden' && isCamera) stop()
})
