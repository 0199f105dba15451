/** The name of an operation as programs write it: `storeDocument`. */
export const operationIdOf = ({ name }: { readonly name: string }): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
