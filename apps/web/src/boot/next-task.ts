/** Lets the browser answer before what comes next; no timer, which a page in the background would wait for. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const go = () => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', go, { once: true })
    port1.start()
    port2.postMessage(undefined)
  })
