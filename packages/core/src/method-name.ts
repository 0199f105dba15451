/** The name of an operation as a method: `store-document` as `storeDocument`. */
export type MethodName<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<MethodName<Tail>>}`
  : Name

/** The method by which a client or a library calls an operation. */
export const methodName = <Name extends string>(name: Name): MethodName<Name> =>
  name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) as MethodName<Name>
