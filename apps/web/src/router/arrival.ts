let arrived = false

/** A navigation inside the application is under way: the next screen takes the focus. On the first load the browser places it. */
export const beginArrival = (): void => {
  arrived = true
}

export const isArrival = (): boolean => arrived
