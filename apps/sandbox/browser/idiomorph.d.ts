declare module 'idiomorph' {
  type Callbacks = {
    beforeNodeMorphed?: (old: Node, next: Node) => boolean
    beforeAttributeUpdated?: (name: string, element: Element) => boolean
  }
  export const Idiomorph: { morph: (old: Node, next: Node, options: { callbacks: Callbacks }) => void }
}
