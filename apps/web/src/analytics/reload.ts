/** What is on the page was there before: nothing was reached by loading it again. */
export const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')
