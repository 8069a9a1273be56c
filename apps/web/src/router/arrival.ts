let arrived = false

/** Marks that the visitor has navigated inside the application: screens take the focus then. On the first load the browser places it. */
export const beginArrival = (): void => {
  arrived = true
}

export const isArrival = (): boolean => arrived
