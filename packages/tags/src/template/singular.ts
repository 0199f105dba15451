/** What one of a list is called by people who give it a name: `item` of `items`, `party` of `parties`. */
export const singularOf = (name: string): readonly string[] =>
  name.endsWith('ies') ? [`${name.slice(0, -3)}y`] : name.length > 2 && name.endsWith('s') ? [name.slice(0, -1)] : []
