const needed = 24

/** What is wrong with the Node that runs this, in a sentence, or `undefined`. */
export const nodeFault = ({ node }: { readonly node: string } = process.versions): string | undefined =>
  Number(node.split('.')[0]) < needed ? `Chancery needs Node ${needed} or newer; this is ${node}.` : undefined
